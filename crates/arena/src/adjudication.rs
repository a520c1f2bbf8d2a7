//! The end of a game told by an exact search.

use outflank_core::{Board, Rule, Score};
use outflank_engine::{Engine, Goal, Limits, Options};

/// Who tells how a game would end with best play, once few squares are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Adjudication {
    empties: u32,
}

impl Adjudication {
    /// As many empty squares as are still solved in about a second.
    pub const MOST: u32 = 20;

    /// Ends games that have this many empty squares or fewer; no more than
    /// [`Self::MOST`].
    pub fn at(empties: u32) -> Self {
        Self { empties: empties.min(Self::MOST) }
    }

    /// From how many empty squares on.
    pub const fn empties(self) -> u32 {
        self.empties
    }

    /// How the game ends for the side to move; `None` if it is too early to say.
    pub(crate) fn score(self, rule: Rule, board: Board) -> Option<Score> {
        if board.empties().len() > self.empties {
            return None;
        }
        let mut engine = Engine::new(Options { threads: 1, hash_mib: 4 });
        let limits = Limits { goal: Goal::Solve, ..Limits::default() };
        let analysis = engine.search(rule, board, &limits, &mut |_| {});
        Score::new(analysis.score).filter(|_| analysis.exact)
    }
}
