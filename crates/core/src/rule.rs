//! Which of the two games is played.

use std::fmt;
use std::str::FromStr;

/// Which of the two games is played: it decides who has won, nothing else.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Othello: most discs win.
    #[default]
    Reversi,
    /// Anti-Othello: fewest discs win.
    Reversed,
}

impl Rule {
    /// Both games.
    pub const BOTH: [Self; 2] = [Self::Reversi, Self::Reversed];

    /// The name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reversi => "reversi",
            Self::Reversed => "reversed",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names neither game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a game: expected reversi or reversed", found.escape_debug())]
pub struct ParseRuleError {
    /// The text given.
    pub found: String,
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::BOTH
            .into_iter()
            .find(|rule| rule.name() == text)
            .ok_or_else(|| ParseRuleError { found: text.to_owned() })
    }
}
