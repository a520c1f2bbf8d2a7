//! The sides that people play.

use std::fmt;
use std::str::FromStr;

use outflank_core::Color;

use crate::Controller;

/// The sides that people play. A program plays the other side.
///
/// ```
/// use outflank_core::Color;
/// use outflank_session::{Controller, Seat};
///
/// let seat: Seat = "black".parse()?;
/// assert_eq!(seat.program(), Some(Color::White));
/// assert_eq!(seat.sides(), [Controller::Person, Controller::Program]);
/// # Ok::<(), outflank_session::ParseSeatError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person against a program.
    One(Color),
    /// Two people at one board.
    Both,
}

impl Seat {
    /// The side of the program.
    pub fn program(self) -> Option<Color> {
        match self {
            Self::One(color) => Some(!color),
            Self::Both => None,
        }
    }

    /// The controllers of black and white.
    pub fn sides(self) -> [Controller; 2] {
        let program = self.program();
        Color::BOTH.map(|color| {
            if program == Some(color) { Controller::Program } else { Controller::Person }
        })
    }

    /// `black`, `white` or `both`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::One(Color::Black) => "black",
            Self::One(Color::White) => "white",
            Self::Both => "both",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error of a text that names no side.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a color: expected black, white or both", found.escape_debug())]
pub struct ParseSeatError {
    /// The start of the text.
    pub found: String,
}

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "black" => Ok(Self::One(Color::Black)),
            "white" => Ok(Self::One(Color::White)),
            "both" => Ok(Self::Both),
            _ => Err(ParseSeatError { found: text.chars().take(12).collect() }),
        }
    }
}
