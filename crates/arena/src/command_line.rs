//! The command line of an engine.

use std::fmt;
use std::str::FromStr;

/// A program and its arguments: the text after `gtp:` and `nboard:`, quoted as
/// in a shell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandLine(Vec<String>);

impl CommandLine {
    /// The program.
    pub fn program(&self) -> &str {
        &self.0[0]
    }

    /// The arguments.
    pub fn arguments(&self) -> &[String] {
        &self.0[1..]
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&shell_words::join(&self.0))
    }
}

/// A text that is not a command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseCommandLineError {
    /// There is no program.
    #[error("gtp: and nboard: have to be followed by a command line")]
    Empty,
    /// A quotation does not end.
    #[error("a quote in the command line '{}' is not closed", found.escape_debug())]
    Quote {
        /// The text given.
        found: String,
    },
}

impl FromStr for CommandLine {
    type Err = ParseCommandLineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = shell_words::split(text)
            .map_err(|_| ParseCommandLineError::Quote { found: text.to_owned() })?;
        let is_empty = words.first().is_none_or(String::is_empty);
        if is_empty { Err(ParseCommandLineError::Empty) } else { Ok(Self(words)) }
    }
}
