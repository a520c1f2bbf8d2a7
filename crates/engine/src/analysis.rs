//! The result of a search.

use std::fmt;
use std::time::Duration;

use outflank_core::{Board, Move, Rule, Score};

use crate::{Outcome, SearchScore, Selectivity};

/// The result of a search, finished or in progress.
///
/// All scores are from the view of the side to move.
///
/// ```
/// use outflank_core::{Board, Rule};
/// use outflank_engine::{Engine, Limits, Options};
///
/// let mut engine = Engine::new(Options { threads: 1, hash_mib: 1 });
/// let limits = Limits { depth: Some(4), lines: 2, ..Limits::default() };
/// let analysis = engine.search(Rule::Reversi, Board::START, &limits, &mut |_| {});
/// let best = &analysis.candidates[0];
/// assert_eq!(Some(best.played), analysis.best);
/// assert_eq!((best.score, &best.pv), (analysis.score, &analysis.pv));
/// assert!(analysis.candidates.iter().all(|other| other.pv[0] == other.played));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The rule set.
    pub rule: Rule,
    /// The board that was searched.
    pub board: Board,
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The value of the board in discs.
    ///
    /// With an [`Analysis::outcome`] that is exact it is only a bound: a win by at
    /// least this much, or a loss by at least this much.
    pub score: SearchScore,
    /// The result of a search with [`Goal::Outcome`](crate::Goal::Outcome): proven if
    /// `exact`, otherwise expected. `None` for other searches.
    pub outcome: Option<Outcome>,
    /// Whether the score, or the outcome, is proven to the end of the game.
    pub exact: bool,
    /// The depth in plies; the number of empty squares if the search reached
    /// the end of the game.
    pub depth: u32,
    /// The confidence in the moves that were left out.
    pub selectivity: Selectivity,
    /// The error to expect of the score, in discs; 0 if it is exact. By the calibration of
    /// the evaluation, a search eight plies deeper lies within it in 95 of 100 cases.
    pub margin: u32,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time used.
    pub time: Duration,
    /// The principal variation: best play of both sides, passes included.
    pub pv: Vec<Move>,
    /// All legal moves, the best first; a single pass if there is no other
    /// move, and nothing if the game is over.
    ///
    /// Moves that a symmetry of the board maps onto each other have the same
    /// score, bound and depth, and their lines map onto each other too.
    ///
    /// Scores of a selective search contradict each other at times: a move can
    /// have a higher score than the one before it.
    pub candidates: Vec<Candidate>,
    /// Whether this is the answer of an opening book, without a search.
    pub is_book: bool,
}

impl Analysis {
    /// The final score under best play, if it is proven.
    pub fn exact_score(&self) -> Option<Score> {
        let is_proven = self.exact && self.outcome.is_none();
        Score::new(self.score.discs()).filter(|_| is_proven)
    }

    /// The score as people see it: discs, or 1, 0 and -1 if the goal was the outcome.
    pub fn shown_score(&self) -> i32 {
        self.outcome.map_or(self.score.discs(), Outcome::sign)
    }

    /// The score of a candidate in the unit of [`Analysis::shown_score`], with its bound.
    pub fn shown_candidate(&self, candidate: &Candidate) -> (i32, Bound) {
        let &Candidate { score, bound, .. } = candidate;
        if self.outcome.is_none() {
            return (score.discs(), bound);
        }
        // Nothing is better than a win or worse than a loss.
        let bound = match (bound, score.outcome()) {
            (Bound::Lower, Outcome::Win) | (Bound::Upper, Outcome::Loss) => Bound::Exact,
            _ => bound,
        };
        (score.outcome().sign(), bound)
    }
}

/// A legal move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub played: Move,
    /// The value of the board if this move is played, for the side to move.
    pub score: SearchScore,
    /// Whether `score` is the value of the move or a bound of it.
    pub bound: Bound,
    /// The depth of its search in plies, the move itself included; 0 if it was
    /// not searched.
    pub depth: u32,
    /// Best play of both sides that starts with this move.
    pub pv: Vec<Move>,
}

/// The relation of a score to the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The score is the value.
    Exact,
    /// The value is this score or more.
    Lower,
    /// The value is this score or less.
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

    /// The bound of the negated score.
    pub(crate) const fn negated(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
