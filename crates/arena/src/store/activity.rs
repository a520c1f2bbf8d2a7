//! When something last happened in an event.

use std::time::Duration;

use rusqlite::OptionalExtension;

use super::{Store, StoreError};
use crate::EventId;

/// How long ago things happened in an event, by the clock of the machine.
///
/// A store cannot know whether a process is playing: one that was killed tells
/// nobody. How long it has been quiet is what can be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// How long ago it began.
    pub begun: Duration,
    /// How long ago its last game ended; `None` without a game.
    pub quiet: Option<Duration>,
    /// How many games it has.
    pub games: u32,
}

impl Store {
    /// When something last happened in an event; `None` if there is none of this
    /// number.
    pub fn activity(&self, id: EventId) -> Result<Option<Activity>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT julianday('now') - julianday(events.date) AS begun,
                     julianday('now') - julianday((
                         SELECT date FROM games
                         WHERE id = (SELECT max(id) FROM games WHERE event = events.id)
                     )) AS quiet,
                     (SELECT count(*) FROM games WHERE event = events.id) AS games
                 FROM events WHERE id = ?1",
            )?;
            let activity = |row: &rusqlite::Row<'_>| {
                Ok(Activity {
                    begun: elapsed(row.get("begun")?),
                    quiet: row.get::<_, Option<f64>>("quiet")?.map(elapsed),
                    games: row.get("games")?,
                })
            };
            query.query_row([id.0], activity).optional()
        })
    }
}

/// Days as a time. A clock that was put back makes no negative ones.
fn elapsed(days: f64) -> Duration {
    Duration::try_from_secs_f64(days * 86_400.0).unwrap_or_default()
}
