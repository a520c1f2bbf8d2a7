//! The moves at the root of the search.

use std::marker::PhantomData;

use outflank_core::{Board, Kernel, Square, Task};
use outflank_eval::Evaluation;

use super::node::Node;
use super::split::{Helpers, SplitResult};
use super::worker::Worker;
use crate::Bound;
use crate::rules::Rules;
use crate::table::Draft;

/// A move at the root, and its result so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RootMove {
    pub(crate) square: Square,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) depth: u32,
}

impl RootMove {
    /// A move without a result.
    pub(crate) fn new(square: Square) -> Self {
        Self { square, score: 64, bound: Bound::Upper, depth: 0 }
    }
}

/// One iteration: `moves` searched `depth` plies deep.
///
/// The best `lines` moves come first with scores of their own; the others keep
/// bounds.
pub(crate) struct Root<'w, 's, 'm, R, E: Evaluation> {
    pub(crate) worker: &'w mut Worker<'s, E>,
    pub(crate) board: Board,
    pub(crate) moves: &'m mut [RootMove],
    pub(crate) depth: u32,
    pub(crate) lines: usize,
    pub(crate) window: Window,
    pub(crate) rules: PhantomData<R>,
}

/// How an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Complete,
    /// Stopped, but the first move is proven better at this depth than the one that was first
    /// before.
    NewLeader,
    /// Stopped; the moves and their scores are unusable.
    Stopped,
}

/// The window of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Window {
    /// Around the score of the previous iteration, wider if the score lies outside.
    Around,
    /// All scores.
    Wide,
    /// Win, draw or loss only.
    Outcome,
}

impl<R: Rules, E: Evaluation> Task for Root<'_, '_, '_, R, E> {
    type Output = Ended;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Ended {
        let Self { worker, board, moves, depth, lines, window, .. } = self;
        let former = moves[0].square;
        let mut ended = Ended::Stopped;
        for line in 0..lines.min(moves.len()) {
            let rest = &mut moves[line..];
            let center = rest[0].score;
            let (mut low, mut high) = match window {
                Window::Wide => (-65, 65),
                Window::Outcome => (-1, 1),
                Window::Around => ((center - 2).max(-65), (center + 2).min(65)),
            };
            let mut width = 3;
            loop {
                let (score, best) =
                    search::<R, E, K>(kernel, worker, board, rest, depth, low, high);
                if !worker.is_aborted || score > low && best > 0 {
                    // The best move leads, the others keep their order.
                    rest[..=best].rotate_right(1);
                    let is_new = score > low && rest[0].square != former;
                    ended = if is_new { Ended::NewLeader } else { Ended::Stopped };
                }
                if worker.is_aborted {
                    return if lines == 1 { ended } else { Ended::Stopped };
                }
                if line == 0 {
                    remember(worker, board, depth, rest[0].square, score, low, high);
                }
                if window == Window::Outcome {
                    break;
                }
                if score <= low && low > -65 {
                    low = (score - width).max(-65);
                } else if score >= high && high < 65 {
                    high = (score + width).min(65);
                } else {
                    break;
                }
                width *= 3;
            }
        }
        Ended::Complete
    }
}

/// The best score of the moves within the window and the place of the move
/// that has it; if the search was stopped, those of the moves searched before.
#[inline(always)]
fn search<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    moves: &mut [RootMove],
    depth: u32,
    alpha: i32,
    beta: i32,
) -> (i32, usize) {
    worker.nodes += 1;
    let evaluation = worker.shared.evaluation;
    let state = evaluation.state(board);
    let mut helpers = Helpers::new(false, true);
    let mut best = (-66, 0);
    let mut low = alpha;
    let last = moves.len() - 1;
    for (at, root_move) in moves.iter_mut().enumerate() {
        let square = root_move.square;
        let flips = board.flips_on(kernel, square);
        let next = board.play_flips(square, flips);
        let next_state = evaluation.play(state, board, square, flips);
        if low >= beta {
            // A cut: the move keeps its earlier result.
            break;
        }
        if at > 0 && at < last && depth > 5 && worker.shared.pool.has_room() {
            helpers.give(worker, square, next, next_state, low, depth - 1);
            continue;
        }
        let replies = next.legal_moves_on(kernel);
        let mut score = low + 1;
        if at > 0 {
            let node =
                Node::<R, E, false>::new(worker, next, replies, next_state, !low, -low, depth - 1);
            score = -kernel.run(node);
        }
        let is_better = at > 0 && score > low && !worker.is_aborted;
        let at_least = score;
        if !worker.is_aborted && (at == 0 || (score > low && score < beta)) {
            let node =
                Node::<R, E, true>::new(worker, next, replies, next_state, -beta, -low, depth - 1);
            score = -kernel.run(node);
        }
        if worker.is_aborted {
            helpers.cancel();
            if is_better {
                // The search ended before the value of a better move was known.
                note(root_move, at_least, low, low + 1, depth);
                best = (at_least, at);
            }
            break;
        }
        note(root_move, score, low, beta, depth);
        if score > best.0 {
            best = (score, at);
        }
        low = low.max(score);
    }
    for SplitResult { square, mut score, alpha: given } in helpers.finish::<R, E, K>(kernel, worker)
    {
        if worker.is_aborted {
            break;
        }
        let Some(at) = moves.iter().position(|root_move| root_move.square == square) else {
            continue;
        };
        let mut window = given;
        // A score above its window is a lower bound until the move is searched again.
        let mut is_known = score <= given;
        if score > given && score < beta && low < beta {
            is_known = true;
            let flips = board.flips_on(kernel, square);
            let next = board.play_flips(square, flips);
            let next_state = evaluation.play(state, board, square, flips);
            let replies = next.legal_moves_on(kernel);
            let node =
                Node::<R, E, true>::new(worker, next, replies, next_state, -beta, -low, depth - 1);
            score = -kernel.run(node);
            window = low;
            if worker.is_aborted {
                break;
            }
        }
        note(&mut moves[at], score, window, beta, depth);
        if !is_known {
            moves[at].bound = Bound::Lower;
        }
        if score > best.0 {
            best = (score, at);
        }
        low = low.max(score);
    }
    best
}

/// Stores the result of the root in the table.
fn remember<E: Evaluation>(
    worker: &Worker<'_, E>,
    board: Board,
    depth: u32,
    best: Square,
    score: i32,
    alpha: i32,
    beta: i32,
) {
    let table = worker.shared.table;
    let draft = Draft { depth, selectivity: worker.selectivity };
    let lower = if score > alpha { score } else { -64 };
    let upper = if score < beta { score } else { 64 };
    table.put(table.slot(board), draft, lower, upper, Some(best));
}

fn note(root_move: &mut RootMove, score: i32, alpha: i32, beta: i32, depth: u32) {
    root_move.score = score;
    root_move.depth = depth;
    root_move.bound = if score <= alpha {
        Bound::Upper
    } else if score >= beta {
        Bound::Lower
    } else {
        Bound::Exact
    };
}
