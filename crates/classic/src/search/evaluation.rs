//! The evaluation of a board, as the search uses it.

use outflank_core::{Board, InstructionSet, Kernel, Task};

/// The value of a board for the agent.
///
/// Several reports count more for their own side than for the other, so the value
/// of a board is not the negated value for the opponent. Therefore the agent's
/// discs are always `own`, for either side to move.
pub(crate) trait Evaluation: Send + Sync {
    /// The treatment of a pass.
    const PASS: Pass;

    /// The value of `board`, finished or not.
    fn value<K: Kernel>(&self, kernel: K, board: Board) -> f64;
}

/// The treatment of a pass in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// The branch ends there.
    EndsTheBranch,
    /// A pass does not count as a ply.
    IsFree,
    /// A pass counts as a ply.
    IsAPly,
}

/// The side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The agent.
    Own,
    /// Its opponent.
    Opponent,
}

impl Turn {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Own => Self::Opponent,
            Self::Opponent => Self::Own,
        }
    }

    /// The value of a board for the side to move, whose discs are `own`.
    #[inline(always)]
    pub(crate) fn value<K: Kernel>(
        self,
        kernel: K,
        evaluation: &impl Evaluation,
        board: Board,
    ) -> f64 {
        match self {
            Self::Own => evaluation.value(kernel, board),
            Self::Opponent => -evaluation.value(kernel, board.pass()),
        }
    }
}

/// The value of a board for the agent, whose discs are `own`.
pub(crate) fn value_of(evaluation: &impl Evaluation, board: Board) -> f64 {
    InstructionSet::best().run(Value { evaluation, board })
}

struct Value<'a, E> {
    evaluation: &'a E,
    board: Board,
}

impl<E: Evaluation> Task for Value<'_, E> {
    type Output = f64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> f64 {
        self.evaluation.value(kernel, self.board)
    }
}
