//! Events: the matches and tournaments of a store.

use std::fmt;

use rusqlite::{OptionalExtension, Row};

use super::{Store, StoreError};
use crate::{EventSettings, ParseEventSettingsError};

/// The number of an event in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(pub i64);

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The kind of an event.
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

/// A match or a tournament. It stays the same event however often it is
/// interrupted and resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number.
    pub id: EventId,
    /// Its kind.
    pub kind: EventKind,
    /// Its settings as JSON. [`Event::settings`] reads them.
    pub json: String,
    /// The time at which it began, in UTC.
    pub date: String,
    /// The version of Outflank that began it.
    pub version: String,
    /// The number of its games in the store.
    pub games: u32,
}

impl Event {
    /// The settings.
    pub fn settings(&self) -> Result<EventSettings, ParseEventSettingsError> {
        EventSettings::read(self.kind, &self.json)
    }
}

const EVENTS: &str = "
SELECT id, kind, settings, date, version,
    (SELECT count(*) FROM games WHERE games.event = events.id) AS games
FROM events";

impl Store {
    /// The event with these settings. It is created if there is none yet.
    ///
    /// Settings of the same event may differ in its size, such as the number of
    /// games; the store keeps those given last. Settings of older versions are
    /// replaced by the form of this version.
    pub fn event(&mut self, settings: &EventSettings) -> Result<EventId, StoreError> {
        let (kind, json) = (settings.kind(), settings.to_json());
        let event = self.write(|writing| {
            let mut query = writing.prepare(&format!("{EVENTS} WHERE kind = ?1 ORDER BY id"))?;
            let events: Vec<Event> =
                query.query_map([kind.name()], event)?.collect::<Result<_, _>>()?;
            let is_same = |event: &&Event| {
                event.settings().is_ok_and(|known| known.difference(settings).is_none())
            };
            let Some(known) = events.iter().find(is_same) else {
                writing.execute(
                    "INSERT INTO events (kind, settings, version) VALUES (?1, ?2, ?3)",
                    (kind.name(), json, super::writing::PROGRAM),
                )?;
                return Ok(writing.last_insert_rowid());
            };
            if known.json != json {
                let update = "UPDATE events SET settings = ?1 WHERE id = ?2";
                writing.execute(update, (json, known.id.0))?;
            }
            Ok(known.id.0)
        });
        event.map(EventId).map_err(|error| self.failed(&error))
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
        json: row.get("settings")?,
        date: row.get("date")?,
        version: row.get("version")?,
        games: row.get("games")?,
    })
}
