//! The order of moves.

use arrayvec::ArrayVec;
use outflank_core::{Bitboard, Board, Square};

/// A move, the board after it, and how promising it looks.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub(super) square: Square,
    pub(super) next: Board,
    /// The legal moves of the board after it.
    pub(super) replies: Bitboard,
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
    pub(super) fn push(&mut self, square: Square, next: Board) {
        self.0.push(Candidate { square, next, replies: Bitboard::EMPTY, order: 0 });
    }

    /// Takes this move, if it is there.
    #[inline(always)]
    pub(super) fn take(&mut self, square: Option<Square>) -> Option<Candidate> {
        let at = self.0.iter().position(|candidate| Some(candidate.square) == square)?;
        self.0.swap_pop(at)
    }

    /// Takes the most promising move.
    #[inline(always)]
    pub(super) fn pop_best(&mut self) -> Option<Candidate> {
        // Order and place in one number, so that the highest is found without branches.
        let ranks =
            self.0.iter().zip(0_i64..).map(|(candidate, at)| i64::from(candidate.order) << 6 | at);
        let best = ranks.max()? & 63;
        self.0.swap_pop(best.cast_unsigned() as usize)
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

/// The ranks of a list of moves, apart from the moves.
pub(super) struct Ranks {
    ranks: ArrayVec<i32, 32>,
    /// The highest rank, or [`Self::TAKEN`] if it is not known. The highest of all is known without
    /// a look at ranks that have just been written.
    best: i32,
}

impl Ranks {
    const PLACE_BITS: u32 = 6;
    const TAKEN: i32 = i32::MIN;

    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { ranks: ArrayVec::new(), best: Self::TAKEN }
    }

    /// Adds the rank of the next move, of less than 25 bits.
    #[inline(always)]
    pub(super) fn push(&mut self, rank: i32) {
        let rank = rank << Self::PLACE_BITS | (self.ranks.len() as u32).cast_signed();
        self.ranks.push(rank);
        self.best = self.best.max(rank);
    }

    /// Takes the move of the highest rank; the result is its place in the list.
    #[inline(always)]
    pub(super) fn take_best(&mut self) -> Option<usize> {
        let best = std::mem::replace(&mut self.best, Self::TAKEN);
        let best = if best == Self::TAKEN { *self.ranks.iter().max()? } else { best };
        let place = best.cast_unsigned() as usize & ((1 << Self::PLACE_BITS) - 1);
        let rank = self.ranks.get_mut(place)?;
        *rank = Self::TAKEN;
        (best != Self::TAKEN).then_some(place)
    }
}

/// The four quarters of the board.
const QUARTERS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Quarters with an odd number of empty squares. The side that plays first in one can
/// also play last there.
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

/// The static value of a square, -8 to 8, corners best.
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

/// The static value of a square in Reversi.
#[inline(always)]
pub(super) fn square_value(square: Square) -> i32 {
    SQUARE_VALUE[square.index()].into()
}
