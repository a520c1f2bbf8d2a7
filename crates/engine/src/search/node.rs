//! A node of the search: some plies deep, or to the end of the game.

use std::marker::PhantomData;

use outflank_core::{Bitboard, Board, Kernel, Square, Task};
use outflank_eval::{Evaluation, UNIT};

use super::endgame::{Endgame, is_worth_a_stability_check, most};
use super::order::{Candidate, MoveList, odd_quarters, square_value};
use super::split::{Helpers, Outcome};
use super::worker::Worker;
use crate::rules::Rules;
use crate::table::{Draft, Slot};

/// Nodes at least this deep look for cuts in the table for all their moves.
const TABLE_CUTS: u32 = 5;
/// Nodes at least this deep are split among threads.
const SPLIT: u32 = 6;
/// The same where the end of the game is in sight.
const SPLIT_ENDGAME: u32 = 14;
/// Shallower nodes are searched faster than they are looked up.
const LOOK_UP: u32 = 3;

/// A board to search `depth` plies deep with a window from `alpha` to `beta`.
///
/// With `PV` the window is wide and the exact value within it is found.
pub(super) struct Node<'w, 's, R, E: Evaluation, const PV: bool> {
    worker: &'w mut Worker<'s, E>,
    board: Board,
    state: E::State,
    alpha: i32,
    beta: i32,
    depth: u32,
    rules: PhantomData<R>,
}

impl<'w, 's, R: Rules, E: Evaluation, const PV: bool> Node<'w, 's, R, E, PV> {
    #[inline(always)]
    pub(super) fn new(
        worker: &'w mut Worker<'s, E>,
        board: Board,
        state: E::State,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> Self {
        debug_assert!(PV || beta == alpha + 1);
        Self { worker, board, state, alpha, beta, depth, rules: PhantomData }
    }
}

impl<R: Rules, E: Evaluation, const PV: bool> Task for Node<'_, '_, R, E, PV> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self { worker, board, state, alpha, beta, depth, rules } = self;
        let empties = board.empties().len();
        let is_complete = depth >= empties;
        let depth = depth.min(empties);
        if is_complete && !PV && empties <= R::ENDGAME {
            return kernel.run(Endgame { worker, board, alpha, rules });
        }
        if is_complete && PV && empties <= 6 {
            return by_zero_windows::<R, E, K>(kernel, worker, board, alpha, beta);
        }
        let moves = board.legal_moves_on(kernel);
        if moves.is_empty() {
            let passed = board.pass();
            if passed.legal_moves_on(kernel).is_empty() {
                worker.nodes += 1;
                return R::final_score(board);
            }
            let state = worker.shared.evaluation.pass(state);
            let node = Node::<R, E, PV>::new(worker, passed, state, -beta, -alpha, depth);
            return -kernel.run(node);
        }
        if depth == 0 {
            worker.nodes += 1;
            return static_value(kernel, worker.shared.evaluation, state, board);
        }
        if worker.enter() {
            return alpha;
        }
        if depth == 1 {
            return best_reply::<R, E, K>(kernel, worker, board, state, moves, beta);
        }
        if !PV && is_worth_a_stability_check(alpha, empties) {
            let most = most(R::lost_for_good(board));
            if most <= alpha {
                return most;
            }
        }

        let draft = Draft { depth, selectivity: worker.selectivity };
        let table = worker.shared.table;
        let slot = table.slot(board);
        let mut known = [None; 2];
        if depth >= LOOK_UP
            && let Some(entry) = table.get(slot)
        {
            if !PV && entry.draft.covers(draft) {
                if entry.lower >= beta {
                    return entry.lower;
                }
                if entry.upper <= alpha {
                    return entry.upper;
                }
            }
            known = entry.moves;
        }
        if !PV
            && let Some(score) =
                super::probcut::probable_cut::<R, E, K>(kernel, worker, board, state, alpha, depth)
        {
            return score;
        }
        if worker.is_aborted {
            return alpha;
        }

        let mut list = MoveList::new();
        let mut slots = [None::<Slot>; 64];
        for square in moves {
            let next = board.play_flips(square, board.flips_on(kernel, square));
            if R::SIGN > 0 && next.own().is_empty() {
                return 64;
            }
            if depth >= TABLE_CUTS {
                slots[square.index()] = Some(table.slot(next));
            }
            list.push(square, next, 0);
        }
        // A reply that is already known to be bad for the opponent will do.
        if !PV && depth >= TABLE_CUTS {
            let wanted = Draft { depth: depth - 1, ..draft };
            for candidate in list.iter_mut() {
                let Some(entry) = slots[candidate.square.index()].and_then(|slot| table.get(slot))
                else {
                    continue;
                };
                if entry.draft.covers(wanted) && -entry.upper >= beta {
                    table.put(slot, draft, -entry.upper, 64, Some(candidate.square));
                    return -entry.upper;
                }
            }
        }
        order::<R, E, K, PV>(kernel, worker, board, state, alpha, depth, known, &mut list);
        if worker.is_aborted {
            return alpha;
        }

