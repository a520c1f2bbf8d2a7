//! The rules of the game on an 8x8 array: slow and obviously right.
//!
//! The fast code of this crate is tested against this module, and the perft
//! table of the workspace was made with it.
//!
//! ```
//! use outflank_core::reference::ArrayBoard;
//! use outflank_core::{Board, Square};
//!
//! let board = ArrayBoard::from(Board::START);
//! assert_eq!(board.legal_moves(), [Square::D3, Square::C4, Square::F5, Square::E6]);
//! ```

use crate::kernel::{InstructionSet, Kernel, Task};
use crate::{Bitboard, Board, Square};

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Opp,
}

/// A board as an array of rows, seen from the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayBoard {
    cells: [[Cell; 8]; 8],
}

impl From<Board> for ArrayBoard {
    fn from(board: Board) -> Self {
        let mut cells = [[Cell::Empty; 8]; 8];
        for square in Square::ALL {
            let cell = &mut cells[square.row()][square.column()];
            if board.own().has(square) {
                *cell = Cell::Own;
            } else if board.opp().has(square) {
                *cell = Cell::Opp;
            }
        }
        Self { cells }
    }
}

impl From<&ArrayBoard> for Board {
    fn from(array: &ArrayBoard) -> Self {
        let holding =
            |cell| Square::ALL.into_iter().filter(|square| array.at(*square) == cell).collect();
        Self::new(holding(Cell::Own), holding(Cell::Opp)).expect("a cell holds one disc")
    }
}

impl ArrayBoard {
    fn at(&self, square: Square) -> Cell {
        self.cells[square.row()][square.column()]
    }

    /// The squares that turn when the side to move plays on `square`: in each
    /// direction the opponent's discs up to the first of its own.
    pub fn flips(&self, square: Square) -> Vec<Square> {
        let mut flips = Vec::new();
        if self.at(square) != Cell::Empty {
            return flips;
        }
        for down in -1..=1 {
            for right in -1..=1 {
                let mut run = Vec::new();
                for distance in 1..8 {
                    let row = square.row().checked_add_signed(down * distance);
                    let column = square.column().checked_add_signed(right * distance);
                    let next = row.zip(column).and_then(|(row, column)| Square::at(row, column));
                    match next.map(|next| (next, self.at(next))) {
                        Some((next, Cell::Opp)) => run.push(next),
                        Some((_, Cell::Own)) => {
                            flips.append(&mut run);
                            break;
                        }
                        Some((_, Cell::Empty)) | None => break,
                    }
                }
            }
        }
        flips
    }

    /// The squares the side to move may play.
    pub fn legal_moves(&self) -> Vec<Square> {
        Square::ALL.into_iter().filter(|square| !self.flips(*square).is_empty()).collect()
    }

    /// The board after `square`, seen by the opponent.
    #[must_use]
    pub fn play(&self, square: Square) -> Self {
        let mut next = self.clone();
        for turned in self.flips(square).into_iter().chain([square]) {
            next.cells[turned.row()][turned.column()] = Cell::Own;
        }
        next.pass()
    }

    /// The same discs seen by the other side.
    #[must_use]
    pub fn pass(&self) -> Self {
        let other = |cell| match cell {
            Cell::Empty => Cell::Empty,
            Cell::Own => Cell::Opp,
            Cell::Opp => Cell::Own,
        };
        Self { cells: self.cells.map(|row| row.map(other)) }
    }

    /// [`crate::perft`] without bitboards.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.legal_moves();
        if !moves.is_empty() {
            return moves.into_iter().map(|square| self.play(square).perft(depth - 1)).sum();
        }
        let passed = self.pass();
        if passed.legal_moves().is_empty() { 1 } else { passed.perft(depth - 1) }
    }
}

/// Legal moves, and the flips of every empty square.
struct MovesAndFlips(Board);

impl Task for MovesAndFlips {
    type Output = (Bitboard, Vec<Bitboard>);

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Self::Output {
        let flips = self.0.empties().iter().map(|square| self.0.flips_on(kernel, square));
        (self.0.legal_moves_on(kernel), flips.collect())
    }
}

/// Asserts that every instruction set of this processor finds the moves and flips that the array
/// finds on a board.
///
/// # Panics
///
/// Panics if one does not.
pub fn check_kernels(board: Board) {
    let array = ArrayBoard::from(board);
    let flips = board.empties().iter().map(|square| array.flips(square).into_iter().collect());
    let expected = (array.legal_moves().into_iter().collect(), flips.collect());
    for set in InstructionSet::supported() {
        assert_eq!(set.run(MovesAndFlips(board)), expected, "{set} on {board:?}");
    }
}
