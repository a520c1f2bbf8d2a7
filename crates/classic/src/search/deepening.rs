//! One search after the other, each a ply deeper.

use std::ops::RangeInclusive;

use outflank_core::{Bitboard, Board, Square};

use super::{AlphaBeta, Budget, Evaluation, Pass};

/// The move of the deepest search that the budget allowed; the first of `moves`
/// if it did not allow any.
pub(crate) fn deepen<E: Evaluation>(
    evaluation: &E,
    board: Board,
    moves: Bitboard,
    depths: RangeInclusive<u32>,
    budget: &mut Budget,
) -> Option<Square> {
    // No game is longer: at most one pass for each empty square.
    let empties = board.empties().len();
    let longest = if E::PASS == Pass::IsAPly { 2 * empties } else { empties };
    let (first, last) = (*depths.start().min(&longest), *depths.end().min(&longest));
    let mut chosen = moves.first();
    let mut search = AlphaBeta { evaluation, budget };
    for depth in first..=last {
        let window = [f64::NEG_INFINITY, f64::INFINITY];
        match search.best_move(board, moves, depth, window) {
            Ok(best) => chosen = best.or(chosen),
            Err(_) => break,
        }
    }
    chosen
}
