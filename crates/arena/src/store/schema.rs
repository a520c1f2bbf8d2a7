//! The tables of a store.

use outflank_durable::Layout;

/// A store, `OFLK`.
pub(super) const LAYOUT: Layout =
    Layout { application: 0x4f46_4c4b, version: 3, tables: TABLES, upgrades: &UPGRADES };

/// From version 1: where the log of a player ended after each of its moves. From
/// version 2: the time of a move that the machine did not give.
const UPGRADES: [&str; 2] = [
    "ALTER TABLE moves ADD COLUMN log_end INTEGER;",
    "ALTER TABLE moves ADD COLUMN delay_ns INTEGER;",
];

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
    log_end INTEGER,
    delay_ns INTEGER,
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
