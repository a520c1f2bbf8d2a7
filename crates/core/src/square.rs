//! One of the 64 squares.

use std::fmt;
use std::str::FromStr;

use crate::Bitboard;

/// A square of the board, `a1` (top left, index 0) to `h8` (bottom right,
/// index 63), counted row by row.
///
/// ```
/// use outflank_core::Square;
///
/// let square: Square = "f5".parse()?;
/// assert_eq!(square, Square::F5);
/// assert_eq!((square.row(), square.column(), square.index()), (4, 5, 37));
/// # Ok::<(), outflank_core::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// All squares, `a1` to `h8`.
    pub const ALL: [Self; 64] = {
        let mut all = [Self(0); 64];
        let mut index = 0;
        while index < 64 {
            all[index] = Self(index as u8);
            index += 1;
        }
        all
    };

    /// The square with this index; `None` if the index is 64 or more.
    pub const fn new(index: usize) -> Option<Self> {
        if index < 64 { Some(Self(index as u8)) } else { None }
    }

    /// The square with the low six bits of `index`: the unchecked [`Square::new`].
    ///
    /// Because only six bits are kept, table look-ups by [`Square::index`] need
    /// no bounds checks and no `unsafe`.
    pub(crate) const fn wrapping(index: u32) -> Self {
        debug_assert!(index < 64);
        Self((index & 63) as u8)
    }

    /// The square in this row and column, both counted from 0 at the top left.
    pub const fn at(row: usize, column: usize) -> Option<Self> {
        if row < 8 && column < 8 { Self::new(row * 8 + column) } else { None }
    }

    /// 0 for `a1` to 63 for `h8`.
    pub const fn index(self) -> usize {
        (self.0 & 63) as usize
    }

    /// 0 for the top row to 7 for the bottom one.
    pub const fn row(self) -> usize {
        self.index() / 8
    }

    /// 0 for column `a` to 7 for column `h`.
    pub const fn column(self) -> usize {
        self.index() % 8
    }

    /// The set that holds this square alone.
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::new(1 << self.index())
    }
}

macro_rules! name_squares {
    ($($name:ident)*) => { name_squares!(@ 0; $($name)*); };
    (@ $index:expr; $name:ident $($rest:ident)*) => {
        impl Square {
            #[doc = concat!("The square ", stringify!($name), ".")]
            pub const $name: Self = Self($index);
        }
        name_squares!(@ $index + 1; $($rest)*);
    };
    (@ $index:expr;) => {};
}

name_squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

impl fmt::Display for Square {
    /// Writes `f5`, or `F5` with `{:#}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = if f.alternate() { b'A' } else { b'a' };
        let name = [first + self.column() as u8, b'1' + self.row() as u8];
        f.pad(str::from_utf8(&name).expect("a letter and a digit are UTF-8"))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The error of a text that is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a square: expected a letter a to h and a digit 1 to 8", found.escape_debug())]
pub struct ParseSquareError {
    /// The text, cut after twelve characters.
    pub found: String,
}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `f5` or `F5`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let square = match text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Self::at((row - b'1').into(), (column - b'a').into())
            }
            [column @ b'A'..=b'H', row @ b'1'..=b'8'] => {
                Self::at((row - b'1').into(), (column - b'A').into())
            }
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError { found: text.chars().take(12).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_indices_agree() {
        assert_eq!(Square::A1.index(), 0);
        assert_eq!(Square::H1.index(), 7);
        assert_eq!(Square::F5.index(), 37);
        assert_eq!(Square::H8.index(), 63);
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(format!("{square:#}"), square.to_string().to_uppercase());
            assert_eq!(format!("{square:#}").parse(), Ok(square));
            assert_eq!(Square::at(square.row(), square.column()), Some(square));
        }
    }

    #[test]
    fn what_is_not_a_square_is_refused() {
        for text in ["", "a", "a0", "a9", "i1", "a11", "5f", "é"] {
            assert!(text.parse::<Square>().is_err(), "{text:?}");
        }
        assert_eq!(
            "z9".parse::<Square>().unwrap_err().to_string(),
            "'z9' is not a square: expected a letter a to h and a digit 1 to 8"
        );
    }
}
