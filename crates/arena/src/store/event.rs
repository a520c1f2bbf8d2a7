//! What games belong together.

use std::fmt;

use rusqlite::{OptionalExtension, Row, named_params};

use super::{Store, StoreError};

/// The number of an event in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub i64);

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EventKind {
    /// Two players.
    Match,
    /// Many players.
    Tournament,
}

impl EventKind {
    /// Every kind.
    pub const ALL: [Self; 2] = [Self::Match, Self::Tournament];

    /// The name in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Tournament => "tournament",
        }
    }
}

/// A match or a tournament, run on the same settings however often it was
/// interrupted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number.
    pub id: EventId,
    /// What it is.
    pub kind: EventKind,
    /// What it was asked to be, as JSON.
    pub settings: String,
    /// When it began, in UTC.
    pub date: String,
    /// The version of Outflank that began it.
    pub version: String,
    /// How many games of it there are.
    pub games: u32,
}

const EVENTS: &str = "
SELECT id, kind, settings, date, version,
    (SELECT count(*) FROM games WHERE games.event = events.id) AS games
FROM events";

impl Store {
    /// The event with these settings, which begins if there is none yet.
    ///
    /// Settings are compared as text: write them the same way each time, and
    /// leave out what changes no game.
    pub fn event(&mut self, kind: EventKind, settings: &str) -> Result<EventId, StoreError> {
        let begun = self.write(|writing| {
            let values = named_params! { ":kind": kind.name(), ":settings": settings };
            let find = "SELECT id FROM events WHERE kind = :kind AND settings = :settings";
            let known = writing.query_row(find, values, |row| row.get(0)).optional()?;
            if let Some(known) = known {
                return Ok(known);
            }
            writing.execute(
                "INSERT INTO events (kind, settings, version) VALUES (?1, ?2, ?3)",
                (kind.name(), settings, super::writing::PROGRAM),
            )?;
            Ok(writing.last_insert_rowid())
        });
        begun.map(EventId).map_err(|error| self.failed(&error))
    }

    /// All events in the order in which they began.
    pub fn events(&self) -> Result<Vec<Event>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare(&format!("{EVENTS} ORDER BY id"))?;
            query.query_map([], event)?.collect()
        })
    }

    /// An event by its number.
    pub fn event_of(&self, id: EventId) -> Result<Option<Event>, StoreError> {
        let query = format!("{EVENTS} WHERE id = ?1");
        self.read(|connection| connection.query_row(&query, [id.0], event).optional())
    }
}

fn event(row: &Row<'_>) -> rusqlite::Result<Event> {
    let kind: String = row.get("kind")?;
    let kind = EventKind::ALL.into_iter().find(|known| known.name() == kind);
    Ok(Event {
        id: EventId(row.get("id")?),
        kind: kind.ok_or(rusqlite::Error::InvalidQuery)?,
        settings: row.get("settings")?,
        date: row.get("date")?,
        version: row.get("version")?,
        games: row.get("games")?,
    })
}
