//! Multi-ProbCut: cuts that a shallow search makes probable.

use outflank_core::{Bitboard, Board, Kernel};
use outflank_eval::Evaluation;

use super::node::{Node, static_value};
use super::worker::Worker;
use crate::Selectivity;
use crate::rules::Rules;

/// Shallower nodes cost less than the probe.
const SHALLOWEST: u32 = 2;
/// The maximum number of nested probes.
const NESTED: u32 = 2;

/// The bound of the window from `alpha` to `alpha + 1`, if a shallow search is so far
/// outside the window that the deep one very probably is too; otherwise `None`.
#[inline(always)]
pub(super) fn probable_cut<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    moves: Bitboard,
    state: E::State,
    alpha: i32,
    depth: u32,
) -> Option<i32> {
    if worker.selectivity == Selectivity::Full || depth < SHALLOWEST || worker.probing >= NESTED {
        return None;
    }
    let evaluation = worker.shared.evaluation;
    let empties = board.empties().len();
    let deviations = worker.selectivity.deviations();
    let beta = alpha + 1;
    // Two fifths as deep. The difference is even, because a score depends on which
    // side moves last.
    let shallow = depth * 2 / 5 / 2 * 2 + depth % 2;
    let margin =
        |shallow| (deviations * evaluation.deviation(empties, depth, shallow)).ceil() as i32;
    let error = margin(shallow);
    // No probe if the evaluation makes its success improbable.
    let doubt = margin(0) / 2;
    let now = static_value(kernel, evaluation, state, board);
    let mut probe = |alpha: i32, expects_cut: bool| {
        worker.probing += 1;
        let node = Node::<R, E, false>::new(worker, board, moves, state, alpha, alpha + 1, shallow);
        let score = kernel.run(node.expecting_cut(expects_cut));
        worker.probing -= 1;
        score
    };
    let above = beta + error;
    if now >= beta - doubt && above < 64 && probe(above - 1, true) >= above {
        return Some(beta);
    }
    let below = alpha - error;
    if now <= alpha + doubt && below > -64 && probe(below, false) <= below {
        return Some(alpha);
    }
    None
}
