//! A disc placed, or a pass.

use std::fmt;
use std::str::FromStr;

use crate::Square;

/// What a side does at its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// A disc on this square.
    Place(Square),
    /// Nothing, because there is no legal square.
    Pass,
}

impl Move {
    /// The square, unless it is a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Self::Place(square) => Some(square),
            Self::Pass => None,
        }
    }

    /// 0 to 63 for a square, 64 for a pass.
    pub const fn action(self) -> usize {
        match self {
            Self::Place(square) => square.index(),
            Self::Pass => 64,
        }
    }

    /// The move with this action number, the inverse of [`Move::action`].
    pub const fn from_action(action: usize) -> Option<Self> {
        match Square::new(action) {
            Some(square) => Some(Self::Place(square)),
            None if action == 64 => Some(Self::Pass),
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

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a move: expected a square such as f5, or pass", found.escape_debug())]
pub struct ParseMoveError {
    /// The text given, or its beginning if it was long.
    pub found: String,
}

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square in any case, or a pass as any tool writes it: `pass`,
    /// `pa`, `ps` or `--`.
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
