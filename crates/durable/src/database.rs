//! `SQLite` files of Outflank.

use std::path::Path;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, OpenFlags, TransactionBehavior};

/// Maximum wait for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(30);

/// A kind of `SQLite` file: its marks and its tables.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The kind of file, stored in `application_id`.
    pub application: i32,
    /// The version of the tables, stored in `user_version`; from 1.
    pub version: u32,
    /// The SQL that makes the tables.
    pub tables: &'static str,
    /// The SQL that makes each version of the one before it, from version 2.
    pub upgrades: &'static [&'static str],
}

/// Why a file was not opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The system or `SQLite` refuses the file, or another program wrote it.
    #[error("{0}")]
    Refused(String),
    /// A later version of Outflank wrote the file.
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
    /// Opens a file for reading and writing. A new file gets the tables, a file of an earlier
    /// version is upgraded.
    /// A finished transaction survives a kill of the process and of the machine.
    pub fn open(&self, path: &Path, flags: OpenFlags) -> Result<Connection, LayoutError> {
        let flags = flags | OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        self.prepare(&mut connection)?;
        Ok(connection)
    }

    fn prepare(&self, connection: &mut Connection) -> Result<(), LayoutError> {
        use_write_ahead_log(connection)?;
        // With FULL the log is on the disk when a transaction ends. With NORMAL,
        // the default of a log, a power cut may lose the last transactions.
        connection.execute_batch("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;")?;
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
            found if found <= self.version => {
                for upgrade in self.upgrades.iter().skip(found as usize - 1) {
                    making.execute_batch(upgrade)?;
                }
                making.pragma_update(None, "user_version", self.version)?;
            }
            found => return Err(LayoutError::Newer { found }),
        }
        Ok(making.commit()?)
    }
}

/// Turns the write-ahead log on. `SQLite` refuses this at once, without waiting,
/// while another process does the same to a new file.
fn use_write_ahead_log(connection: &Connection) -> rusqlite::Result<()> {
    const PAUSE: Duration = Duration::from_millis(5);
    let start = Instant::now();
    loop {
        match connection.execute_batch("PRAGMA journal_mode = WAL;") {
            Err(error)
                if error.sqlite_error_code() == Some(ErrorCode::DatabaseBusy)
                    && start.elapsed() < BUSY_TIMEOUT =>
            {
                std::thread::sleep(PAUSE);
            }
            result => return result,
        }
    }
}

/// The message of `SQLite` without its error numbers.
pub fn database_reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqliteFailure(_, Some(message)) => message.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use tempfile::TempDir;

    use super::*;

    const LAYOUT: Layout = Layout { application: 7, version: 1, tables: TABLES, upgrades: &[] };
    const TABLES: &str = "CREATE TABLE games (id INTEGER) STRICT;";

    fn open(layout: Layout, path: &Path) -> Result<Connection, LayoutError> {
        layout.open(path, OpenFlags::SQLITE_OPEN_CREATE)
    }

    #[test]
    fn a_new_file_gets_the_tables_and_keeps_its_rows() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.db");
        open(LAYOUT, &path).unwrap().execute("INSERT INTO games VALUES (3)", []).unwrap();
        let connection = open(LAYOUT, &path).unwrap();
        let id = connection.query_row("SELECT id FROM games", [], |row| row.get::<_, i64>(0));
        assert_eq!(id.unwrap(), 3);
    }

    #[test]
    fn a_file_of_an_earlier_version_is_upgraded_and_keeps_its_rows() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.db");
        open(LAYOUT, &path).unwrap().execute("INSERT INTO games VALUES (3)", []).unwrap();
        let upgrades = &[
            "ALTER TABLE games ADD COLUMN name TEXT;",
            "UPDATE games SET name = 'three' WHERE id = 3;",
        ];
        let later = Layout { version: 3, upgrades, ..LAYOUT };
        for _ in 0..2 {
            let connection = open(later, &path).unwrap();
            let row = connection.query_row("SELECT id, name FROM games", [], |row| {
                Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
            });
            assert_eq!(row.unwrap(), (3, "three".to_owned()));
        }
        assert_eq!(open(LAYOUT, &path).unwrap_err(), LayoutError::Newer { found: 3 });
    }

    #[test]
    fn many_may_open_a_new_file_at_once() {
        let folder = TempDir::new().unwrap();
        for round in 0..40 {
            let path = folder.path().join(format!("{round}.db"));
            std::thread::scope(|scope| {
                for _ in 0..6 {
                    scope.spawn(|| open(LAYOUT, &path).unwrap());
                }
            });
        }
    }

    #[test]
    fn a_later_layout_is_refused() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.db");
        open(Layout { version: 2, ..LAYOUT }, &path).unwrap();
        assert_eq!(open(LAYOUT, &path).unwrap_err(), LayoutError::Newer { found: 2 });
    }

    #[test]
    fn a_file_of_another_program_is_refused() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("games.db");
        open(Layout { application: 8, ..LAYOUT }, &path).unwrap();
        let refused = open(LAYOUT, &path).unwrap_err();
        assert_eq!(refused.to_string(), "it is a database of another program");
        std::fs::write(&path, "a text, and longer than the header of a database is. ".repeat(9))
            .unwrap();
        assert!(matches!(open(LAYOUT, &path).unwrap_err(), LayoutError::Refused(_)));
    }
}
