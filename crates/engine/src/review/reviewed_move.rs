//! One move of a game beside the best one.

use outflank_core::{Color, Move, Position};

use super::Grade;
use crate::SearchScore;

/// One move of a game beside the best one. Scores are discs from the mover's
/// view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// The number of the move in the game, from 1; passes count.
    pub ply: usize,
    /// The position before it.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// The value of the position with it.
    pub score: SearchScore,
    /// The best move known: the one played unless that lost something.
    pub best: Move,
    /// The value of the position with the best move; never below `score`.
    pub best_score: SearchScore,
    /// Whether both scores are proven to the end of the game.
    pub exact: bool,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The error to expect of the scores, in discs; 0 if they are exact.
    pub margin: u32,
    /// Best play of both sides from the position, the best move first.
    pub pv: Vec<Move>,
    /// The grade.
    pub grade: Grade,
    /// Whether the scores are those of an opening book.
    pub is_book: bool,
}

impl ReviewedMove {
    /// The side that played it.
    pub const fn color(&self) -> Color {
        self.position.to_move()
    }

    /// The loss in discs compared with the best move.
    pub const fn loss(&self) -> u32 {
        self.best_score.discs().abs_diff(self.score.discs())
    }

    /// True if the move lost no more than the margin: a deeper search may find that it lost
    /// nothing.
    pub const fn is_within_margin(&self) -> bool {
        self.loss() > 0 && self.loss() <= self.margin
    }

    /// The value of the position for `color`, with the move that was played.
    pub fn score_for(&self, color: Color) -> SearchScore {
        if color == self.color() { self.score } else { -self.score }
    }
}
