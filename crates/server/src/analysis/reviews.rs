//! The file that keeps reviews.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use outflank_core::{Game, Move, Rule};
use outflank_durable::{Layout, LayoutError, database_reason};
use rusqlite::{Connection, OpenFlags, OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The maximum number of kept reviews; one takes about 20 kB. The oldest are dropped.
const MAX_REVIEWS: u32 = 2000;

/// Reviews of games, `OFLR`.
const LAYOUT: Layout =
    Layout { application: 0x4f46_4c52, version: 1, tables: TABLES, upgrades: &[] };

const TABLES: &str = "
CREATE TABLE reviews (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL UNIQUE,
    nodes INTEGER NOT NULL,
    review TEXT NOT NULL
) STRICT;
";

/// The reason why a review cannot be kept or read.
#[derive(Debug, thiserror::Error)]
#[error("cannot keep reviews: {0}")]
pub(crate) struct ReviewsError(String);

impl From<rusqlite::Error> for ReviewsError {
    fn from(error: rusqlite::Error) -> Self {
        Self(database_reason(&error))
    }
}

/// The rules, the start and the moves of a game. The review of a game does not depend on who
/// asks for it.
pub(crate) struct GameKey(String);

impl GameKey {
    pub(crate) fn of(rule: Rule, game: &Game) -> Self {
        let moves: String = game.moves().iter().map(Move::to_string).collect();
        Self(format!("{rule} {} {moves}", game.start()))
    }
}

/// A complete review, in the form in which it is sent.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct KeptReview {
    /// The nodes for each position.
    pub(crate) nodes: u64,
    /// The largest margin of a move, in discs.
    pub(crate) margin: u32,
    /// The summary of each side.
    pub(crate) black: Value,
    pub(crate) white: Value,
    /// The moves in the order of the game.
    pub(crate) moves: Vec<Value>,
}

/// The reviews of all games.
pub(crate) struct Reviews(Mutex<Connection>);

impl Reviews {
    /// Opens the file, and makes it if there is none.
    pub(crate) fn open(path: &Path) -> Result<Self, ReviewsError> {
        let opened = LAYOUT.open(path, OpenFlags::SQLITE_OPEN_CREATE);
        let connection = opened
            .map_err(|error: LayoutError| ReviewsError(format!("{}: {error}", path.display())))?;
        Ok(Self(Mutex::new(connection)))
    }

    fn with<T>(
        &self,
        ask: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ReviewsError> {
        // One statement changes the file wholly or not at all, also if a panic ends it.
        Ok(ask(&self.0.lock().unwrap_or_else(PoisonError::into_inner))?)
    }

    /// The review of a game with at least so many nodes.
    pub(crate) fn get(
        &self,
        key: &GameKey,
        nodes: u64,
    ) -> Result<Option<KeptReview>, ReviewsError> {
        let text: Option<String> = self.with(|connection| {
            connection
                .prepare_cached("SELECT review FROM reviews WHERE game = ?1 AND nodes >= ?2")?
                .query_row(params![key.0, nodes.cast_signed()], |row| row.get(0))
                .optional()
        })?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Keeps a review in place of a shallower one.
    pub(crate) fn put(&self, key: &GameKey, review: &KeptReview) -> Result<(), ReviewsError> {
        let text =
            serde_json::to_string(review).map_err(|error| ReviewsError(error.to_string()))?;
        self.with(|connection| {
            connection
                .prepare_cached(
                    "INSERT OR REPLACE INTO reviews (game, nodes, review) SELECT ?1, ?2, ?3 \
                     WHERE NOT EXISTS (SELECT 1 FROM reviews WHERE game = ?1 AND nodes > ?2)",
                )?
                .execute(params![key.0, review.nodes.cast_signed(), text])?;
            connection
                .prepare_cached(
                    "DELETE FROM reviews WHERE number <= \
                     (SELECT max(number) FROM reviews) - ?1",
                )?
                .execute([MAX_REVIEWS])?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn review(nodes: u64) -> KeptReview {
        KeptReview {
            nodes,
            margin: 2,
            black: Value::Null,
            white: Value::Null,
            moves: vec![nodes.into()],
        }
    }

    fn nodes(reviews: &Reviews, key: &GameKey, least: u64) -> Option<u64> {
        reviews.get(key, least).unwrap().map(|review| review.nodes)
    }

    #[test]
    fn the_deepest_review_of_a_game_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("reviews.db");
        let reviews = Reviews::open(&path).unwrap();
        let key = GameKey::of(Rule::Reversi, &Game::new());
        assert_eq!(nodes(&reviews, &key, 0), None);
        for (kept, expected) in [(10, 10), (40, 40), (20, 40)] {
            reviews.put(&key, &review(kept)).unwrap();
            assert_eq!(nodes(&reviews, &key, 0), Some(expected));
        }
        assert_eq!(nodes(&reviews, &key, 41), None);
        assert_eq!(nodes(&reviews, &GameKey::of(Rule::Reversed, &Game::new()), 0), None);
        drop(reviews);
        assert_eq!(nodes(&Reviews::open(&path).unwrap(), &key, 40), Some(40));
    }

    #[test]
    fn the_oldest_reviews_make_room() {
        let folder = tempfile::tempdir().unwrap();
        let reviews = Reviews::open(&folder.path().join("reviews.db")).unwrap();
        let key = |number: u32| GameKey(number.to_string());
        reviews.with(|connection| connection.execute_batch("PRAGMA synchronous = OFF")).unwrap();
        for number in 0..=MAX_REVIEWS {
            reviews.put(&key(number), &review(1)).unwrap();
        }
        assert_eq!(nodes(&reviews, &key(0), 0), None);
        assert_eq!(nodes(&reviews, &key(1), 0), Some(1));
    }
}
