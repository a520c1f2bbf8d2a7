//! The order of the moves of a node, by a shallow search.

use outflank_core::{Bitboard, Kernel, Square};
use outflank_eval::{Evaluation, UNIT};

use super::node::{Node, Parent};
use super::order::{Candidate, MoveList, odd_quarters, square_value};
use super::worker::Worker;
use crate::rules::Rules;

/// Ranks every move of the list.
#[inline(always)]
pub(super) fn rank<R: Rules, E: Evaluation, K: Kernel, const PV: bool>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    parent: &Parent<E>,
    known: [Option<Square>; 2],
    list: &mut MoveList,
) {
    if list.len() < 2 {
        return;
    }
    let Parent { board, state, alpha, depth, .. } = *parent;
    let odd = odd_quarters(board);
    let is_complete = depth >= board.empties().len();
    let look = look_ahead(depth, is_complete, PV);
    for candidate in list.iter_mut() {
        let Candidate { square, next, replies, .. } = *candidate;
        if known[0] == Some(square) {
            candidate.order = 1 << 28;
            continue;
        }
        if known[1] == Some(square) {
            candidate.order = 1 << 27;
            continue;
        }
        let corners = (replies & Bitboard::CORNERS).len().cast_signed();
        let mobility = replies.len().cast_signed() + R::CORNER_REPLY * corners;
        let flips = board.opp() & next.opp();
        candidate.order = R::SIGN * square_value(square) * 4
            + i32::from(odd.has(square)) * R::ODD_QUARTER
            - flips.len().cast_signed() * R::FLIP;
        let Some(look) = look else {
            candidate.order -= mobility * 64;
            continue;
        };
        let evaluation = worker.shared.evaluation;
        let next_state = evaluation.play(state, board, square, flips);
        let value = if look == 0 {
            worker.nodes += 1;
            -evaluation.evaluate(kernel, next_state, next)
        } else {
            // Moves far below the window need no accurate score.
            let floor = (alpha - 4).max(-64);
            let node =
                Node::<R, E, true>::new(worker, next, replies, next_state, -65, -floor, look);
            -kernel.run(node) * UNIT
        };
        let weight = if is_complete { R::REPLY } else { 8 };
        candidate.order += value - mobility * weight;
    }
}

/// The search depth for the order of moves, in plies; `None` to skip even the evaluation.
#[inline(always)]
fn look_ahead(depth: u32, is_complete: bool, is_pv: bool) -> Option<u32> {
    if is_complete {
        Some(depth.saturating_sub(if is_pv { 14 } else { 17 }) / 3)
    } else if depth < 3 {
        None
    } else {
        Some(depth.saturating_sub(if is_pv { 3 } else { 6 }) / 3)
    }
}
