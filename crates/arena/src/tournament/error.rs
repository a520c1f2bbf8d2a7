//! Errors of tournaments.

use outflank_work::WorkError;

use crate::{AgentError, PlayerError, StoreError};

/// The reason why a tournament could not be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TournamentError {
    /// A player cannot be made.
    #[error("{name} cannot play: {error}")]
    Player {
        /// The name in results.
        name: String,
        /// The reason.
        error: PlayerError,
    },
    /// The file of a player cannot be read.
    #[error("{name} cannot play: {error}")]
    Agent {
        /// The name in results.
        name: String,
        /// The reason.
        error: AgentError,
    },
    /// A game cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The games cannot be played at all.
    #[error(transparent)]
    Work(#[from] WorkError),
}
