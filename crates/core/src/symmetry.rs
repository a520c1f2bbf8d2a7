//! The eight rotations and reflections of the board.

use crate::{Bitboard, Board, Square};

/// One of the eight symmetries of the board.
///
/// ```
/// use outflank_core::{Square, Symmetry};
///
/// assert_eq!(Symmetry::Rotate90.square(Square::A1), Square::H1);
/// assert_eq!(Symmetry::Rotate90.inverse(), Symmetry::Rotate270);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Nothing moves.
    Identity,
    /// A quarter turn clockwise: a1 goes to h1.
    Rotate90,
    /// Half a turn: a1 goes to h8.
    Rotate180,
    /// A quarter turn counter-clockwise: a1 goes to a8.
    Rotate270,
    /// Left and right change places.
    MirrorColumns,
    /// Top and bottom change places.
    MirrorRows,
    /// Rows become columns: the diagonal a1 to h8 stays.
    Transpose,
    /// The diagonal h1 to a8 stays.
    AntiTranspose,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::Identity,
        Self::Rotate90,
        Self::Rotate180,
        Self::Rotate270,
        Self::MirrorColumns,
        Self::MirrorRows,
        Self::Transpose,
        Self::AntiTranspose,
    ];

    /// The image of a square.
    pub const fn square(self, square: Square) -> Square {
        let (row, column) = (square.row(), square.column());
        let (row, column) = match self {
            Self::Identity => (row, column),
            Self::Rotate90 => (column, 7 - row),
            Self::Rotate180 => (7 - row, 7 - column),
            Self::Rotate270 => (7 - column, row),
            Self::MirrorColumns => (row, 7 - column),
            Self::MirrorRows => (7 - row, column),
            Self::Transpose => (column, row),
            Self::AntiTranspose => (7 - column, 7 - row),
        };
        Square::at(row, column).expect("a symmetry stays on the board")
    }

    /// The image of a set.
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let bits = set.bits();
        Bitboard::new(match self {
            Self::Identity => bits,
            Self::Rotate90 => mirror_columns(transpose(bits)),
            Self::Rotate180 => bits.reverse_bits(),
            Self::Rotate270 => transpose(mirror_columns(bits)),
            Self::MirrorColumns => mirror_columns(bits),
            Self::MirrorRows => bits.swap_bytes(),
            Self::Transpose => transpose(bits),
            Self::AntiTranspose => transpose(bits.reverse_bits()),
        })
    }

    /// The image of a board.
    pub const fn board(self, board: Board) -> Board {
        Board::new(self.bitboard(board.own()), self.bitboard(board.opp()))
            .expect("a symmetry keeps sets apart")
    }

    /// The symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        match self {
            Self::Rotate90 => Self::Rotate270,
            Self::Rotate270 => Self::Rotate90,
            other => other,
        }
    }

    /// This symmetry, then `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        // The images of two corners of one edge identify the symmetry.
        let corners = [Square::A1, Square::H1];
        let images = corners.map(|corner| next.square(self.square(corner)));
        Self::ALL
            .into_iter()
            .find(|both| corners.map(|corner| both.square(corner)) == images)
            .expect("two symmetries make a symmetry")
    }
}

impl Board {
    /// The smallest of the eight symmetric boards, and a symmetry that leads
    /// to it.
    ///
    /// ```
    /// use outflank_core::{Board, Square};
    ///
    /// let [a, b] = [Square::F5, Square::D3].map(|square| Board::START.play(square).unwrap());
    /// assert_ne!(a, b);
    /// assert_eq!(a.canonical().0, b.canonical().0);
    /// ```
    pub fn canonical(self) -> (Self, Symmetry) {
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| (symmetry.board(self), symmetry))
            .min_by_key(|(board, _)| *board)
            .expect("there are eight symmetries")
    }
}

const fn mirror_columns(bits: u64) -> u64 {
    // Reversing all bits mirrors rows and columns; swapping bytes mirrors the
    // rows back.
    bits.reverse_bits().swap_bytes()
}

/// Swaps the off-diagonal 4x4 blocks, then the 2x2 blocks in each, then bits.
const fn transpose(bits: u64) -> u64 {
    let swap = (bits ^ (bits >> 28)) & 0x0000_0000_f0f0_f0f0;
    let bits = bits ^ swap ^ (swap << 28);
    let swap = (bits ^ (bits >> 14)) & 0x0000_cccc_0000_cccc;
    let bits = bits ^ swap ^ (swap << 14);
    let swap = (bits ^ (bits >> 7)) & 0x00aa_00aa_00aa_00aa;
    bits ^ swap ^ (swap << 7)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_move_square_by_square() {
        let set = Bitboard::new(0x0123_4567_89ab_cdef);
        for symmetry in Symmetry::ALL {
            let moved: Bitboard = set.iter().map(|square| symmetry.square(square)).collect();
            assert_eq!(symmetry.bitboard(set), moved, "{symmetry:?}");
        }
    }

    #[test]
    fn symmetries_are_a_group() {
        let set = Bitboard::new(0x0123_4567_89ab_cdef);
        for first in Symmetry::ALL {
            assert_eq!(first.then(first.inverse()), Symmetry::Identity);
            for second in Symmetry::ALL {
                let one_by_one = second.bitboard(first.bitboard(set));
                assert_eq!(first.then(second).bitboard(set), one_by_one, "{first:?} {second:?}");
            }
        }
    }

    #[test]
    fn the_canonical_board_is_the_same_from_all_sides() {
        let board = Board::START.play(Square::F5).unwrap().play(Square::D6).unwrap();
        let (canonical, _) = board.canonical();
        for symmetry in Symmetry::ALL {
            let turned = symmetry.board(board);
            let (same, back) = turned.canonical();
            assert_eq!(same, canonical);
            assert_eq!(back.board(turned), canonical);
        }
    }
}
