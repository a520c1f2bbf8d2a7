//! The command line of an engine.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use crate::ParseSettingError;

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

    /// The name of an engine: its settings, if any, and its command line.
    pub(crate) fn after(&self, settings: &str) -> String {
        if settings.is_empty() { self.to_string() } else { format!("{settings} {self}") }
    }
}

impl TryFrom<Vec<String>> for CommandLine {
    type Error = ParseCommandLineError;

    fn try_from(words: Vec<String>) -> Result<Self, Self::Error> {
        let is_empty = words.first().is_none_or(String::is_empty);
        if is_empty { Err(ParseCommandLineError::Empty) } else { Ok(Self(words)) }
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

/// A text that names no external engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseProgramError {
    /// A setting is wrong.
    #[error(transparent)]
    Setting(#[from] ParseSettingError),
    /// There is no engine to start.
    #[error(transparent)]
    Command(#[from] ParseCommandLineError),
}

impl FromStr for CommandLine {
    type Err = ParseCommandLineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        words(text)?.try_into()
    }
}

/// A command line after settings, as in `depth=16,folder=DIR COMMAND`.
pub(crate) struct NamedCommand {
    /// The settings, without quotes.
    pub(crate) settings: Option<String>,
    pub(crate) line: CommandLine,
}

impl FromStr for NamedCommand {
    type Err = ParseCommandLineError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut words = words(text)?;
        let settings = begins_with_key(text.trim_start()).then(|| words.remove(0));
        Ok(Self { settings, line: words.try_into()? })
    }
}

/// Whether a text begins with `key=`. A program with such a name is written in quotes.
fn begins_with_key(text: &str) -> bool {
    let rest = text.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
    rest.len() < text.len() && rest.starts_with('=')
}

fn words(text: &str) -> Result<Vec<String>, ParseCommandLineError> {
    let unclosed = |_| ParseCommandLineError::Quote { found: text.to_owned() };
    shell_words::split(text).map_err(unclosed)
}

/// A path as the value of a setting.
pub(crate) fn quoted(path: &Path) -> String {
    shell_words::quote(&path.display().to_string()).into_owned()
}
