//! Iterative deepening.

use std::ops::RangeInclusive;

use outflank_core::{Bitboard, Board, Square};

use super::{AlphaBeta, Budget, Evaluation, Pass};
use crate::SearchLimits;

/// The move of a search of `depth` plies, or of the depths that `limits` give.
pub(crate) fn search_to_depth<E: Evaluation>(
    evaluation: &E,
    board: Board,
    moves: Bitboard,
    depth: u32,
    limits: SearchLimits,
) -> Option<Square> {
    deepen(evaluation, board, moves, limits.depths(depth..=depth), &mut limits.budget(None))
}

/// The move of the deepest search within the budget; the first of `moves` if no
/// search was finished.
pub(crate) fn deepen<E: Evaluation>(
    evaluation: &E,
    board: Board,
    moves: Bitboard,
    depths: RangeInclusive<u32>,
    budget: &mut Budget,
) -> Option<Square> {
    // The maximum length of a game: one pass for each empty square.
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
