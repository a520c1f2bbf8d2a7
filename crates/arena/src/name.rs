//! How a player is called on every command line.

use std::fmt;
use std::str::FromStr;

use outflank_core::Rule;

use crate::Player;
use crate::players::{Greedy, Random};

/// The name of a player that can be made.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PlayerName {
    /// Any legal move, each as likely.
    Random,
    /// The move that is best if the game ended right after it.
    Greedy,
}

impl PlayerName {
    const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// Makes the player. Its random choices come from `seed`: the same seed
    /// gives the same moves.
    pub fn player(&self, rule: Rule, seed: u64) -> Box<dyn Player> {
        match self {
            Self::Random => Box::new(Random::new(seed)),
            Self::Greedy => Box::new(Greedy::new(rule, seed)),
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        })
    }
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a player: expected random or greedy", found.escape_debug())]
pub struct UnknownPlayer {
    /// The text given.
    pub found: String,
}

impl FromStr for PlayerName {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|name| name.to_string() == text)
            .ok_or_else(|| UnknownPlayer { found: text.to_owned() })
    }
}
