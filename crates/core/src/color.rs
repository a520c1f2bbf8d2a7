//! Black and white.

use std::fmt;
use std::ops::Not;

/// One of the two sides. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Color {
    /// The side that starts, `X`.
    Black,
    /// The other side, `O`.
    White,
}

impl Color {
    /// Both sides, black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// `X` for black, `O` for white.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'X',
            Self::White => 'O',
        }
    }

    /// The side a letter stands for in any tool's boards: `X x B b *` are
    /// black, `O o W w` white. `0` is white to some and black to others, so it
    /// is neither here.
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'X' | 'x' | 'B' | 'b' | '*' => Some(Self::Black),
            'O' | 'o' | 'W' | 'w' => Some(Self::White),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// The other side.
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
