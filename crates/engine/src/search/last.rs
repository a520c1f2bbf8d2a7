//! The last four empty squares.

use std::marker::PhantomData;

use outflank_core::{Board, Kernel, Square, Task};

use crate::rules::Rules;

/// Below every score there is.
const NOTHING: i32 = -65;

/// The quarter of the board of each square.
const QUARTER: [u8; 64] = {
    let mut quarters = [0; 64];
    let mut index = 0;
    while index < 64 {
        quarters[index] = (index / 32 * 2 + index % 8 / 4) as u8;
        index += 1;
    }
    quarters
};

/// For the quarters of four squares, in which order to try them: a square
/// alone in its quarter first, because the side that plays it moves last there.
const ORDER_OF_FOUR: [[u8; 4]; 256] = {
    let mut orders = [[0; 4]; 256];
    let mut code = 0;
    while code < 256 {
        let quarters = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6];
        let mut order = [0; 4];
        let mut placed = 0;
        let mut want = 1;
        while want <= 4 {
            let mut at = 0;
            while at < 4 {
                let mut alike = 0;
                let mut other = 0;
                while other < 4 {
                    alike += (quarters[other] == quarters[at]) as usize;
                    other += 1;
                }
                // Alone, then three together, then pairs and all four.
                let class = match alike {
                    1 => 1,
                    3 => 2,
                    2 => 3,
                    _ => 4,
                };
                if class == want {
                    order[placed] = at as u8;
                    placed += 1;
                }
                at += 1;
            }
            want += 1;
        }
        orders[code] = order;
        code += 1;
    }
    orders
};

/// A zero-width search of four empty squares: a score of at most `alpha` is an
/// upper bound, one above it a lower bound.
pub(super) struct LastFour<'a, R> {
    pub(super) board: Board,
    pub(super) alpha: i32,
    pub(super) nodes: &'a mut u64,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Task for LastFour<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> i32 {
        let Self { board, alpha, nodes, .. } = self;
        let mut empties = board.empties().iter();
        let mut next = || empties.next().unwrap_or(Square::A1);
        let squares = [next(), next(), next(), next()];
        let quarter = |at: usize| usize::from(QUARTER[squares[at].index()]);
        let code = quarter(0) | quarter(1) << 2 | quarter(2) << 4 | quarter(3) << 6;
        let order = ORDER_OF_FOUR[code & 255];
        let at = |place: usize| squares[usize::from(order[place] & 3)];
        let squares = [at(0), at(1), at(2), at(3)];

        *nodes += 1;
        let [a, b, c, d] = squares;
        let mut best = NOTHING;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let flips = board.flips_on(kernel, square);
            if !flips.is_empty() {
                let next = board.play_flips(square, flips);
                let score = -last_three::<R, K>(kernel, next, !alpha, rest, nodes);
                if score > alpha {
                    return score;
                }
                best = best.max(score);
            }
        }
        if best > NOTHING {
            return best;
        }
        let passed = board.pass();
        if passed.legal_moves_on(kernel).is_empty() {
            return R::final_score(board);
        }
        -kernel.run(LastFour::<R> { board: passed, alpha: !alpha, nodes, rules: PhantomData })
    }
}

/// Three squares left. `!alpha` is `-alpha - 1`, the window of the opponent.
#[inline(always)]
fn last_three<R: Rules, K: Kernel>(
    kernel: K,
    board: Board,
    alpha: i32,
    squares: [Square; 3],
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    // The square alone in its quarter first.
    let [a, b, c] = squares;
    let quarter = |square: Square| QUARTER[square.index()];
    let squares = if quarter(a) == quarter(b) {
        [c, a, b]
    } else if quarter(a) == quarter(c) {
        [b, a, c]
    } else {
        [a, b, c]
    };
    let mut board = board;
    let mut alpha = alpha;
    let mut sign = 1;
    loop {
        let mut best = NOTHING;
        for at in 0..3 {
            let square = squares[at];
            let flips = board.flips_on(kernel, square);
            if !flips.is_empty() {
                let rest = [squares[(at + 1) % 3], squares[(at + 2) % 3]];
                let next = board.play_flips(square, flips);
                let score = -last_two::<R, K>(kernel, next, !alpha, rest, nodes);
                if score > alpha {
                    return sign * score;
                }
                best = best.max(score);
            }
        }
        if best > NOTHING {
            return sign * best;
        }
        if sign < 0 {
            return R::final_score(board.pass());
        }
        sign = -1;
        board = board.pass();
        alpha = !alpha;
    }
}

#[inline(always)]
fn last_two<R: Rules, K: Kernel>(
    kernel: K,
    board: Board,
    alpha: i32,
    [a, b]: [Square; 2],
    nodes: &mut u64,
) -> i32 {
    *nodes += 1;
    let mut board = board;
    let mut alpha = alpha;
    let mut sign = 1;
    loop {
        let mut best = NOTHING;
        let flips = board.flips_on(kernel, a);
        if !flips.is_empty() {
            *nodes += 1;
            best = -last_one::<R>(board.play_flips(a, flips), b);
            if best > alpha {
                return sign * best;
            }
        }
        let flips = board.flips_on(kernel, b);
        if !flips.is_empty() {
            *nodes += 1;
            best = best.max(-last_one::<R>(board.play_flips(b, flips), a));
        }
        if best > NOTHING {
            return sign * best;
        }
        if sign < 0 {
            return R::final_score(board.pass());
        }
        sign = -1;
        board = board.pass();
        alpha = !alpha;
    }
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

/// A board with at most three empty squares.
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
        let squares = board.empties();
        let mut iter = squares.iter();
        match (iter.next(), iter.next(), iter.next()) {
            (Some(a), Some(b), Some(c)) => {
                last_three::<R, K>(kernel, board, alpha, [a, b, c], nodes)
            }
            (Some(a), Some(b), None) => last_two::<R, K>(kernel, board, alpha, [a, b], nodes),
            (Some(a), None, None) => {
                *nodes += 1;
                last_one::<R>(board, a)
            }
            _ => {
                *nodes += 1;
                R::final_score(board)
            }
        }
    }
}
