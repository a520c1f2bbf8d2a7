//! How a player is called on every command line.

use std::fmt;
use std::str::FromStr;

use outflank_core::{Color, Rule};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

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

    /// Makes the player of one colour. Its random choices come from `seed`: the
    /// same seed gives the same moves, and the two colours draw from streams of
    /// their own.
    pub fn player(&self, rule: Rule, color: Color, seed: u64) -> Box<dyn Player> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(color as u64);
        match self {
            Self::Random => Box::new(Random::new(random)),
            Self::Greedy => Box::new(Greedy::new(rule, random)),
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
