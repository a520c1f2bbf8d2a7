//! Reading whole games.

use outflank_core::{Color, Game, Move};
use rusqlite::{OptionalExtension, Row};

use super::columns::{Nanoseconds, Parsed};
use super::{Store, StoreError};
use crate::{
    EventId, Filter, GameId, GameRow, GameSummary, PlayedGame, PlayedMove, Slot, StoredGame,
};

impl Store {
    /// A game by its number.
    pub fn game(&self, id: GameId) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.games(&Filter { id: Some(id), ..Filter::default() })?.pop())
    }

    /// The game at a place of an event.
    pub fn game_at(&self, event: EventId, slot: Slot) -> Result<Option<StoredGame>, StoreError> {
        let Slot { round, pair, game } = slot;
        let id = self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT id FROM games
                 WHERE event = ?1 AND round = ?2 AND pair = ?3 AND game = ?4",
            )?;
            query.query_row((event.0, round, pair, game), |row| row.get(0)).optional()
        })?;
        id.map_or(Ok(None), |id| self.game(GameId(id)))
    }

    /// The matching games, in the order in which they were stored.
    /// [`Store::summaries`] is faster and leaves out the moves.
    pub fn games(&self, filter: &Filter) -> Result<Vec<StoredGame>, StoreError> {
        self.summaries(filter)?.into_iter().map(|game| self.whole(game)).collect()
    }

    /// A game with its moves and logs.
    pub fn whole(&self, game: GameSummary) -> Result<StoredGame, StoreError> {
        let GameSummary { id, start, opening, rule, ending, score, .. } = game;
        let plies = self.moves(id)?;
        let mut replayed = Game::from_position(start);
        for ply in &plies {
            replayed.play(ply.played).map_err(|error| {
                let number = replayed.moves().len() + 1;
                let what = format!("move {number}: {error}");
                StoreError::Damaged { path: self.path.clone(), game: id, what }
            })?;
        }
        let played = PlayedGame {
            rule,
            game: replayed,
            opening: opening as usize,
            moves: plies.into_iter().skip(opening as usize).collect(),
            ending,
            score,
            logs: [self.log(id, Color::Black)?, self.log(id, Color::White)?],
        };
        let row = GameRow { slot: game.slot, players: game.players, played, seed: game.seed };
        Ok(StoredGame { id, event: game.event, row, date: game.date, version: game.version })
    }

    fn moves(&self, id: GameId) -> Result<Vec<PlayedMove>, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT color, move, time_ns, score, is_late, candidates, log_end, delay_ns
                 FROM moves
                 WHERE game = ?1 ORDER BY ply",
            )?;
            query.query_map([id.0], ply)?.collect()
        })
    }

    fn log(&self, id: GameId, color: Color) -> Result<String, StoreError> {
        self.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT coalesce(max(text), '') FROM logs WHERE game = ?1 AND color = ?2",
            )?;
            query.query_row((id.0, color.to_string()), |row| row.get(0))
        })
    }
}

fn ply(row: &Row<'_>) -> rusqlite::Result<PlayedMove> {
    let time: Option<Nanoseconds> = row.get("time_ns")?;
    let delay: Option<Nanoseconds> = row.get("delay_ns")?;
    let candidates: Option<Parsed<MoveList>> = row.get("candidates")?;
    let log_end: Option<u32> = row.get("log_end")?;
    Ok(PlayedMove {
        color: row.get::<_, Parsed<_>>("color")?.0,
        played: row.get::<_, Parsed<_>>("move")?.0,
        // Moves of an opening have no time.
        time: time.map(|time| time.0).unwrap_or_default(),
        delay: delay.map(|delay| delay.0).unwrap_or_default(),
        score: row.get("score")?,
        is_late: row.get("is_late")?,
        candidates: candidates.map(|list| list.0.0).unwrap_or_default(),
        log_end: log_end.map(|end| end as usize),
    })
}

/// Moves with a space between them.
struct MoveList(Vec<Move>);

impl std::str::FromStr for MoveList {
    type Err = outflank_core::ParseMoveError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.split_whitespace().map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}
