//! The tables of a store.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::StoreError;
use super::error::reason;

/// The layout below, kept in `user_version`.
pub(super) const VERSION: u32 = 1;

/// What the file of a store says it is, in `application_id`: `OFLK`.
const APPLICATION: i32 = 0x4f46_4c4b;

/// Dates are text in UTC, so that they sort as they follow each other.
const TABLES: &str = "
CREATE TABLE agents (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (name, hash)
) STRICT;

CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    settings TEXT NOT NULL,
    date TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    version TEXT NOT NULL,
    UNIQUE (kind, settings)
) STRICT;

CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    event INTEGER NOT NULL REFERENCES events (id),
    round INTEGER NOT NULL,
    pair INTEGER NOT NULL,
    game INTEGER NOT NULL,
    rules TEXT NOT NULL,
    black INTEGER NOT NULL REFERENCES agents (id),
    white INTEGER NOT NULL REFERENCES agents (id),
    start TEXT,
    opening INTEGER NOT NULL,
    score INTEGER NOT NULL,
    ending TEXT NOT NULL,
    fault_color TEXT,
    fault_kind TEXT,
    fault_detail TEXT,
    seed INTEGER NOT NULL,
    date TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')),
    version TEXT NOT NULL,
    UNIQUE (event, round, pair, game)
) STRICT;
CREATE INDEX games_black ON games (black);
CREATE INDEX games_white ON games (white);

CREATE TABLE moves (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply INTEGER NOT NULL,
    color TEXT NOT NULL,
    move TEXT NOT NULL,
    time_ns INTEGER,
    score REAL,
    is_late INTEGER NOT NULL DEFAULT 0,
    candidates TEXT,
    PRIMARY KEY (game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE logs (
    game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    color TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (game, color)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    event INTEGER NOT NULL REFERENCES events (id) ON DELETE CASCADE,
    agent INTEGER NOT NULL REFERENCES agents (id),
    rating REAL NOT NULL,
    error REAL,
    games INTEGER NOT NULL,
    PRIMARY KEY (event, agent)
) STRICT, WITHOUT ROWID;
";

/// Sets a connection up, and makes the tables of a new file.
pub(super) fn prepare(connection: &mut Connection, path: &Path) -> Result<(), StoreError> {
    let cannot =
        |error: rusqlite::Error| StoreError::Open { path: path.to_owned(), reason: reason(&error) };
    // With FULL the log is on the disk when a transaction ends. The default of
    // a log, NORMAL, may lose the last ones with the machine.
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
    if application != i64::from(APPLICATION) && (tables > 0 || version > 0) {
        let reason = "it is a database of another program".to_owned();
        return Err(StoreError::Open { path: path.to_owned(), reason });
    }
    match u32::try_from(version).unwrap_or(u32::MAX) {
        0 => {
            making.execute_batch(TABLES).map_err(cannot)?;
            making.pragma_update(None, "application_id", APPLICATION).map_err(cannot)?;
            making.pragma_update(None, "user_version", VERSION).map_err(cannot)?;
        }
        VERSION => {}
        found => {
            return Err(StoreError::Newer { path: path.to_owned(), found, known: VERSION });
        }
    }
    making.commit().map_err(cannot)
}
