//! The last four empty squares.

use std::marker::PhantomData;

use outflank_core::{Board, Kernel, Square, Task, WideBoard};

use super::few_squares::FewSquares;
use crate::rules::Rules;

/// Below every score there is: no legal move.
const NOTHING: i32 = -65;

/// A board with at most four empty squares. The search has a window of zero width: a score of
/// at most `alpha` is an upper bound, one above it a lower bound.
pub(super) struct LastFew<'a, R> {
    pub(super) board: Board,
    pub(super) alpha: i32,
    pub(super) nodes: &'a mut u64,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Task for LastFew<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self { board, alpha, nodes, .. } = self;
        let empties = board.empties();
        let squares = FewSquares::of(empties);
        let wide = WideBoard::new(kernel, board);
        match empties.len() {
            4 => last_four::<R, K>(kernel, wide, alpha, squares, nodes),
            3 => last_three::<R, K>(kernel, wide, alpha, squares, nodes),
            2 => last_two::<R, K>(wide, alpha, [squares.first(), squares.nth::<1>()], nodes),
            1 => {
                *nodes += 1;
                last_one::<R>(board, squares.first())
            }
            _ => {
                *nodes += 1;
                R::final_score(board)
            }
        }
    }
}

/// Four squares left.
#[inline(always)]
pub(super) fn last_four<R: Rules, K: Kernel>(
    kernel: K,
    board: WideBoard<K>,
    alpha: i32,
    squares: FewSquares,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let mut squares = squares.in_order_of_four();
    let mut best = NOTHING;
    for _ in 0..4 {
        let square = squares.first();
        if let Some(flips) = board.flips(square) {
            let next = board.play(square, flips);
            let score = -last_three::<R, K>(kernel, next, !alpha, squares.rest(), nodes);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
        squares = squares.rotated();
    }
    if best > NOTHING { best } else { passed::<R, K>(kernel, board, alpha, nodes) }
}

/// Three squares left. `!alpha` is `-alpha - 1`, the window of the opponent.
#[inline(always)]
fn last_three<R: Rules, K: Kernel>(
    kernel: K,
    board: WideBoard<K>,
    alpha: i32,
    squares: FewSquares,
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let mut squares = squares.in_order_of_three();
    let mut best = NOTHING;
    for _ in 0..3 {
        let square = squares.first();
        if let Some(flips) = board.flips(square) {
            let next = board.play(square, flips);
            let score = -last_two::<R, K>(next, !alpha, squares.others(), nodes);
            if score > alpha {
                return score;
            }
            best = best.max(score);
        }
        squares = squares.rotated();
    }
    if best > NOTHING { best } else { passed::<R, K>(kernel, board, alpha, nodes) }
}

/// The score of a board on which the side to move has no move.
#[inline(always)]
fn passed<R: Rules, K: Kernel>(kernel: K, board: WideBoard<K>, alpha: i32, nodes: &mut u64) -> i32 {
    let board = board.pass().board();
    if board.legal_moves_on(kernel).is_empty() {
        return -R::final_score(board);
    }
    -kernel.run(LastFew::<R> { board, alpha: !alpha, nodes, rules: PhantomData })
}

#[inline(always)]
fn last_two<R: Rules, K: Kernel>(
    board: WideBoard<K>,
    alpha: i32,
    squares: [Square; 2],
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let best = best_of_two::<R, K>(board, alpha, squares, nodes);
    if best > NOTHING {
        return best;
    }
    let best = best_of_two::<R, K>(board.pass(), !alpha, squares, nodes);
    if best > NOTHING { -best } else { R::final_score(board.board()) }
}

#[inline(always)]
fn best_of_two<R: Rules, K: Kernel>(
    board: WideBoard<K>,
    alpha: i32,
    [a, b]: [Square; 2],
    nodes: &mut u64,
) -> i32 {
    let mut best = NOTHING;
    if let Some(flips) = board.flips(a) {
        *nodes += 1;
        best = -last_one::<R>(board.play(a, flips).board(), b);
        if best > alpha {
            return best;
        }
    }
    if let Some(flips) = board.flips(b) {
        *nodes += 1;
        best = best.max(-last_one::<R>(board.play(b, flips).board(), a));
    }
    best
}

/// The last square: only the number of turned discs matters.
#[inline(always)]
fn last_one<R: Rules>(board: Board, square: Square) -> i32 {
    let own = board.own().len().cast_signed();
    let flips = board.last_flips(square).cast_signed();
    let own = if flips > 0 {
        own + flips + 1
    } else {
        let flips = board.pass().last_flips(square).cast_signed();
        if flips > 0 {
            own - flips
        } else {
            // Nobody can play it: it counts for the side with more discs.
            own + i32::from(own > 31)
        }
    };
    R::SIGN * (2 * own - 64)
}
