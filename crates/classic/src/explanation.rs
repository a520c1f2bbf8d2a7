//! What an agent sees on a board.

use outflank_core::Square;

use crate::Term;

/// What an agent sees on a board: the terms of its evaluation, and the same after each move.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// The terms of the board for the side to move.
    pub terms: Vec<Term>,
    /// The depth of the search behind [`ExplainedMove::searched`], in plies.
    pub depth: u32,
    /// The legal moves in the order of their squares.
    pub moves: Vec<ExplainedMove>,
    /// The move that the agent plays; `None` for a pass.
    pub choice: Option<Square>,
}

/// A move as an agent sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplainedMove {
    /// The move.
    pub square: Square,
    /// The terms of the board after the move, for the side that plays it.
    pub terms: Vec<Term>,
    /// The value of the move by the agent's search.
    pub searched: f64,
}

impl Explanation {
    /// The value of the board: the sum of its terms.
    pub fn value(&self) -> f64 {
        sum(&self.terms)
    }
}

impl ExplainedMove {
    /// The value of the board after the move, without a search.
    pub fn value(&self) -> f64 {
        sum(&self.terms)
    }
}

fn sum(terms: &[Term]) -> f64 {
    terms.iter().map(|term| term.value()).sum()
}
