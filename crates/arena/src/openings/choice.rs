//! The openings that a user asks for.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use outflank_core::{Game, Rule};

use super::{BalancedOpenings, OpeningsError, OpeningsSource};

/// The openings that a user asks for: `balanced`, `start`, `random:N` or a file
/// of games.
///
/// ```
/// use outflank_arena::OpeningsChoice;
///
/// let choice: OpeningsChoice = "random:6".parse()?;
/// assert_eq!(choice, OpeningsChoice::Random { plies: 6 });
/// assert_eq!(choice.to_string(), "random:6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpeningsChoice {
    /// The balanced openings that come with Outflank, in an order drawn from the
    /// seed.
    #[default]
    Balanced,
    /// The start of the game.
    Start,
    /// Balanced openings drawn from the seed.
    Random {
        /// The number of random moves.
        plies: u32,
    },
    /// The games of a file, in the order of the file.
    File(PathBuf),
}

/// A text that names no openings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' has no number of moves from 1 to {}", found.escape_debug(), OpeningsChoice::MAX_PLIES)]
pub struct ParseOpeningsError {
    /// The text given.
    pub found: String,
}

impl OpeningsChoice {
    /// The maximum number of random moves.
    pub const MAX_PLIES: u32 = 30;

    /// Reads the file of openings, if there is one.
    pub fn load(&self, rule: Rule) -> Result<OpeningsSource, OpeningsError> {
        OpeningsSource::load(self.clone(), rule)
    }

    /// The openings of a choice without a file.
    pub(crate) fn sequence(
        &self,
        rule: Rule,
        seed: u64,
    ) -> Option<Box<dyn Iterator<Item = Game> + Send>> {
        Some(match self {
            Self::Balanced => Box::new(super::list::endless(rule, seed)),
            Self::Start => Box::new(std::iter::repeat_with(Game::new)),
            Self::Random { plies } => {
                Box::new(BalancedOpenings::with_plies(rule, seed, *plies as usize))
            }
            Self::File(_) => return None,
        })
    }
}

impl FromStr for OpeningsChoice {
    type Err = ParseOpeningsError;

    /// Reads `balanced` (or `built-in`), `start`, `random`, `random:N` or the
    /// path of a file.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "balanced" | "built-in" => Self::Balanced,
            "start" => Self::Start,
            "random" => Self::Random { plies: BalancedOpenings::PLIES as u32 },
            _ => match text.strip_prefix("random:") {
                Some(plies) => {
                    let plies = plies.parse().ok();
                    let plies = plies.filter(|plies| (1..=Self::MAX_PLIES).contains(plies));
                    let found = || ParseOpeningsError { found: text.to_owned() };
                    Self::Random { plies: plies.ok_or_else(found)? }
                }
                None => Self::File(text.into()),
            },
        })
    }
}

impl fmt::Display for OpeningsChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Balanced => f.pad("balanced"),
            Self::Start => f.pad("start"),
            Self::Random { plies } => f.pad(&format!("random:{plies}")),
            Self::File(path) => f.pad(&path.to_string_lossy()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::OpeningsChoice;

    #[test]
    fn a_choice_is_written_as_it_is_read() {
        for text in ["balanced", "start", "random:1", "random:30", "games/mine.ggf"] {
            let choice: OpeningsChoice = text.parse().unwrap();
            assert_eq!(choice.to_string(), text);
        }
        assert_eq!("built-in".parse(), Ok(OpeningsChoice::Balanced));
        assert_eq!("random".parse(), Ok(OpeningsChoice::Random { plies: 8 }));
    }

    #[test]
    fn a_wrong_number_of_moves_is_refused() {
        for text in ["random:", "random:0", "random:31", "random:-1", "random:x"] {
            let error = text.parse::<OpeningsChoice>().unwrap_err().to_string();
            assert_eq!(error, format!("'{text}' has no number of moves from 1 to 30"));
        }
    }
}
