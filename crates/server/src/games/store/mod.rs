//! The file that keeps all games.

mod rows;
mod schema;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use outflank_durable::{LayoutError, database_reason, keep_private};
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use outflank_session::Millis;

use super::play::Play;
use crate::error::ApiError;
use crate::id::Id;

/// The interval between records of the time.
pub(super) const BEAT: Duration = Duration::from_secs(5);

/// The maximum number of listed games of a visitor.
const MAX_LISTED: u32 = 100;
/// The maximum number of unfinished games of a visitor.
pub(super) const MAX_UNFINISHED: u32 = 100;

/// The reason why games cannot be stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("cannot open the games in {}: {reason}", path.display())]
    Open { path: PathBuf, reason: String },
    #[error("the games in {} were written by a later version of Outflank", path.display())]
    Newer { path: PathBuf },
    #[error("the games in {} cannot be read or written: {reason}", path.display())]
    Failed { path: PathBuf, reason: String },
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::server(&error)
    }
}

/// The file that keeps all games. What a method that writes has returned from
/// survives a kill of the process and of the machine.
pub(super) struct Store {
    connection: Mutex<Connection>,
    path: PathBuf,
}

impl Store {
    /// Opens a file, and makes it if there is none. Clocks go on where they
    /// stood when the last server ended.
    pub(super) fn open(path: &Path, now: Millis) -> Result<Self, StoreError> {
        let open = |reason| StoreError::Open { path: path.to_owned(), reason };
        let flags = OpenFlags::SQLITE_OPEN_CREATE;
        // The number of a visitor is their key to their games.
        keep_private(path).map_err(|error| open(error.to_string()))?;
        let connection = schema::LAYOUT.open(path, flags).map_err(|error| match error {
            LayoutError::Refused(reason) => open(reason),
            LayoutError::Newer { .. } => StoreError::Newer { path: path.to_owned() },
        })?;
        rows::resume_clocks(&connection, now).map_err(|error| open(database_reason(&error)))?;
        Ok(Self { connection: Mutex::new(connection), path: path.to_owned() })
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        // A transaction that a panic left is rolled back when it is dropped.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::Failed { path: self.path.clone(), reason: database_reason(error) }
    }

    /// Does something wholly or not at all.
    fn write<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut connection = self.lock();
        let changed = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .and_then(|writing| {
                let changed = change(&writing)?;
                writing.commit()?;
                Ok(changed)
            });
        changed.map_err(|error| self.failed(&error))
    }

    /// Keeps a new game, unless its visitor has too many.
    pub(super) fn add(&self, play: &Play) -> Result<(), ApiError> {
        let unfinished = self.write(|writing| {
            let unfinished = rows::unfinished(writing, play.visitor)?;
            if unfinished < MAX_UNFINISHED {
                rows::insert(writing, play)?;
            }
            Ok(unfinished)
        })?;
        if unfinished >= MAX_UNFINISHED {
            return Err(ApiError::too_many(format!(
                "You have {MAX_UNFINISHED} unfinished games: finish or delete some first."
            )));
        }
        Ok(())
    }

    /// The games of a visitor, the latest first.
    pub(super) fn list(&self, visitor: Id) -> Result<Vec<Play>, StoreError> {
        rows::list(&self.lock(), visitor, MAX_LISTED).map_err(|error| self.failed(&error))
    }

    /// Removes a game of a visitor; whether there was one.
    pub(super) fn remove(&self, visitor: Id, id: Id) -> Result<bool, StoreError> {
        self.write(|writing| rows::delete(writing, visitor, id))
    }

    /// Changes a game of a visitor; `None` if it does not exist.
    ///
    /// Whatever `change` did is on the disk when this returns, also where it
    /// says that it could not do all: time may have run out meanwhile.
    pub(super) fn change<T>(
        &self,
        visitor: Id,
        id: Id,
        change: impl FnOnce(&mut Play) -> T,
    ) -> Result<Option<(Play, T)>, StoreError> {
        let mut connection = self.lock();
        let failed = |error| self.failed(&error);
        let writing =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        let found = rows::load(&writing, id).map_err(failed)?;
        let Some(mut play) = found.filter(|play| play.visitor == visitor) else { return Ok(None) };
        let (revision, kept) = (play.session.revision(), play.session.game().moves().to_vec());
        let result = change(&mut play);
        if play.session.revision() != revision {
            rows::update(&writing, &play, &kept).map_err(failed)?;
            writing.commit().map_err(failed)?;
        }
        Ok(Some((play, result)))
    }

    /// Notes that time runs, if it runs for anybody.
    pub(super) fn beat(&self, now: Millis) {
        // If it cannot be noted now, it will be the next time.
        let _ = rows::beat(&self.lock(), now);
    }
}
