//! Quiet moves.

use outflank_core::{Bitboard, Board, Kernel};

use super::around;

/// The moves of the side to move that turn no disc beside an empty square, other than the
/// one that the move fills. They open nothing to the opponent.
#[inline(always)]
pub(crate) fn quiet_moves<K: Kernel>(kernel: K, board: Board, moves: Bitboard) -> u32 {
    let empties = board.empties();
    let is_quiet = |square: &outflank_core::Square| {
        let open = around(empties & !square.bitboard());
        (board.flips_on(kernel, *square) & open).is_empty()
    };
    moves.iter().filter(is_quiet).count() as u32
}
