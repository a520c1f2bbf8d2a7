//! Adjudication: the end of a game by an exact search.

use outflank_core::{Board, Rule, Score};
use outflank_engine::{Engine, Goal, Limits, Options};

/// Ends a game with the result of best play once few squares are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    empties: u32,
}

impl Adjudication {
    /// The maximum number of empty squares, which takes about a second.
    pub const MAX_EMPTIES: u32 = 20;

    /// Ends games with this number of empty squares or fewer, up to
    /// [`Self::MAX_EMPTIES`].
    pub fn at(empties: u32) -> Self {
        Self { empties: empties.min(Self::MAX_EMPTIES) }
    }

    /// The number of empty squares at which games end.
    pub const fn empties(self) -> u32 {
        self.empties
    }

    /// The final score for the side to move; `None` with more empty squares.
    pub(crate) fn score(self, rule: Rule, board: Board) -> Option<Score> {
        if board.empties().len() > self.empties {
            return None;
        }
        let mut engine = Engine::new(Options { threads: 1, hash_mib: 4 });
        let limits = Limits { goal: Goal::Solve, ..Limits::default() };
        let analysis = engine.search(rule, board, &limits, &mut |_| {});
        analysis.exact_score()
    }
}
