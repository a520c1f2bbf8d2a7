//! What a network sees of a board.

use outflank_core::floats::WIDTH;
use outflank_core::{Bitboard, Board};

/// The numbers for each square: own discs, discs of the opponent, empty squares, own moves, moves
/// of the opponent, one, the share of empty squares, and whether their number is odd.
pub(crate) const PLANES: usize = 8;
/// The distance between the numbers of squares. Those beyond [`PLANES`] are zero.
pub(crate) const PLANES_STRIDE: usize = WIDTH;

/// Writes the planes of a board to a tensor of 64 squares.
pub(crate) fn write_planes(board: Board, tensor: &mut [f32]) {
    let empties = board.empties();
    let sets = [board.own(), board.opp(), empties, board.legal_moves(), board.pass().legal_moves()];
    let share = empties.len() as f32 / 60.0;
    let parity = (empties.len() % 2) as f32;
    for (square, numbers) in tensor.chunks_exact_mut(PLANES_STRIDE).enumerate() {
        for (number, set) in numbers.iter_mut().zip(sets.map(Bitboard::bits)) {
            *number = (set >> square & 1) as f32;
        }
        numbers[5..PLANES].copy_from_slice(&[1.0, share, parity]);
        numbers[PLANES..].fill(0.0);
    }
}
