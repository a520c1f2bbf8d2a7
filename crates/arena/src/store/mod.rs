//! Games that stay: an `SQLite` file of events, agents, games and ratings.

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

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

pub use activity::Activity;
pub use agent::{Agent, AgentError, ContentHash};
pub use error::StoreError;
pub use event::{Event, EventId, EventKind};
pub use filter::{FaultFilter, Filter, ResultFilter};
pub use game::{GameId, GameRow, Slot, StoredGame};
pub use ratings::RatingRow;
pub use summary::{Summary, TimeUse};

use crate::database::{LayoutError, database_reason};

/// A file of games that are there to stay.
///
/// What a method that writes has returned from survives a kill of the process
/// and of the machine. Several processes may have the same file open.
///
/// ```
/// use outflank_arena::{EventKind, Filter, Store};
///
/// let folder = tempfile::tempdir()?;
/// let mut store = Store::open(&folder.path().join("games.db"))?;
/// let event = store.event(EventKind::Match, r#"{"seed":1}"#)?;
/// // The same settings are the same event: this is how a match goes on.
/// assert_eq!(store.event(EventKind::Match, r#"{"seed":1}"#)?, event);
/// assert!(store.summaries(&Filter { event: Some(event), ..Filter::default() })?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens a file, and makes it if there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::open_with(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a file that has to be there.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        // What is missing is told better by the system than by the database.
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

    /// What a query found.
    fn read<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        query(&self.connection).map_err(|error| self.failed(&error))
    }

    /// Does something wholly or not at all.
    fn write<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, rusqlite::Error> {
        // Who begins as a reader and writes later is not waited for.
        let behavior = TransactionBehavior::Immediate;
        let writing = self.connection.transaction_with_behavior(behavior)?;
        let changed = change(&writing)?;
        writing.commit()?;
        Ok(changed)
    }

    /// The error of something that the database refused.
    fn failed(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::Failed { path: self.path.clone(), reason: database_reason(error) }
    }
}
