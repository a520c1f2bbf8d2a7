//! The store: an `SQLite` file of events, agents, games and ratings.

mod activity;
mod agent;
mod columns;
mod error;
mod event;
mod filter;
mod game;
mod ratings;
mod reading;
mod record;
mod schema;
mod summary;
mod writing;

use std::path::{Path, PathBuf};

use outflank_durable::{LayoutError, database_reason};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

pub use activity::Activity;
pub use agent::{Agent, AgentError};
pub use error::StoreError;
pub use event::{Event, EventId, EventKind};
pub use filter::{FaultFilter, Filter, ResultFilter};
pub use game::{GameId, GameRow, Slot, StoredGame};
pub use outflank_work::ContentHash;
pub use ratings::RatingRow;
pub(crate) use summary::count_lost_on_time;
pub use summary::{GameSummary, TimeUse};

/// A file of games.
///
/// After a method that writes has returned, the data survives a kill of the
/// process and a power failure. Several processes may open the same file.
///
/// ```
/// use outflank_arena::{Agent, EventFormat, EventSettings, Filter, Store, Terms};
/// use outflank_core::Rule;
///
/// let agents = [Agent::of(&"random".parse()?)?, Agent::of(&"greedy".parse()?)?];
/// let format = EventFormat::Match { games: Some(100), adjudicate: None, sprt: None };
/// let openings = "balanced".to_owned();
/// let settings = EventSettings::of_match(
///     format, Rule::Reversi, &agents, openings, 1, &Terms::default(),
/// );
/// let folder = tempfile::tempdir()?;
/// let mut store = Store::open(&folder.path().join("games.db"))?;
/// let event = store.event(&settings)?;
/// // The same settings are the same event: so a match is resumed.
/// assert_eq!(store.event(&settings)?, event);
/// assert!(store.summaries(&Filter { event: Some(event), ..Filter::default() })?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a file, and creates it if it does not exist.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a file that has to exist.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        // The message of the system for a missing file is better.
        std::fs::metadata(path).map_err(|error| StoreError::Open {
            path: path.to_owned(),
            reason: error.to_string(),
        })?;
        Self::open_with(path, OpenFlags::empty())
    }

    fn open_with(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let path = path.to_owned();
        match schema::LAYOUT.open(&path, flags) {
            Ok(connection) => Ok(Self { connection, path }),
            Err(LayoutError::Refused(reason)) => Err(StoreError::Open { path, reason }),
            Err(LayoutError::Newer { found }) => {
                Err(StoreError::Newer { path, found, known: schema::LAYOUT.version })
            }
        }
    }

    /// Runs a query.
    fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        query(&self.connection).map_err(|error| self.failed(&error))
    }

    /// Runs a transaction.
    fn write<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, rusqlite::Error> {
        // A transaction that begins with reading does not wait for other writers.
        let behavior = TransactionBehavior::Immediate;
        let writing = self.connection.transaction_with_behavior(behavior)?;
        let changed = change(&writing)?;
        writing.commit()?;
        Ok(changed)
    }

    /// The error of a failed query.
    fn failed(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::Failed { path: self.path.clone(), reason: database_reason(error) }
    }
}
