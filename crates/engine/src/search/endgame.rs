//! Exact scores with a window of zero width and no evaluation: for boards so
//! full that the number of replies orders moves best.

use std::marker::PhantomData;

use arrayvec::ArrayVec;
use outflank_core::{Bitboard, Board, Kernel, Square, Task, WideBoard};
use outflank_eval::Evaluation;

use super::few_squares::FewSquares;
use super::last::{LastFew, last_four};
use super::near_table::{Entries, FEW, MANY, near_key};
use super::order::{Ranks, odd_quarters, square_value};
use super::worker::Worker;
use crate::Selectivity;
use crate::rules::Rules;
use crate::table::Draft;

/// Boards with at most this many empty squares are searched without an order by replies.
const SMALL: u32 = 6;

/// Boards with at most this many empty squares have a table of their own.
const NEAR: u32 = 11;

/// Boards with at least this many empty squares look for all their children in the table
/// of the thread before the first is searched.
const TABLE_CUTS: u32 = SMALL + 2;

/// The maximum score when `lost` discs count against the side to move until the end.
#[inline(always)]
fn most(lost: Bitboard) -> i32 {
    64 - 2 * lost.len().cast_signed()
}

/// A score of at most `alpha` that follows from the stable discs alone, if there is one.
#[inline(always)]
pub(super) fn stability_bound<R: Rules>(board: Board, alpha: i32, empties: u32) -> Option<i32> {
    let costly = R::of_costly_side(board);
    // Too few discs cannot bound the score, even if all were stable.
    if !is_worth_a_stability_check(alpha, empties) || most(costly.own()) > alpha {
        return None;
    }
    Some(most(costly.stable_discs())).filter(|most| *most <= alpha)
}

/// True if stable discs can refute a window: the fuller the board, the more of them there
/// are.
#[inline(always)]
fn is_worth_a_stability_check(alpha: i32, empties: u32) -> bool {
    alpha >= 2 * empties.cast_signed() - 12
}

/// A board near the end, and what its parent knows of it.
///
/// It is passed by reference: it was written field by field just before, and a copy would wait
/// until all fields have reached the cache.
#[derive(Clone, Copy)]
pub(super) struct NearBoard {
    board: Board,
    /// The legal moves of the board.
    moves: Bitboard,
    /// The key of the board; used only if the board belongs in the larger table of this thread.
    key: u64,
}

impl NearBoard {
    #[inline(always)]
    pub(super) fn new(board: Board, moves: Bitboard) -> Self {
        Self { board, moves, key: near_key(board) }
    }
}

/// A board to solve with a window from `alpha` to `alpha + 1`: a score of at
/// most `alpha` is an upper bound, one above it a lower bound.
pub(super) struct Endgame<'w, 's, 'b, R, E: Evaluation> {
    pub(super) worker: &'w mut Worker<'s, E>,
    pub(super) near: &'b NearBoard,
    pub(super) alpha: i32,
    pub(super) rules: PhantomData<R>,
}

/// A move of a board near the end.
struct Child {
    square: Square,
    near: NearBoard,
}

