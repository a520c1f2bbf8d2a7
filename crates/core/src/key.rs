//! The 64-bit key of a board, for hash tables.

use crate::Board;

/// Arbitrary odd constants: digits of pi after the point, with the last bit set.
const KEYS: [u64; 3] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7345, 0xa409_3822_299f_31d1];

/// Multiplies to 128 bits and combines the two halves by XOR. Every bit of
/// either factor reaches the middle of the product, and the XOR carries it to
/// both ends.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Board {
    /// A 64-bit key of the board, for transposition tables and files.
    ///
    /// The key of a board is the same on every machine and in every version.
    /// All 64 bits are well mixed, so any of them may index a table.
    ///
    /// ```
    /// use outflank_core::{Board, Square};
    ///
    /// let next = Board::START.play(Square::F5).unwrap();
    /// assert_ne!(next.key(), Board::START.key());
    /// ```
    #[inline]
    pub const fn key(self) -> u64 {
        fold(fold(self.own().bits() ^ KEYS[0], self.opp().bits() ^ KEYS[1]), KEYS[2])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::{Bitboard, Square};

    fn boards_of_random_games(games: u64) -> Vec<Board> {
        let mut seed = 1_u64;
        let mut boards = Vec::new();
        for _ in 0..games {
            let mut board = Board::START;
            while !board.is_over() {
                let moves = board.legal_moves();
                seed = fold(seed ^ KEYS[0], KEYS[1]);
                board = if moves.is_empty() {
                    board.pass()
                } else {
                    let pick = (seed % u64::from(moves.len())) as usize;
                    board.play(moves.iter().nth(pick).unwrap()).unwrap()
                };
                boards.push(board);
            }
        }
        boards
    }

    #[test]
    fn the_value_is_part_of_the_contract() {
        assert_eq!(Board::START.key(), 0xc800_0f81_69df_4fcc);
    }

    #[test]
    fn different_boards_of_real_games_do_not_collide() {
        let mut seen = HashMap::new();
        for board in boards_of_random_games(2_000) {
            assert_eq!(*seen.entry(board.key()).or_insert(board), board);
        }
        assert!(seen.len() > 100_000);
    }

    #[test]
    fn each_disc_changes_each_bit_half_of_the_time() {
        let boards = boards_of_random_games(300);
        let mut changed = [[0_u32; 64]; 64];
        let mut trials = [0_u32; 64];
        for board in boards {
            for square in Square::ALL.into_iter().filter(|square| board.empties().has(*square)) {
                let more = Board::new(board.own() | square.bitboard(), board.opp()).unwrap();
                let difference = Bitboard::new(board.key() ^ more.key());
                trials[square.index()] += 1;
                for bit in difference {
                    changed[square.index()][bit.index()] += 1;
                }
            }
        }
        for (counts, trials) in changed.iter().zip(trials).filter(|(_, trials)| *trials > 1_000) {
            for count in counts {
                let share = f64::from(*count) / f64::from(trials);
                assert!((0.4..0.6).contains(&share), "a bit changes in {share:.3} of the boards");
            }
        }
    }
}
