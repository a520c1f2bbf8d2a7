//! An engine that speaks `NBoard`, with its settings.

use std::fmt;
use std::str::FromStr;

use crate::{CommandLine, ParseCommandLineError};

/// An engine that speaks `NBoard`: the part of its name after `nboard:`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NBoardName {
    /// The search depth sent to the engine. Some engines need it before they move.
    pub depth: Option<u32>,
    /// The command line.
    pub line: CommandLine,
}

/// A text that names no such engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseNBoardError {
    /// The depth is not a depth.
    #[error("nboard:depth cannot be '{}': expected 1 to 60 plies", found.escape_debug())]
    Depth {
        /// The text given.
        found: String,
    },
    /// There is no engine to start.
    #[error(transparent)]
    Command(#[from] ParseCommandLineError),
}

impl FromStr for NBoardName {
    type Err = ParseNBoardError;

    /// Reads a command line, or `depth=16` and a command line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim_start();
        let Some(rest) = text.strip_prefix("depth=") else {
            return Ok(Self { depth: None, line: text.parse()? });
        };
        let (depth, line) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = depth.parse().ok().filter(|number| (1..=60).contains(number));
        let wrong = || ParseNBoardError::Depth { found: depth.to_owned() };
        Ok(Self { depth: Some(number.ok_or_else(wrong)?), line: line.parse()? })
    }
}

impl fmt::Display for NBoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            Some(depth) => f.pad(&format!("depth={depth} {}", self.line)),
            None => self.line.fmt(f),
        }
    }
}
