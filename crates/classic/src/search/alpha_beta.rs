//! Minimax with alpha-beta pruning.

use outflank_core::{Board, InstructionSet, Kernel, Square, Task};

use super::{Budget, Evaluation, Exhausted, Pass, Turn};

/// Minimax with alpha-beta pruning, moves in the order of their squares as in
/// the reports.
pub(crate) struct AlphaBeta<'a, E> {
    pub(crate) evaluation: &'a E,
    pub(crate) budget: &'a mut Budget,
}

impl<E: Evaluation> AlphaBeta<'_, E> {
    /// The first of the best of `moves`, if its value is greater than `alpha`. The
    /// search stops at a value of `beta`.
    pub(crate) fn best_move(
        &mut self,
        board: Board,
        moves: impl IntoIterator<Item = Square>,
        depth: u32,
        [mut alpha, beta]: [f64; 2],
    ) -> Result<Option<Square>, Exhausted> {
        let mut best = None;
        for square in moves {
            let next = board.play_flips(square, board.flips(square));
            let depth = depth.saturating_sub(1);
            let window = [-beta, -alpha];
            let value = -self.value(next, Turn::Opponent, depth, window)?;
            if value > alpha {
                (best, alpha) = (Some(square), value);
            }
            if value >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The value of `board` for the side to move.
    pub(crate) fn value(
        &mut self,
        board: Board,
        turn: Turn,
        depth: u32,
        window: [f64; 2],
    ) -> Result<f64, Exhausted> {
        InstructionSet::best().run(Node { search: self, board, turn, depth, window })
    }
}

struct Node<'s, 'a, E> {
    search: &'s mut AlphaBeta<'a, E>,
    /// Seen by the side to move, as is the window.
    board: Board,
    turn: Turn,
    depth: u32,
    window: [f64; 2],
}

impl<E: Evaluation> Task for Node<'_, '_, E> {
    type Output = Result<f64, Exhausted>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let Self { search, board, turn, depth, window: [mut alpha, beta] } = self;
        search.budget.spend()?;
        let Some(less) = depth.checked_sub(1) else {
            return Ok(turn.value(kernel, search.evaluation, board));
        };
        let moves = board.legal_moves_on(kernel);
        if moves.is_empty() {
            let passed = board.pass();
            let depth = match E::PASS {
                Pass::EndsTheBranch => None,
                _ if passed.legal_moves_on(kernel).is_empty() => None,
                Pass::IsFree => Some(depth),
                Pass::IsAPly => Some(less),
            };
            let Some(depth) = depth else {
                return Ok(turn.value(kernel, search.evaluation, board));
            };
            let window = [-beta, -alpha];
            let next = Node { search, board: passed, turn: turn.other(), depth, window };
            return kernel.run(next).map(|value| -value);
        }
        let mut best = f64::NEG_INFINITY;
        for square in moves {
            let next = board.play_flips(square, board.flips_on(kernel, square));
            let window = [-beta, -alpha];
            let next = Node { search, board: next, turn: turn.other(), depth: less, window };
            best = best.max(-kernel.run(next)?);
            if best >= beta {
                break;
            }
            alpha = alpha.max(best);
        }
        Ok(best)
    }
}
