//! Iterative deepening.

use std::ops::RangeInclusive;

use outflank_core::{Board, Square};

use super::{AlphaBeta, Budget, Evaluation, Pass, Turn};
use crate::SearchLimits;

/// The move of a search of `depth` plies, or of the depths that `limits` give.
pub(crate) fn search_to_depth<E: Evaluation>(
    evaluation: &E,
    board: Board,
    moves: &[Square],
    depth: u32,
    limits: SearchLimits,
) -> Option<Square> {
    deepen(evaluation, board, moves, limits.depths(depth..=depth), &mut limits.budget(None))
}

/// The value of a move for the side to move, by a search of `depth` plies.
pub(crate) fn value_after<E: Evaluation>(
    evaluation: &E,
    board: Board,
    square: Square,
    depth: u32,
) -> f64 {
    let next = board.play_flips(square, board.flips(square));
    let mut budget = Budget::new(None, None);
    let mut search = AlphaBeta { evaluation, budget: &mut budget };
    let window = [f64::NEG_INFINITY, f64::INFINITY];
    let value = search.value(next, Turn::Opponent, depth.saturating_sub(1), window);
    -value.expect("a budget without limits is never spent")
}

/// The move of the deepest search within the budget; the first of `moves` if no
/// search was finished.
pub(crate) fn deepen<E: Evaluation>(
    evaluation: &E,
    board: Board,
    moves: &[Square],
    depths: RangeInclusive<u32>,
    budget: &mut Budget,
) -> Option<Square> {
    // The maximum length of a game: one pass for each empty square.
    let empties = board.empties().len();
    let longest = if E::PASS == Pass::IsAPly { 2 * empties } else { empties };
    let (first, last) = (*depths.start().min(&longest), *depths.end().min(&longest));
    let mut chosen = moves.first().copied();
    let mut search = AlphaBeta { evaluation, budget };
    for depth in first..=last {
        let window = [f64::NEG_INFINITY, f64::INFINITY];
        match search.best_move(board, moves.iter().copied(), depth, window) {
            Ok(best) => chosen = best.or(chosen),
            Err(_) => break,
        }
    }
    chosen
}