impl<R: Rules, E: Evaluation> Task for Endgame<'_, '_, '_, R, E> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self { worker, near, alpha, rules } = self;
        let NearBoard { board, moves, key } = *near;
        let empties = board.empties().len();
        if empties <= SMALL {
            let (table, nodes) = (&mut worker.near.few, &mut worker.nodes);
            return kernel.run(Small { board, moves, alpha, table, nodes, rules });
        }
        if worker.enter() {
            return alpha;
        }
        if let Some(bound) = stability_bound::<R>(board, alpha, empties) {
            return bound;
        }
        if moves.is_empty() {
            let passed = board.pass();
            let moves = passed.legal_moves_on(kernel);
            if moves.is_empty() {
                return R::final_score(board);
            }
            let near = &NearBoard::new(passed, moves);
            return -kernel.run(Endgame { worker, near, alpha: !alpha, rules });
        }
        let table = worker.shared.table;
        let is_near = empties <= NEAR;
        let slot = (!is_near).then(|| table.slot(board));
        let draft = Draft { depth: empties, selectivity: Selectivity::Full };
        let mut known = [None; 2];
        if is_near {
            if let Some(entry) = worker.near.many.get(key) {
                if let Some(score) = entry.cut(alpha) {
                    return score;
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

        let mut list = ArrayVec::new();
        let mut ranks = Ranks::new();
        if list_children::<R, E, K>(kernel, worker, board, moves, known, &mut list, &mut ranks) {
            return 64;
        }
        if (TABLE_CUTS..=NEAR + 1).contains(&empties)
            && let Some(score) = known_cut(&worker.near.many, &list, alpha)
        {
            return score;
        }
        let mut best = -65;
        let mut best_move = None;
        while let Some(at) = ranks.take_best() {
            let Child { square, ref near } = list[at];
            let worker = &mut *worker;
            let child = Endgame { worker, near, alpha: !alpha, rules };
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
        if let Some(slot) = slot {
            let (lower, upper) = if best > alpha { (best, 64) } else { (-64, best) };
            table.put(slot, draft, lower, upper, best_move);
        } else {
            worker.near.many.put(key, alpha, best, best_move);
        }
        best
    }
}

/// Adds the moves of a board with their ranks to an empty list. Returns true if one of them
/// takes the last disc of the opponent and this wins.
// The list is filled where it stays: a list that is returned would be copied.
#[inline(always)]
fn list_children<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &Worker<'_, E>,
    board: Board,
    moves: Bitboard,
    known: [Option<Square>; 2],
    list: &mut ArrayVec<Child, 32>,
    ranks: &mut Ranks,
) -> bool {
    let empties = board.empties().len();
    for square in moves {
        let next = board.play_flips(square, board.flips_on(kernel, square));
        if R::SIGN > 0 && next.own().is_empty() {
            return true;
        }
        let mut key = 0;
        if empties > NEAR + 1 {
            worker.shared.table.prefetch(next);
        } else if empties > SMALL + 1 {
            key = near_key(next);
            worker.near.many.prefetch(key);
        }
        list.push(Child { square, near: NearBoard { board: next, moves: Bitboard::EMPTY, key } });
    }
    // The places in the tables are on their way into the cache meanwhile.
    let odd = odd_quarters(board);
    for (child, square) in list.iter_mut().zip(moves) {
        let next = child.near.board;
        let replies = next.legal_moves_on(kernel);
        child.near.moves = replies;
        ranks.push(
            promise::<R>(board, square, next, replies, odd)
                + i32::from(known[0] == Some(square)) * (1 << 19)
                + i32::from(known[1] == Some(square)) * (1 << 18),
        );
    }
    false
}

/// The score of a move that the table of the thread proves to be above `alpha`.
#[inline(always)]
fn known_cut(table: &Entries<MANY>, list: &[Child], alpha: i32) -> Option<i32> {
    let scores = list.iter().filter_map(|child| table.get(child.near.key)?.cut(!alpha));
    scores.map(|score| -score).find(|score| *score > alpha)
}

/// The rank of a move, mainly by the number of replies it leaves.
#[inline(always)]
fn promise<R: Rules>(
    board: Board,
    square: Square,
    next: Board,
    replies: Bitboard,
    odd: Bitboard,
) -> i32 {
    let corners = (replies & Bitboard::CORNERS).len().cast_signed();
    let flips = board.opp() & next.opp();
    i32::from(odd.has(square)) * R::ODD_QUARTER + R::SIGN * R::SQUARE * square_value(square)
        - R::FLIP * flips.len().cast_signed()
        - (replies.len().cast_signed() + R::CORNER_REPLY * corners) * 32
}

/// A board to solve with the table for few empty squares, squares in odd quarters first.
struct Small<'a, R> {
    board: Board,
    moves: Bitboard,
    alpha: i32,
    table: &'a mut Entries<FEW>,
    nodes: &'a mut u64,
    rules: PhantomData<R>,
}

impl<R: Rules> Task for Small<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self { board, moves, alpha, table, nodes, rules } = self;
        let empties = board.empties().len();
        if empties < 5 {
            return kernel.run(LastFew { board, alpha, nodes, rules });
        }
        *nodes += 1;
        if let Some(bound) = stability_bound::<R>(board, alpha, empties) {
            return bound;
        }
        if moves.is_empty() {
            let passed = board.pass();
            let moves = passed.legal_moves_on(kernel);
            if moves.is_empty() {
                return R::final_score(board);
            }
            return -kernel.run(Self { board: passed, moves, alpha: !alpha, table, nodes, rules });
        }
        let key = near_key(board);
        if let Some(score) = table.get(key).and_then(|entry| entry.cut(alpha)) {
            return score;
        }
        let odd = odd_quarters(board);
        let wide = WideBoard::new(kernel, board);
        let mut best = -65;
        for squares in [moves & odd, moves & !odd] {
            for square in squares {
                let score = if empties == 5 {
                    let Some(flips) = wide.flips(square) else { continue };
                    let rest = FewSquares::of(board.empties() ^ square.bitboard());
                    -last_four::<R, K>(kernel, wide.play(square, flips), !alpha, rest, nodes)
                } else {
                    let board = board.play_flips(square, board.flips_on(kernel, square));
                    let moves = board.legal_moves_on(kernel);
                    let (table, nodes) = (&mut *table, &mut *nodes);
                    -kernel.run(Small { board, moves, alpha: !alpha, table, nodes, rules })
                };
                if score > alpha {
                    table.put(key, alpha, score, None);
                    return score;
                }
                best = best.max(score);
            }
        }
        table.put(key, alpha, best, None);
        best
    }
}
