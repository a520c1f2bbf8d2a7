//! What a player can do wrong.

use std::fmt;
use std::str::FromStr;

/// Why a player lost a game that the board had not decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind}: {detail}")]
pub struct Fault {
    /// What went wrong.
    pub kind: FaultKind,
    /// The facts, in a sentence without its end.
    pub detail: String,
}

impl Fault {
    /// A fault with its facts.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

/// The kinds of fault there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// It could not be started, or not be made ready for a game.
    Start,
    /// It answered after its time for a move or for the game was up, or never.
    Timeout,
    /// Its process ended, or its code raised an exception.
    Crash,
    /// It chose a move that the rules forbid.
    IllegalMove,
    /// It took more memory than it may.
    OutOfMemory,
    /// It started more processes than it may.
    TooManyProcesses,
    /// It wrote more than it may, to its output or to a file.
    TooMuchOutput,
    /// Its answer is none.
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
