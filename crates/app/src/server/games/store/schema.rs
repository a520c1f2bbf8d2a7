//! The tables of games.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::{StoreError, reason};

/// The layout below, kept in `user_version`.
const VERSION: i64 = 1;

/// What the file says it is, in `application_id`: `OFLV`.
const APPLICATION: i64 = 0x4f46_4c56;

/// Times are milliseconds since 1970. `since` is when the turn began, `alive`
/// when a server was last known to run.
const TABLES: &str = "
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    visitor TEXT NOT NULL,
    rules TEXT NOT NULL,
    seat TEXT NOT NULL,
    level INTEGER NOT NULL,
    start TEXT NOT NULL,
    seconds INTEGER,
    increment INTEGER,
    black_ms INTEGER,
    white_ms INTEGER,
    ending TEXT,
    winner TEXT,
    margin INTEGER,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    since INTEGER NOT NULL,
    revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX games_visitor ON games (visitor, updated);
CREATE INDEX games_running ON games (seconds) WHERE ending IS NULL AND seconds IS NOT NULL;

CREATE TABLE moves (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    time_ms INTEGER,
    score INTEGER,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE server (alive INTEGER NOT NULL) STRICT;
INSERT INTO server VALUES (0);
";

/// Sets a connection up, and makes the tables of a new file.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let open = |reason| StoreError::Open { path: path.to_owned(), reason };
    let cannot = |error: rusqlite::Error| open(reason(&error));
    // With FULL the log is on the disk when a transaction ends.
    connection
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
        )
        .map_err(cannot)?;
    let making =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(cannot)?;
    let number = |name| making.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let version = number("user_version").map_err(cannot)?;
    let application = number("application_id").map_err(cannot)?;
    let tables = making
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))
        .map_err(cannot)?;
    if application != APPLICATION && (tables > 0 || version > 0) {
        return Err(open("it is a database of another program".to_owned()));
    }
    match version {
        0 => {
            making.execute_batch(TABLES).map_err(cannot)?;
            making.pragma_update(None, "application_id", APPLICATION).map_err(cannot)?;
            making.pragma_update(None, "user_version", VERSION).map_err(cannot)?;
        }
        VERSION => {}
        _ => return Err(StoreError::Newer { path: path.to_owned() }),
    }
    making.commit().map_err(cannot)
}
