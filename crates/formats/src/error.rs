//! What can be wrong with a file, and where.

use std::fmt;
use std::io;

use outflank_core::{IllegalMove, OverlapError, ParsePositionErrorKind};

use crate::Format;

/// Where in a file something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text; both count from 1, columns in characters.
    Text {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// In a binary file, counted from 0.
    Byte {
        /// How many bytes come before.
        offset: u64,
    },
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte { offset } => write!(f, "byte {offset}"),
        }
    }
}

/// Why something could not be read, and where.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {fault}")]
pub struct ReadError {
    /// Where.
    pub place: Place,
    /// Why. Part of the message above, so not its source as well.
    pub fault: Fault,
}

impl ReadError {
    /// Whether what follows in the file can still be read: the fault was one
    /// game's own, not the stream's.
    pub fn is_of_one_item(&self) -> bool {
        !matches!(
            self.fault,
            Fault::Io(_) | Fault::TooLong | Fault::Truncated { .. } | Fault::Header { .. }
        )
    }
}

/// What was wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The file could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line or a game is longer than [`crate::LIMIT`].
    #[error("a line or game of more than {} KiB is not read", crate::LIMIT / 1024)]
    TooLong,
    /// The file ends too early.
    #[error("the file ends inside {inside}")]
    Truncated {
        /// What was being read.
        inside: &'static str,
    },
    /// Something else stands where the format wants this.
    #[error("expected {expected}, found {}", quoted(*.found))]
    Expected {
        /// What the format wants.
        expected: &'static str,
        /// What is there; `None` at the end.
        found: Option<char>,
    },
    /// A value of a named field makes no sense.
    #[error("{field} is '{}', expected {expected}", shown(.found))]
    Value {
        /// The field.
        field: &'static str,
        /// What it should be.
        expected: &'static str,
        /// What it was.
        found: String,
    },
    /// The header of a binary file makes no sense.
    #[error("the header's {field} is {found}, expected {expected}")]
    Header {
        /// The field.
        field: &'static str,
        /// What it should be.
        expected: &'static str,
        /// What it was.
        found: u64,
    },
    /// A position string is wrong.
    #[error("{0}")]
    Position(#[from] ParsePositionErrorKind),
    /// A square was given two discs.
    #[error("{0}")]
    Overlap(#[from] OverlapError),
    /// A move is against the rules.
    #[error("move {number}: {illegal}")]
    Illegal {
        /// The number of the move in its game, passes counted, from 1.
        number: usize,
        /// What is wrong with it.
        illegal: IllegalMove,
    },
    /// A move is said to be of the side that is not to move.
    #[error("move {number} is given to {given}, but {} is to move", !*given)]
    Turn {
        /// The number of the move in its game, passes counted, from 1.
        number: usize,
        /// The side it was given to.
        given: outflank_core::Color,
    },
    /// A board of a log does not come from the one before it by a legal move.
    #[error("board {number} is not one legal move after the board before it")]
    Leap {
        /// The number of the board, from 1.
        number: usize,
    },
    /// Text that is not JSON, or not a record.
    #[error("{}", shown(.0))]
    Json(String),
}

fn quoted(found: Option<char>) -> String {
    found.map_or_else(|| "the end".to_owned(), |c| format!("'{}'", c.escape_debug()))
}

/// The beginning of a value, fit for one line of a terminal.
fn shown(text: &str) -> String {
    const MOST: usize = 100;
    let escape = |letter: char| {
        if letter.is_control() { letter.escape_debug().to_string() } else { letter.into() }
    };
    let mut shown: String = text.chars().take(MOST).map(escape).collect();
    if text.chars().nth(MOST).is_some() {
        shown.push_str("...");
    }
    shown
}

/// Why a game could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The file could not be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The format has no place for something the game needs.
    #[error("{format} cannot hold {what}")]
    Unfit {
        /// The format.
        format: Format,
        /// What has no place in it.
        what: String,
    },
}
