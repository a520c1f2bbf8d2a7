//! A finished game as it travels.

use std::time::Duration;

use outflank_core::{Color, Game, Move, Position, Rule, Score};
use serde::{Deserialize, Serialize};

use crate::{Fault, GameEnding, PlayedGame, PlayedMove};

/// A game that was played on another machine.
#[derive(Serialize, Deserialize)]
pub struct SentGame {
    start: Position,
    moves: Vec<Move>,
    opening: usize,
    seen: Vec<SentMove>,
    ending: SentEnding,
    score: Score,
    logs: [String; 2],
}

/// A move that the referee saw.
#[derive(Serialize, Deserialize)]
struct SentMove {
    color: Color,
    played: Move,
    time: Duration,
    delay: Duration,
    score: Option<f64>,
    is_late: bool,
    candidates: Vec<Move>,
    log_end: Option<usize>,
}

#[derive(Serialize, Deserialize)]
enum SentEnding {
    PlayedOut,
    Adjudicated,
    Fault { color: Color, kind: String, detail: String },
}

impl SentGame {
    /// A game as it is sent.
    pub fn of(played: PlayedGame) -> Self {
        let PlayedGame { rule: _, game, opening, moves, ending, score, logs } = played;
        let seen = moves.into_iter().map(|seen| {
            let PlayedMove { color, played, time, delay, score, is_late, candidates, log_end } =
                seen;
            SentMove { color, played, time, delay, score, is_late, candidates, log_end }
        });
        let ending = match ending {
            GameEnding::PlayedOut => SentEnding::PlayedOut,
            GameEnding::Adjudicated => SentEnding::Adjudicated,
            GameEnding::Fault { color, fault } => {
                let (kind, detail) = (fault.kind.name().to_owned(), fault.detail);
                SentEnding::Fault { color, kind, detail }
            }
        };
        let (start, moves) = (game.start(), game.moves().to_vec());
        Self { start, moves, opening, seen: seen.collect(), ending, score, logs }
    }

    /// The game as the referee saw it; `None` if it is impossible.
    pub fn played(self, rule: Rule) -> Option<PlayedGame> {
        let Self { start, moves, opening, seen, ending, score, logs } = self;
        let mut game = Game::from_position(start);
        moves.into_iter().try_for_each(|played| game.play(played)).ok()?;
        let moves = seen.into_iter().map(|seen| {
            let SentMove { color, played, time, delay, score, is_late, candidates, log_end } = seen;
            PlayedMove { color, played, time, delay, score, is_late, candidates, log_end }
        });
        let ending = match ending {
            SentEnding::PlayedOut => GameEnding::PlayedOut,
            SentEnding::Adjudicated => GameEnding::Adjudicated,
            SentEnding::Fault { color, kind, detail } => {
                GameEnding::Fault { color, fault: Fault::new(kind.parse().ok()?, detail) }
            }
        };
        Some(PlayedGame { rule, game, opening, moves: moves.collect(), ending, score, logs })
    }

    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a game is plain data")
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}
