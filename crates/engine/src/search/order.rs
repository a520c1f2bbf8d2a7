//! Which moves to look at first.

use arrayvec::ArrayVec;
use outflank_core::{Bitboard, Board, Square};

/// A move, the board after it, and how promising it looks.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) next: Board,
    pub(super) order: i32,
}

/// The moves of a board, taken from the most promising one down.
pub(super) struct MoveList(ArrayVec<Candidate, 64>);

impl MoveList {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self(ArrayVec::new())
    }

    #[inline(always)]
    pub(super) fn push(&mut self, square: Square, next: Board, order: i32) {
        self.0.push(Candidate { square, next, order });
    }

    /// Takes the most promising move.
    #[inline(always)]
    pub(super) fn pop_best(&mut self) -> Option<Candidate> {
        let mut best = 0;
        for at in 1..self.0.len() {
            if self.0[at].order > self.0[best].order {
                best = at;
            }
        }
        self.0.swap_pop(best)
    }

    #[inline(always)]
    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Candidate> {
        self.0.iter_mut()
    }

    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }
}

/// The four quarters of the board.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Quarters with an odd number of empty squares: who plays first there may
/// also play last.
#[inline(always)]
pub(super) fn odd_quarters(board: Board) -> Bitboard {
    let empties = board.empties().bits();
    let mut odd = 0;
    for quarter in QUARTERS {
        let is_odd = u64::from((empties & quarter).count_ones() & 1);
        odd |= quarter & is_odd.wrapping_neg();
    }
    Bitboard::new(odd)
}

/// What a square is worth by itself, -8 to 8, corners best.
const SQUARE_VALUE: [i8; 64] = {
    // One quarter, mirrored to the others.
    let quarter = [[8, -4, 4, 2], [-4, -8, -2, -2], [4, -2, 2, 0], [2, -2, 0, 0]];
    let mut values = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (row, column) = (index / 8, index % 8);
        let row = if row < 4 { row } else { 7 - row };
        let column = if column < 4 { column } else { 7 - column };
        values[index] = quarter[row][column];
        index += 1;
    }
    values
};

/// What a square is worth by itself where discs win.
#[inline(always)]
pub(super) fn square_value(square: Square) -> i32 {
    SQUARE_VALUE[square.index()].into()
}
