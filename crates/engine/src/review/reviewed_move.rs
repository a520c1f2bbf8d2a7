//! One move of a game beside the best one.

use outflank_core::{Color, Move, Position};

use super::Grade;

/// One move of a game beside the best one. Scores are discs from the mover's
/// view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewedMove {
    /// Which move of the game it is, from 1; passes count.
    pub ply: usize,
    /// Where it was played.
    pub position: Position,
    /// The move.
    pub played: Move,
    /// What the position is worth with it.
    pub score: i32,
    /// The best move known: the one played unless that lost something.
    pub best: Move,
    /// What the position is worth with the best move; never below `score`.
    pub best_score: i32,
    /// Whether both scores are proven to the end of the game.
    pub exact: bool,
    /// How many plies deep the position was searched.
    pub depth: u32,
    /// Best play of both sides from the position, the best move first.
    pub pv: Vec<Move>,
    /// What the move is called.
    pub grade: Grade,
}

impl ReviewedMove {
    /// Who played it.
    pub const fn color(&self) -> Color {
        self.position.to_move()
    }

    /// How many discs worse than the best move it was.
    pub const fn loss(&self) -> u32 {
        self.best_score.abs_diff(self.score)
    }

    /// What the position is worth to `color` with the move that was played.
    pub fn score_for(&self, color: Color) -> i32 {
        if color == self.color() { self.score } else { -self.score }
    }
}
