//! The tables of a class.

use outflank_durable::Layout;

/// A class, `OFCL`.
pub(super) const LAYOUT: Layout =
    Layout { application: 0x4f46_434c, version: 2, tables: TABLES, upgrades: &[DEVICES] };

/// From version 1: known browsers, and indexes that have all that standings and the queue read.
const DEVICES: &str = "
CREATE TABLE devices (
    token TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
DROP INDEX jobs_state;
DROP INDEX jobs_ended;
DROP INDEX jobs_tournament;
CREATE INDEX jobs_state ON jobs (state, kind, asked_by);
CREATE INDEX jobs_served ON jobs (ended, asked_by, begun);
CREATE INDEX jobs_tournament ON jobs (tournament, state, round);
CREATE INDEX jobs_counted ON jobs (kind, ended, id, first_person, first_version, second_person,
    second_version, half_first, half_second) WHERE state = 'done';
";

/// Times are milliseconds since 1970. Secrets are hashes.
const TABLES: &str = "
CREATE TABLE class (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    settings TEXT NOT NULL,
    frozen INTEGER NOT NULL DEFAULT 0,
    deadline_kept INTEGER
) STRICT;

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    login TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    alias TEXT NOT NULL UNIQUE,
    role TEXT NOT NULL,
    password TEXT,
    code TEXT,
    code_until INTEGER,
    seen INTEGER,
    current INTEGER REFERENCES versions (id),
    disqualified TEXT
) STRICT;

CREATE TABLE sessions (
    token TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE devices (
    token TEXT PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE versions (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL REFERENCES people (id),
    number INTEGER NOT NULL,
    hash TEXT NOT NULL,
    file TEXT NOT NULL,
    note TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    files INTEGER NOT NULL,
    submitted INTEGER NOT NULL,
    state TEXT NOT NULL,
    step TEXT,
    report TEXT,
    problem TEXT,
    UNIQUE (person, number)
) STRICT;

CREATE TABLE tournaments (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    seed INTEGER NOT NULL,
    rounds INTEGER NOT NULL,
    planned INTEGER NOT NULL,
    begun INTEGER,
    ended INTEGER,
    entrants TEXT
) STRICT;

CREATE TABLE jobs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    asked_by INTEGER REFERENCES people (id),
    tournament INTEGER REFERENCES tournaments (id),
    round INTEGER,
    pair INTEGER,
    version INTEGER REFERENCES versions (id),
    first_person INTEGER,
    first_version INTEGER,
    first_player TEXT,
    second_person INTEGER,
    second_version INTEGER,
    second_player TEXT,
    seed INTEGER NOT NULL,
    opening_seed INTEGER NOT NULL,
    opening INTEGER NOT NULL,
    created INTEGER NOT NULL,
    begun INTEGER,
    ended INTEGER,
    worker TEXT,
    token TEXT,
    lease_until INTEGER,
    tries INTEGER NOT NULL DEFAULT 0,
    load TEXT,
    outcome TEXT,
    half_first INTEGER,
    half_second INTEGER,
    problem TEXT
) STRICT;
CREATE INDEX jobs_state ON jobs (state, kind, asked_by);
CREATE INDEX jobs_served ON jobs (ended, asked_by, begun);
CREATE INDEX jobs_tournament ON jobs (tournament, state, round);
CREATE INDEX jobs_counted ON jobs (kind, ended, id, first_person, first_version, second_person,
    second_version, half_first, half_second) WHERE state = 'done';
CREATE INDEX jobs_first ON jobs (first_person);
CREATE INDEX jobs_second ON jobs (second_person);

CREATE TABLE audit (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    person INTEGER,
    action TEXT NOT NULL,
    detail TEXT NOT NULL
) STRICT;
";
