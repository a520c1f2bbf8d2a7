//! What a search has found.

use std::fmt;
use std::time::Duration;

use outflank_core::{Board, Move, Rule};

use crate::Selectivity;

/// What a search has found so far, or in the end: the only result there is.
///
/// Scores are discs from the side to move; positive is good for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The game that is played.
    pub rule: Rule,
    /// The board that was searched.
    pub board: Board,
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// What the board is worth.
    pub score: i32,
    /// Whether the score is proven to the end of the game.
    pub exact: bool,
    /// How many plies deep; all empty squares when the end was reached.
    pub depth: u32,
    /// How sure the search is of what it left out.
    pub selectivity: Selectivity,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Best play of both sides, passes among it.
    pub pv: Vec<Move>,
    /// What is known of each move, the best one last.
    pub candidates: Vec<Candidate>,
}

/// What is known of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub played: Move,
    /// What the board is worth with it, from the side to move.
    pub score: i32,
    /// Whether it is worth that, at most that, or at least that.
    pub bound: Bound,
    /// How many plies deep it was searched, itself among them.
    pub depth: u32,
}

/// How a score stands to the truth that the search saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is this or more.
    Lower,
    /// The value is this or less.
    Upper,
}

impl Bound {
    /// `exact`, `lower` or `upper`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Lower => "lower",
            Self::Upper => "upper",
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
