//! How strong the players of an event are.

use super::{ContentHash, Store, StoreError};
use crate::{Agent, EventId};

/// How strong a player of an event is.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingRow {
    /// Who.
    pub agent: Agent,
    /// How strong, in Elo.
    pub rating: f64,
    /// Half the width of the interval of 95 %; `None` if it has no end.
    pub error: Option<f64>,
    /// After how many games.
    pub games: u32,
}

impl Store {
    /// Keeps the ratings of an event in place of those it had.
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
                let agent = Agent { name: row.get("name")?, hash: ContentHash(row.get("hash")?) };
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
