//! The errors of readers and writers.

use std::fmt;
use std::io;

use outflank_core::{IllegalMove, OverlapError, ParsePositionErrorKind};

use crate::Format;

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A place in a text. Lines and columns count from 1, columns in characters.
    Text {
        /// The line.
        line: usize,
        /// The column.
        column: usize,
    },
    /// A place in a binary file.
    Byte {
        /// The number of bytes before it.
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

/// The reason why an item could not be read, and its place.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {kind}")]
pub struct ReadError {
    /// The place.
    pub place: Place,
    /// The reason. The message includes it, so it is not the `source` as well.
    pub kind: ReadErrorKind,
}

impl ReadError {
    /// Whether the error concerns one item, and the items after it can still be
    /// read.
    pub fn is_of_one_item(&self) -> bool {
        !matches!(
            self.kind,
            ReadErrorKind::Io(_)
                | ReadErrorKind::TooLong
                | ReadErrorKind::Truncated { .. }
                | ReadErrorKind::Header { .. }
        )
    }
}

/// The kind of an error in a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadErrorKind {
    /// The file could not be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line or a game is longer than [`crate::LIMIT`].
    #[error("a line or game of more than {} KiB is not read", crate::LIMIT / 1024)]
    TooLong,
    /// The file ends too early.
    #[error("the file ends inside {inside}")]
    Truncated {
        /// The part that was being read.
        inside: &'static str,
    },
    /// The text is not what the format requires here.
    #[error("expected {expected}, found {}", quoted(*.found))]
    Expected {
        /// The text that the format requires.
        expected: &'static str,
        /// The character found; `None` at the end.
        found: Option<char>,
    },
    /// The value of a named field is invalid.
    #[error("{field} is '{}', expected {expected}", shown(.found))]
    Value {
        /// The field.
        field: &'static str,
        /// The value expected.
        expected: &'static str,
        /// The value found.
        found: String,
    },
    /// The header of a binary file is invalid.
    #[error("the header's {field} is {found}, expected {expected}")]
    Header {
        /// The field.
        field: &'static str,
        /// The value expected.
        expected: &'static str,
        /// The value found.
        found: u64,
    },
    /// A position string is invalid.
    #[error("{0}")]
    Position(#[from] ParsePositionErrorKind),
    /// A square has two discs.
    #[error("{0}")]
    Overlap(#[from] OverlapError),
    /// A move is illegal.
    #[error("move {number}: {illegal}")]
    Illegal {
        /// The number of the move in its game, passes counted, from 1.
        number: usize,
        /// The reason why it is illegal.
        illegal: IllegalMove,
    },
    /// A move is given to the side that is not to move.
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
    /// The text is not JSON, or not a record.
    #[error("{}", shown(.0))]
    Json(String),
}

fn quoted(found: Option<char>) -> String {
    found.map_or_else(|| "the end".to_owned(), |c| format!("'{}'", c.escape_debug()))
}

/// The beginning of a value, without control characters.
fn shown(text: &str) -> String {
    const MAX_SHOWN: usize = 100;
    let escape = |letter: char| {
        if letter.is_control() { letter.escape_debug().to_string() } else { letter.into() }
    };
    let mut shown: String = text.chars().take(MAX_SHOWN).map(escape).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push_str("...");
    }
    shown
}

/// The reason why a game could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The file could not be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The format cannot express a part of the game.
    #[error("{format} cannot hold {what}")]
    Unfit {
        /// The format.
        format: Format,
        /// The part that it cannot express.
        what: String,
    },
}
