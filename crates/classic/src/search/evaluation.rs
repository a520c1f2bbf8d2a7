//! The evaluation of a board, as the search uses it.

use outflank_core::{Board, InstructionSet, Kernel, Task};

/// One term of an evaluation: a count times its weight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What is counted, such as `own moves`.
    pub name: &'static str,
    /// The count. That of a map is the sum of its squares.
    pub count: f64,
    /// The weight of the count at this point of the game.
    pub weight: f64,
}

impl Term {
    #[inline(always)]
    pub(crate) const fn new(name: &'static str, count: f64, weight: f64) -> Self {
        Self { name, count, weight }
    }

    /// Its part of the value of the board.
    #[inline(always)]
    pub const fn value(self) -> f64 {
        self.count * self.weight
    }
}

/// The value of a board for the agent.
///
/// Several reports count more for their own side than for the other, so the value
/// of a board is not the negated value for the opponent. Therefore the agent's
/// discs are always `own`, for either side to move.
pub(crate) trait Evaluation: Send + Sync {
    /// The treatment of a pass.
    const PASS: Pass;

    /// Passes the terms of `board`, finished or not, to `visit`. The value is their sum,
    /// so what is shown of an evaluation is what the search uses.
    fn terms<K: Kernel>(&self, kernel: K, board: Board, visit: &mut impl FnMut(Term));

    /// The value of `board`, finished or not.
    #[inline(always)]
    fn value<K: Kernel>(&self, kernel: K, board: Board) -> f64 {
        let mut sum = 0.0;
        self.terms(kernel, board, &mut |term| sum += term.value());
        sum
    }
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

/// The terms of a board for the agent, whose discs are `own`.
pub(crate) fn terms_of(evaluation: &impl Evaluation, board: Board) -> Vec<Term> {
    InstructionSet::best().run(Terms { evaluation, board })
}

struct Terms<'a, E> {
    evaluation: &'a E,
    board: Board,
}

impl<E: Evaluation> Task for Terms<'_, E> {
    type Output = Vec<Term>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<Term> {
        let mut terms = Vec::new();
        self.evaluation.terms(kernel, self.board, &mut |term| terms.push(term));
        terms
    }
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
