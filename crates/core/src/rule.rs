//! The two games.

use std::fmt;
use std::str::FromStr;

/// One of the two games. It decides who has won, and nothing else.
///
/// ```
/// use outflank_core::Rule;
///
/// assert_eq!("reversed".parse(), Ok(Rule::Reversed));
/// assert_eq!("othello".parse(), Ok(Rule::Reversi));
/// assert_eq!(Rule::Reversed.to_string(), "reversed");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rule {
    /// Othello: the side with more discs wins.
    #[default]
    Reversi,
    /// Anti-Othello: the side with fewer discs wins.
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

/// The error of a text that names neither game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a game: expected reversi or reversed", found.escape_debug())]
pub struct ParseRuleError {
    /// The start of the text.
    pub found: String,
}

impl FromStr for Rule {
    type Err = ParseRuleError;

    /// Reads `reversi` or `othello`, and `reversed`, `anti` or `anti-othello`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "reversi" | "othello" => Ok(Self::Reversi),
            "reversed" | "anti" | "anti-othello" => Ok(Self::Reversed),
            _ => Err(ParseRuleError { found: text.chars().take(40).collect() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back_and_aliases_are_known() {
        for rule in Rule::BOTH {
            assert_eq!(rule.to_string().parse(), Ok(rule));
        }
        assert_eq!("othello".parse(), Ok(Rule::Reversi));
        assert_eq!("anti".parse(), Ok(Rule::Reversed));
        assert_eq!("anti-othello".parse(), Ok(Rule::Reversed));
        let error = "go".parse::<Rule>().unwrap_err();
        assert_eq!(error.to_string(), "'go' is not a game: expected reversi or reversed");
    }
}
