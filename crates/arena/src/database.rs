//! How a database of ours is opened.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, TransactionBehavior};

/// How long a process waits for another that is writing.
const PATIENCE: Duration = Duration::from_secs(30);

/// What an `SQLite` file of ours says it is, and the tables in it.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// What the file says it is, in `application_id`.
    pub application: i32,
    /// Which tables there are, in `user_version`; from 1.
    pub version: u32,
    /// Makes the tables.
    pub tables: &'static str,
}

/// Why a file is not opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The system or the database refuses it, or it is somebody else's.
    #[error("{0}")]
    Refused(String),
    /// A later Outflank wrote the file.
    #[error("its layout is {found}")]
    Newer {
        /// The layout of the file.
        found: u32,
    },
}

impl From<rusqlite::Error> for LayoutError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Refused(database_reason(&error))
    }
}

impl Layout {
    /// Opens a file for reading and writing, and makes the tables of a new one.
    /// What is written to it survives a kill of the process and of the machine.
    pub fn open(&self, path: &Path, flags: OpenFlags) -> Result<Connection, LayoutError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(PATIENCE)?;
        self.prepare(&mut connection)?;
        Ok(connection)
    }

    fn prepare(&self, connection: &mut Connection) -> Result<(), LayoutError> {
        // With FULL the log is on the disk when a transaction ends. The default of
        // a log, NORMAL, may lose the last ones with the machine.
        connection.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
        )?;
        let making = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let number = |name| making.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        let version = number("user_version")?;
        let application = number("application_id")?;
        let tables = making
            .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
        if application != i64::from(self.application) && (tables > 0 || version > 0) {
            return Err(LayoutError::Refused("it is a database of another program".to_owned()));
        }
        match u32::try_from(version).unwrap_or(u32::MAX) {
            0 => {
                making.execute_batch(self.tables)?;
                making.pragma_update(None, "application_id", self.application)?;
                making.pragma_update(None, "user_version", self.version)?;
            }
            found if found == self.version => {}
            found => return Err(LayoutError::Newer { found }),
        }
        Ok(making.commit()?)
    }
}

/// What the database says, without its numbers.
pub fn database_reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        other => other.to_string(),
    }
}
