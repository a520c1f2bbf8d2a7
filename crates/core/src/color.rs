//! Black and white.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// One of the two sides. Black moves first.
///
/// ```
/// use outflank_core::Color;
///
/// assert_eq!(!Color::Black, Color::White);
/// assert_eq!("white".parse(), Ok(Color::White));
/// assert_eq!(Color::Black.letter(), 'X');
/// ```
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

    /// The side of a letter in a board: `X x B b *` are black, `O o W w` are
    /// white. `0` means white in some tools and black in others, so it is
    /// refused.
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

/// The error of a text that names neither side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a side: expected black or white", found.escape_debug())]
pub struct ParseColorError {
    /// The text.
    pub found: String,
}

impl FromStr for Color {
    type Err = ParseColorError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "black" => Ok(Self::Black),
            "white" => Ok(Self::White),
            _ => Err(ParseColorError { found: text.to_owned() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read_as_they_are_written() {
        for color in Color::BOTH {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(Color::from_letter(color.letter()), Some(color));
            assert_ne!(!color, color);
        }
        let error = "Black".parse::<Color>().unwrap_err();
        assert_eq!(error.to_string(), "'Black' is not a side: expected black or white");
    }
}
