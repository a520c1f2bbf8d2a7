//! The ratings of an event.

use super::{ContentHash, Store, StoreError};
use crate::{Agent, EventId};

/// The rating of a player in an event.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// The player.
    pub agent: Agent,
    /// The rating in Elo.
    pub rating: f64,
    /// Half the width of the 95 % interval; `None` if it is infinite.
    pub error: Option<f64>,
    /// The number of its games.
    pub games: u32,
}

impl Store {
    /// Replaces the ratings of an event.
    pub fn put_ratings(&mut self, event: EventId, rows: &[RatingRow]) -> Result<(), StoreError> {
        let written = self.write(|writing| {
            writing.execute("DELETE FROM ratings WHERE event = ?1", [event.0])?;
            let mut insert = writing.prepare_cached(
                "INSERT INTO ratings (event, agent, rating, error, games)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
            )?;
            for RatingRow { agent, rating, error, games } in rows {
                let agent = super::writing::agent(writing, agent)?;
                insert.execute((event.0, agent, rating, error, games))?;
            }
            Ok(())
        });
        written.map_err(|error| self.failed(&error))
    }

    /// The ratings of an event, the strongest first.
    pub fn ratings(&self, event: EventId) -> Result<Vec<RatingRow>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT name, hash, rating, error, games FROM ratings
                 JOIN agents ON agents.id = ratings.agent
                 WHERE event = ?1 ORDER BY rating DESC, name, hash",
            )?;
            let rows = query.query_map([event.0], |row| {
                let agent =
                    Agent { name: row.get("name")?, hash: ContentHash::of_text(row.get("hash")?) };
                Ok(RatingRow {
                    agent,
                    rating: row.get("rating")?,
                    error: row.get("error")?,
                    games: row.get("games")?,
                })
            })?;
            rows.collect()
        })
    }
}
