//! The principal variation: best play of both sides, read from the table.

use std::marker::PhantomData;

use outflank_core::{Board, Kernel, Move, Square, Task};
use outflank_eval::Evaluation;

use super::node::Node;
use super::worker::Worker;
use crate::rules::Rules;

/// With at most this many empty squares moves of an exact line are proven
/// rather than looked up: the table may have lost them, or know only bounds.
const PROVEN: u32 = 16;

/// Best play of both sides that begins with `first`.
pub(crate) struct Variation<'w, 's, R, E: Evaluation> {
    pub(crate) worker: &'w mut Worker<'s, E>,
    pub(crate) board: Board,
    pub(crate) first: Square,
    pub(crate) max_length: usize,
    /// The exact score of the board, if it is known.
    pub(crate) exact: Option<i32>,
    pub(crate) rules: PhantomData<R>,
}

impl<R: Rules, E: Evaluation> Task for Variation<'_, '_, R, E> {
    type Output = Vec<Move>;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Vec<Move> {
        let Self { worker, board, first, max_length, exact, .. } = self;
        let mut line = vec![Move::Place(first)];
        let mut board = board.play_flips(first, board.flips_on(kernel, first));
        let mut score = exact.map(|score| -score);
        while line.len() < max_length || score.is_some() {
            let moves = board.legal_moves_on(kernel);
            if moves.is_empty() {
                board = board.pass();
                if board.legal_moves_on(kernel).is_empty() {
                    break;
                }
                score = score.map(|score| -score);
                line.push(Move::Pass);
                continue;
            }
            let table = worker.shared.table;
            let known = table.get(table.slot(board)).and_then(|entry| entry.moves[0]);
            let known = known.filter(|square| moves.has(*square));
            let best = match score {
                Some(score) if board.empties().len() <= PROVEN => {
                    prove::<R, E, K>(kernel, worker, board, known, score)
                }
                _ => known,
            };
            let Some(best) = best else { break };
            line.push(Move::Place(best));
            board = board.play_flips(best, board.flips_on(kernel, best));
            score = score.map(|score| -score);
        }
        line
    }
}

/// The move that keeps the exact score of a board; `None` if the search ended.
#[inline(always)]
fn prove<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    board: Board,
    likely: Option<Square>,
    score: i32,
) -> Option<Square> {
    let others = board.legal_moves_on(kernel).iter().filter(|square| Some(*square) != likely);
    for square in likely.into_iter().chain(others) {
        let next = board.play_flips(square, board.flips_on(kernel, square));
        let state = worker.shared.evaluation.state(next);
        // The opponent gets no more than the negated score.
        let replies = next.legal_moves_on(kernel);
        let node = Node::<R, E, false>::new(worker, next, replies, state, -score, 1 - score, 64);
        let reply = kernel.run(node);
        if worker.is_aborted {
            return None;
        }
        if reply <= -score {
            return Some(square);
        }
    }
    None
}
