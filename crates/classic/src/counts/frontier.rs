//! Discs beside empty squares.

use outflank_core::{Bitboard, Board};

/// Squares beside those of a set, and the set itself.
#[inline(always)]
pub(crate) const fn around(set: Bitboard) -> Bitboard {
    let bits = set.bits();
    let rows = bits | bits << 8 | bits >> 8;
    let right = (rows & !0x8080_8080_8080_8080) << 1;
    let left = (rows & !0x0101_0101_0101_0101) >> 1;
    Bitboard::new(rows | left | right)
}

/// Frontier discs of both sides: those with an empty square beside them.
#[inline(always)]
pub(crate) fn frontier(board: Board) -> [Bitboard; 2] {
    let open = around(board.empties());
    [board.own() & open, board.opp() & open]
}

/// Frontier discs that are not on an edge, as report 000 counts them.
#[inline(always)]
pub(crate) fn inner_frontier(board: Board) -> [Bitboard; 2] {
    frontier(board).map(|discs| discs & !Bitboard::EDGES)
}
