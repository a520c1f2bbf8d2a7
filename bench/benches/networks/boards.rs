//! The boards that are predicted.

use outflank_core::{Bitboard, Board};

/// The numbers for each square that a network sees.
pub const PLANES: usize = 8;

/// Boards of random games, spread by a fixed rule so that every run sees the same.
pub fn sample(count: usize) -> Vec<Board> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut sample = Vec::with_capacity(count);
    let mut board = Board::START;
    while sample.len() < count {
        sample.push(board);
        let moves = board.legal_moves();
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let pick = (state >> 33) as usize % moves.len().max(1) as usize;
        board = match moves.iter().nth(pick) {
            Some(square) => board.play(square).expect("the square is legal"),
            None if board.is_over() => Board::START,
            None => board.pass(),
        };
    }
    sample
}

/// The input `planes` of the ONNX file: for each board its planes of 8x8 numbers.
pub fn planes(boards: &[Board]) -> Vec<f32> {
    let mut planes = Vec::with_capacity(boards.len() * PLANES * 64);
    for board in boards {
        let empties = board.empties();
        let moves = [board.legal_moves(), board.pass().legal_moves()];
        for set in [board.own(), board.opp(), empties, moves[0], moves[1]] {
            planes.extend((0..64).map(|square| flag(set, square)));
        }
        let count = empties.len() as u8;
        for number in [1.0, f32::from(count) / 60.0, f32::from(count % 2)] {
            planes.extend([number; 64]);
        }
    }
    planes
}

fn flag(set: Bitboard, square: usize) -> f32 {
    f32::from((set.bits() >> square & 1) as u8)
}
