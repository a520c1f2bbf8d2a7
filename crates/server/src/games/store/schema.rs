//! The tables of games.

use outflank_durable::Layout;

/// Games of visitors, `OFLV`.
pub(super) const LAYOUT: Layout =
    Layout { application: 0x4f46_4c56, version: 2, tables: TABLES, upgrades: &UPGRADES };

/// From version 1: the agent of a report in place of the engine.
const UPGRADES: [&str; 1] = ["ALTER TABLE games ADD COLUMN opponent TEXT;"];

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
    revision INTEGER NOT NULL,
    opponent TEXT
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