        let can_split = if is_complete { depth >= SPLIT_ENDGAME } else { depth >= SPLIT };
        let mut helpers = Helpers::new(!PV);
        let mut best = -65;
        let mut best_move = None;
        let mut low = alpha;
        let mut count = 0;
        while let Some(Candidate { square, next, .. }) = list.pop_best() {
            let flips = board.opp() & next.opp();
            let next_state = worker.shared.evaluation.play(state, board, square, flips);
            count += 1;
            if can_split && count > 1 && list.len() > 0 && worker.shared.pool.has_room() {
                helpers.give(worker, square, next, next_state, low, depth - 1);
                continue;
            }
            let mut score = -65;
            if !PV || count > 1 {
                let child =
                    Node::<R, E, false>::new(worker, next, next_state, !low, -low, depth - 1);
                score = -kernel.run(child);
            }
            if PV && (count == 1 || (score > low && score < beta)) && !worker.is_aborted {
                let child =
                    Node::<R, E, true>::new(worker, next, next_state, -beta, -low, depth - 1);
                score = -kernel.run(child);
            }
            if worker.is_aborted {
                helpers.cancel();
                break;
            }
            if score > best {
                (best, best_move) = (score, Some(square));
                low = low.max(score);
                if low >= beta {
                    helpers.cancel();
                    break;
                }
            }
            if helpers.have_found() {
                break;
            }
        }
        for outcome in helpers.finish::<R, E, K>(kernel, worker) {
            if worker.is_aborted || low >= beta {
                break;
            }
            let Outcome { square, mut score, .. } = outcome;
            if PV && score > outcome.alpha && score < beta {
                let flips = board.flips_on(kernel, square);
                let next = board.play_flips(square, flips);
                let next_state = worker.shared.evaluation.play(state, board, square, flips);
                let child =
                    Node::<R, E, true>::new(worker, next, next_state, -beta, -low, depth - 1);
                score = -kernel.run(child);
                if worker.is_aborted {
                    break;
                }
            }
            if score > best {
                (best, best_move) = (score, Some(square));
                low = low.max(score);
            }
        }
        if worker.is_aborted {
            return alpha;
        }
        if depth >= LOOK_UP {
            let lower = if best > alpha { best } else { -64 };
            let upper = if best < beta { best } else { 64 };
            table.put(slot, draft, lower, upper, best_move);
        }
        best
    }
}

/// What the evaluation says, in whole discs.
#[inline(always)]
pub(super) fn static_value<E: Evaluation, K: Kernel>(
    kernel: K,
    evaluation: &E,
    state: E::State,
    board: Board,
) -> i32 {
    let value = evaluation.evaluate(kernel, state, board);
    ((value + UNIT / 2).div_euclid(UNIT)).clamp(-63, 63)
}

/// One ply: the best of all boards one move away.
#[inline(always)]
fn best_reply<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    state: E::State,
    moves: Bitboard,
    beta: i32,
) -> i32 {
    let evaluation = worker.shared.evaluation;
    let mut best = -65;
    for square in moves {
        let flips = board.flips_on(kernel, square);
        let next = board.play_flips(square, flips);
        worker.nodes += 1;
        let score = if next.own().is_empty() {
            -R::final_score(next)
        } else {
            let state = evaluation.play(state, board, square, flips);
            -static_value(kernel, evaluation, state, next)
        };
        best = best.max(score);
        if best >= beta {
            break;
        }
    }
    best
}

/// The exact score by a few zero windows: so near the end that is cheaper than
/// to keep a window open.
#[inline(always)]
fn by_zero_windows<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    alpha: i32,
    beta: i32,
) -> i32 {
    let mut low = alpha;
    loop {
        let rules = PhantomData::<R>;
        let score = kernel.run(Endgame { worker: &mut *worker, board, alpha: low, rules });
        if score <= low {
            return if low == alpha { score } else { low };
        }
        if score >= beta || worker.is_aborted {
            return score;
        }
        low = score;
    }
}

/// Gives every move of the list its place.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the node, taken apart by its owner")]
fn order<R: Rules, E: Evaluation, K: Kernel, const PV: bool>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    state: E::State,
    alpha: i32,
    depth: u32,
    known: [Option<Square>; 2],
    list: &mut MoveList,
) {
    if list.len() < 2 {
        return;
    }
    let odd = odd_quarters(board);
    let is_complete = depth >= board.empties().len();
    let look = look_ahead(depth, is_complete, PV);
    for candidate in list.iter_mut() {
        let Candidate { square, next, .. } = *candidate;
        if known[0] == Some(square) {
            candidate.order = 1 << 28;
            continue;
        }
        if known[1] == Some(square) {
            candidate.order = 1 << 27;
            continue;
        }
        let replies = next.legal_moves_on(kernel);
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
            // What is far below the window need not be known in detail.
            let floor = (alpha - 8).max(-64);
            let node = Node::<R, E, true>::new(worker, next, next_state, -65, -floor, look);
            -kernel.run(node) * UNIT
        };
        let weight = if is_complete { MOBILITY_WEIGHT } else { 8 };
        candidate.order += value - mobility * weight;
    }
}

/// What a reply of the opponent costs in the order of a complete search, in
/// units of the evaluation.
const MOBILITY_WEIGHT: i32 = 128;

/// How many plies to look ahead for the order of moves; `None` for not even an
/// evaluation.
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
