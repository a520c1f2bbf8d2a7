//! Exact scores with a window of zero width and no evaluation: for boards so
//! full that the number of replies orders moves best.

use std::marker::PhantomData;

use outflank_core::{Bitboard, Board, Kernel, Square, Task};
use outflank_eval::Evaluation;

use super::last::{LastFew, LastFour};
use super::order::{Candidate, MoveList, odd_quarters, square_value};
use super::worker::Worker;
use crate::Selectivity;
use crate::rules::Rules;
use crate::table::Draft;

/// With so few empty squares a board is solved faster than it is looked up.
const SMALL: u32 = 6;

/// Boards with at most this many empty squares have a table of their own.
const NEAR: u32 = 11;

/// A score is at most this once `lost` discs are lost for good.
#[inline(always)]
pub(super) fn most(lost: Bitboard) -> i32 {
    64 - 2 * lost.len().cast_signed()
}

/// Whether stable discs can refute a window: the fuller the board, the more of
/// them there are.
#[inline(always)]
pub(super) fn is_worth_a_stability_check(alpha: i32, empties: u32) -> bool {
    alpha >= 2 * empties.cast_signed() - 6
}

/// A board to solve with a window from `alpha` to `alpha + 1`: a score of at
/// most `alpha` is an upper bound, one above it a lower bound.
pub(super) struct Endgame<'w, 's, R, E: Evaluation> {
    pub(super) worker: &'w mut Worker<'s, E>,
    pub(super) board: Board,
    pub(super) alpha: i32,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules, E: Evaluation> Task for Endgame<'_, '_, R, E> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self { worker, board, alpha, rules } = self;
        let empties = board.empties().len();
        if empties <= SMALL {
            let nodes = &mut worker.nodes;
            return kernel.run(Small { board, alpha, nodes, rules });
        }
        if worker.enter() {
            return alpha;
        }
        if is_worth_a_stability_check(alpha, empties) {
            let most = most(R::lost_for_good(board));
            if most <= alpha {
                return most;
            }
        }
        let table = worker.shared.table;
        let is_near = empties <= NEAR;
        let slot = (!is_near).then(|| table.slot(board));
        let moves = board.legal_moves_on(kernel);
        if moves.is_empty() {
            let passed = board.pass();
            if passed.legal_moves_on(kernel).is_empty() {
                return R::final_score(board);
            }
            return -kernel.run(Self { worker, board: passed, alpha: !alpha, rules });
        }
        let draft = Draft { depth: empties, selectivity: Selectivity::Full };
        let mut known = [None; 2];
        if is_near {
            if let Some(entry) = worker.near.get(board) {
                if i32::from(entry.lower) > alpha {
                    return entry.lower.into();
                }
                if i32::from(entry.upper) <= alpha {
                    return entry.upper.into();
                }
                known[0] = entry.best();
            }
        } else if let Some(entry) = slot.and_then(|slot| table.get(slot)) {
            if entry.draft.covers(draft) {
                if entry.lower > alpha {
                    return entry.lower;
                }
                if entry.upper <= alpha {
                    return entry.upper;
                }
            }
            known = entry.moves;
        }

        let mut list = MoveList::new();
        let odd = odd_quarters(board);
        for square in moves {
            let next = board.play_flips(square, board.flips_on(kernel, square));
            if R::SIGN > 0 && next.own().is_empty() {
                return 64;
            }
            if empties > NEAR + 1 {
                table.prefetch(next);
            }
            let order = if moves.len() == 1 || known[0] == Some(square) {
                i32::MAX
            } else {
                promise::<R, K>(kernel, board, square, next, odd)
                    + i32::from(known[1] == Some(square)) * (1 << 18)
            };
            list.push(square, next, order);
        }

        let mut best = -65;
        let mut best_move = None;
        while let Some(Candidate { square, next, .. }) = list.pop_best() {
            let child = Endgame { worker: &mut *worker, board: next, alpha: !alpha, rules };
            let score = -kernel.run(child);
            if worker.is_aborted {
                return alpha;
            }
            if score > best {
                (best, best_move) = (score, Some(square));
                if score > alpha {
                    break;
                }
            }
        }
        let (lower, upper) = if best > alpha { (best, 64) } else { (-64, best) };
        match slot {
            Some(slot) => table.put(slot, draft, lower, upper, best_move),
            None => worker.near.put(board, lower, upper, best_move),
        }
        best
    }
}

/// How promising a move looks: by how few replies it leaves, mostly.
#[inline(always)]
fn promise<R: Rules, K: Kernel>(
    kernel: K,
    board: Board,
    square: Square,
    next: Board,
    odd: Bitboard,
) -> i32 {
    let replies = next.legal_moves_on(kernel);
    let corners = (replies & Bitboard::CORNERS).len().cast_signed();
    let flips = board.opp() & next.opp();
    i32::from(odd.has(square)) * R::ODD_QUARTER + R::SIGN * R::SQUARE * square_value(square)
        - R::FLIP * flips.len().cast_signed()
        - (replies.len().cast_signed() + R::CORNER_REPLY * corners) * 32
}

/// A board to solve without the table, squares in odd quarters first.
struct Small<'a, R> {
    board: Board,
    alpha: i32,
    nodes: &'a mut u64,
    rules: PhantomData<R>,
}

impl<R: Rules> Task for Small<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self { board, alpha, nodes, rules } = self;
        let empties = board.empties().len();
        match empties {
            0..4 => return kernel.run(LastFew { board, alpha, nodes, rules }),
            4 => return kernel.run(LastFour { board, alpha, nodes, rules }),
            _ => {}
        }
        *nodes += 1;
        if is_worth_a_stability_check(alpha, empties) {
            let most = most(R::lost_for_good(board));
            if most <= alpha {
                return most;
            }
        }
        let moves = board.legal_moves_on(kernel);
        if moves.is_empty() {
            let passed = board.pass();
            if passed.legal_moves_on(kernel).is_empty() {
                return R::final_score(board);
            }
            return -kernel.run(Self { board: passed, alpha: !alpha, nodes, rules });
        }
        let odd = odd_quarters(board);
        let mut best = -65;
        for squares in [moves & odd, moves & !odd] {
            for square in squares {
                let board = board.play_flips(square, board.flips_on(kernel, square));
                let score = if empties == 5 {
                    -kernel.run(LastFour { board, alpha: !alpha, nodes: &mut *nodes, rules })
                } else {
                    -kernel.run(Small { board, alpha: !alpha, nodes: &mut *nodes, rules })
                };
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        best
    }
}
