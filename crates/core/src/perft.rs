//! Counts of the games of a given length, to test move generation.

use crate::kernel::{InstructionSet, Kernel, Task};
use crate::{Board, Move};

/// The number of sequences of `depth` plies from `board`.
///
/// A pass is a ply. A game that ends earlier counts as one sequence. Every leaf
/// is played: moves at the last ply are not counted in bulk.
///
/// ```
/// use outflank_core::{Board, perft};
///
/// assert_eq!(perft(Board::START, 5), 1396);
/// ```
pub fn perft(board: Board, depth: u32) -> u64 {
    perft_on(InstructionSet::best(), board, depth)
}

/// [`perft`] with a given instruction set.
pub fn perft_on(set: InstructionSet, board: Board, depth: u32) -> u64 {
    set.run(Perft { board, depth })
}

/// [`perft`] split by the first move.
///
/// ```
/// use outflank_core::{Board, divide, perft};
///
/// let counts = divide(Board::START, 4);
/// assert_eq!(counts.len(), 4);
/// assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), perft(Board::START, 4));
/// ```
pub fn divide(board: Board, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let moves = board.legal_moves();
    if moves.is_empty() && !board.is_over() {
        return vec![(Move::Pass, perft(board.pass(), rest))];
    }
    moves
        .iter()
        .filter_map(|square| Some((Move::Place(square), perft(board.play(square)?, rest))))
        .collect()
}

struct Perft {
    board: Board,
    depth: u32,
}

impl Task for Perft {
    type Output = u64;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> u64 {
        let Self { board, depth } = self;
        let Some(rest) = depth.checked_sub(1) else { return 1 };
        let moves = board.legal_moves_on(kernel);
        if moves.is_empty() {
            let passed = board.pass();
            if passed.legal_moves_on(kernel).is_empty() {
                return 1;
            }
            return kernel.run(Self { board: passed, depth: rest });
        }
        let mut leaves = 0;
        for square in moves {
            let next = board.play_flips(square, board.flips_on(kernel, square));
            leaves += kernel.run(Self { board: next, depth: rest });
        }
        leaves
    }
}
