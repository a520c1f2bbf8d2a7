//! Errors of a store.

use std::path::PathBuf;

use crate::{EventId, GameId, Slot};

/// The reason why a store fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be opened, or is not a store.
    #[error("cannot open the store {}: {reason}", path.display())]
    Open {
        /// The file.
        path: PathBuf,
        /// The message of the system.
        reason: String,
    },
    /// A later Outflank wrote the file.
    #[error(
        "the store {} has layout {found}, and this version of Outflank knows {known} at most",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The layout of the file.
        found: u32,
        /// The latest known layout.
        known: u32,
    },
    /// Reading or writing failed.
    #[error("the store {} failed: {reason}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The message of the database.
        reason: String,
    },
    /// The place in an event is taken.
    #[error("game {slot} of event {event} is in the store already: is another process playing it?")]
    Taken {
        /// The event.
        event: EventId,
        /// The place.
        slot: Slot,
    },
    /// A text that is not a date.
    #[error("'{}' is not a date: expected one such as 2026-11-16 or 2026-11-16 09:30, in UTC", found.escape_debug())]
    Date {
        /// The text given.
        found: String,
    },
    /// A game in the file is damaged.
    #[error("game {game} of the store {} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The game.
        game: GameId,
        /// The damage.
        what: String,
    },
}
