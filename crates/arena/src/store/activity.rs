//! The last activity of an event.

use std::time::Duration;

use rusqlite::OptionalExtension;

use super::{Store, StoreError};
use crate::EventId;

/// The age of an event and of its last game, by the clock of the machine.
///
/// A store cannot know whether a process is playing the event, because a killed
/// process leaves no note. It knows the time since the last game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// The time since it began.
    pub begun: Duration,
    /// The time since its last game ended; `None` without a game.
    pub quiet: Option<Duration>,
    /// The number of its games.
    pub games: u32,
}

impl Store {
    /// The number of all games. Games are numbered from 1 and never removed, so this reads one of
    /// them.
    pub fn count(&self) -> Result<u64, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached("SELECT coalesce(max(id), 0) FROM games")?;
            query.query_row([], |row| row.get::<_, i64>(0))
        })
        .map(i64::cast_unsigned)
    }

    /// The last activity of an event; `None` if there is no such event.
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

/// Days as a duration; zero if the clock was set back.
fn elapsed(days: f64) -> Duration {
    Duration::try_from_secs_f64(days * 86_400.0).unwrap_or_default()
}
