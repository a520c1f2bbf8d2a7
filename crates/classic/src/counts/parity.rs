//! Parity: who can play into the odd parts of the board.

use outflank_core::Bitboard;

/// The quarters of the board.
const QUARTERS: [Bitboard; 4] = [
    Bitboard::new(0x0000_0000_0f0f_0f0f),
    Bitboard::new(0x0000_0000_f0f0_f0f0),
    Bitboard::new(0x0f0f_0f0f_0000_0000),
    Bitboard::new(0xf0f0_f0f0_0000_0000),
];

/// The number of quarters with an odd number of empty squares into which a side with these
/// moves can play. Whoever plays into such a quarter tends to have its last move too.
#[inline(always)]
pub(crate) fn odd_quarters(empties: Bitboard, moves: Bitboard) -> u32 {
    let is_odd = |quarter: Bitboard| (empties & quarter).len() % 2 == 1;
    let can_play = |quarter: Bitboard| !(moves & quarter).is_empty();
    QUARTERS.into_iter().map(|quarter| u32::from(is_odd(quarter) && can_play(quarter))).sum()
}
