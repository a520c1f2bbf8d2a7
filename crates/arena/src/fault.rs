//! Faults of players.

use std::fmt;
use std::str::FromStr;

use crate::untrusted::clean_line;

/// The fault by which a player lost a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
#[non_exhaustive]
pub struct Fault {
    /// The kind.
    pub kind: FaultKind,
    /// The facts, as a sentence without a full stop. It is one line of bounded
    /// length without control characters, although it may quote a program.
    pub detail: String,
}

impl Fault {
    /// A fault with its facts. Whatever a program said is made safe to show here.
    pub fn new(kind: FaultKind, detail: impl AsRef<str>) -> Self {
        Self { kind, detail: clean_line(detail.as_ref()) }
    }
}

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// It could not start or get ready for a game.
    Start,
    /// It exceeded the time limit of the move or of the game.
    Timeout,
    /// Its process ended, or its code raised an exception.
    Crash,
    /// It chose a move that the rules forbid.
    IllegalMove,
    /// It exceeded the memory limit.
    OutOfMemory,
    /// It exceeded the limit of processes.
    TooManyProcesses,
    /// It exceeded the size limit of its output or of a file.
    TooMuchOutput,
    /// Its answer is not part of the protocol.
    Protocol,
}

impl FaultKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::Start,
        Self::Timeout,
        Self::Crash,
        Self::IllegalMove,
        Self::OutOfMemory,
        Self::TooManyProcesses,
        Self::TooMuchOutput,
        Self::Protocol,
    ];

    /// The name in logs, tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::IllegalMove => "illegal move",
            Self::OutOfMemory => "out of memory",
            Self::TooManyProcesses => "too many processes",
            Self::TooMuchOutput => "too much output",
            Self::Protocol => "protocol error",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no kind of fault.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a fault: expected one of {}", found.escape_debug(), FaultKind::ALL.map(FaultKind::name).join(", "))]
pub struct ParseFaultKindError {
    found: String,
}

impl FromStr for FaultKind {
    type Err = ParseFaultKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| ParseFaultKindError { found: text.to_owned() })
    }
}
