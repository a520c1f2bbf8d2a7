//! Minimax without pruning.

use outflank_core::{Board, InstructionSet, Kernel, Square, Task};

use super::{Budget, Evaluation, Exhausted, Pass, Turn};

/// Minimax without pruning: the brute force of report 001, and the reference for
/// the tests of [`super::AlphaBeta`].
pub(crate) struct Minimax<'a, E> {
    pub(crate) evaluation: &'a E,
    pub(crate) budget: &'a mut Budget,
}

impl<E: Evaluation> Minimax<'_, E> {
    /// The first of the best among `moves`.
    pub(crate) fn best_move(
        &mut self,
        board: Board,
        moves: impl IntoIterator<Item = Square>,
        depth: u32,
    ) -> Result<Option<Square>, Exhausted> {
        let mut best = None;
        let mut best_value = f64::NEG_INFINITY;
        for square in moves {
            let next = board.play_flips(square, board.flips(square));
            let value = -self.value(next, Turn::Opponent, depth.saturating_sub(1))?;
            if value > best_value {
                (best, best_value) = (Some(square), value);
            }
        }
        Ok(best)
    }

    /// The value of `board` for the side to move.
    pub(crate) fn value(&mut self, board: Board, turn: Turn, depth: u32) -> Result<f64, Exhausted> {
        InstructionSet::best().run(Node { search: self, board, turn, depth })
    }
}

struct Node<'s, 'a, E> {
    search: &'s mut Minimax<'a, E>,
    /// Seen by the side to move.
    board: Board,
    turn: Turn,
    depth: u32,
}

impl<E: Evaluation> Task for Node<'_, '_, E> {
    type Output = Result<f64, Exhausted>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let Self { search, board, turn, depth } = self;
        search.budget.spend()?;
        let moves = board.legal_moves_on(kernel);
        let must_pass = moves.is_empty();
        let is_over = must_pass && board.pass().legal_moves_on(kernel).is_empty();
        if depth == 0 || is_over || must_pass && E::PASS == Pass::EndsTheBranch {
            return Ok(turn.value(kernel, search.evaluation, board));
        }
        if must_pass {
            let depth = if E::PASS == Pass::IsAPly { depth - 1 } else { depth };
            let next = Node { search, board: board.pass(), turn: turn.other(), depth };
            return kernel.run(next).map(|value| -value);
        }
        let mut best = f64::NEG_INFINITY;
        for square in moves {
            let board = board.play_flips(square, board.flips_on(kernel, square));
            let next = Node { search, board, turn: turn.other(), depth: depth - 1 };
            best = best.max(-kernel.run(next)?);
        }
        Ok(best)
    }
}
