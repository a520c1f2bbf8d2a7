//! What a search asks of an evaluation.

use outflank_core::{Board, InstructionSet, Kernel, Task};

/// What a board is worth to the agent that thinks.
///
/// Several reports count more of their own side than of the other, so a value
/// is not the negated value of the same board seen by the opponent. That is why
/// a board is always shown with the agent's discs as `own`, whoever is to move.
pub(crate) trait Evaluation: Send + Sync {
    /// What the search does where a side has to pass.
    const PASS: Pass;

    /// What `board` is worth, finished or not.
    fn value<K: Kernel>(&self, kernel: K, board: Board) -> f64;
}

/// What a search does where a side has to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// It looks no further.
    EndsTheBranch,
    /// It goes on, as deep as before.
    IsFree,
    /// It goes on, one ply less deep.
    IsAPly,
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The agent that thinks.
    Own,
    /// The other side.
    Opponent,
}

impl Turn {
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Own => Self::Opponent,
            Self::Opponent => Self::Own,
        }
    }

    /// What a board seen by the side to move is worth to that side.
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

/// What a board is worth to the agent, whose discs are `own`.
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
