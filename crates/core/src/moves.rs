//! A move: a disc on a square, or a pass.

use std::fmt;
use std::str::FromStr;

use crate::Square;

/// The action number of a pass. The numbers below it are the squares a1 to h8.
pub const PASS: u8 = 64;

/// A turn of one side: a disc on a square, or a pass.
///
/// ```
/// use outflank_core::{Move, PASS, Square};
///
/// let played: Move = "f5".parse()?;
/// assert_eq!(played, Move::Place(Square::F5));
/// assert_eq!(played.action(), 37);
/// assert_eq!(Move::from_action(PASS), Some(Move::Pass));
/// # Ok::<(), outflank_core::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A disc on this square.
    Place(Square),
    /// A pass: the side has no legal square.
    Pass,
}

impl Move {
    /// The square; `None` for a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }

    /// The action number of the move: 0 to 63 for a square, [`PASS`] (64) for a
    /// pass.
    pub const fn action(self) -> u8 {
        match self {
            Self::Place(square) => square.index() as u8,
            Self::Pass => PASS,
        }
    }

    /// The move with this action number, the inverse of [`Move::action`];
    /// `None` if the number is greater than [`PASS`].
    pub const fn from_action(action: u8) -> Option<Self> {
        match Square::new(action as usize) {
            Some(square) => Some(Self::Place(square)),
            None if action == PASS => Some(Self::Pass),
            None => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(square) => square.fmt(f),
            Self::Pass => f.pad("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error of a text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a move: expected a square such as f5, or pass", found.escape_debug())]
pub struct ParseMoveError {
    /// The text, cut after twelve characters.
    pub found: String,
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square in either case, or a pass in the spelling of any tool:
    /// `pass`, `pa`, `ps` or `--`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if ["pass", "pa", "ps", "--"].iter().any(|pass| text.eq_ignore_ascii_case(pass)) {
            return Ok(Self::Pass);
        }
        text.parse()
            .map(Self::Place)
            .map_err(|_| ParseMoveError { found: text.chars().take(12).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_number_every_move() {
        for action in 0..=64 {
            assert_eq!(Move::from_action(action).map(Move::action), Some(action));
        }
        assert_eq!(Move::from_action(64), Some(Move::Pass));
        assert_eq!(Move::from_action(65), None);
    }

    #[test]
    fn every_tools_pass_is_read() {
        for text in ["pass", "PASS", "PA", "ps", "--"] {
            assert_eq!(text.parse(), Ok(Move::Pass));
        }
        assert_eq!("F5".parse(), Ok(Move::Place(Square::F5)));
        assert!("-".parse::<Move>().is_err());
    }
}
