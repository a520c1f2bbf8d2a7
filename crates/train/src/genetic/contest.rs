//! How agents are compared: what the caller brings.

use serde::{Deserialize, Serialize};

use super::seed::{Purpose, Seed};

/// A game that two agents can play.
pub trait Contest: Sync {
    /// An agent ready to play. Each thread makes its own, once for all games
    /// that it plays with it.
    type Player;

    /// What is played, in words: the agent, the game, the depth. A run that was
    /// begun with another one is not gone on with.
    fn description(&self) -> String;

    /// The agent that these genes make.
    fn player(&self, genes: &[f64]) -> Self::Player;

    /// Plays a game that `first` begins at `opening`.
    ///
    /// The result may depend on nothing but the genes and the opening: not on
    /// games played before, on time or on chance. Whoever wants to show progress
    /// counts here, up to [`Settings::games_per_generation`].
    ///
    /// [`Settings::games_per_generation`]: super::Settings::games_per_generation
    fn play(
        &self,
        first: &mut Self::Player,
        second: &mut Self::Player,
        opening: Opening,
    ) -> Outcome;

    /// Whether nobody waits for the games any more: those that are left are not
    /// played, and the generation is not kept.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// How a game ended for the one who moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// By how many discs it was won: 0 if drawn, negative if lost. Where fewer
    /// discs win, by how many fewer.
    pub margin: i32,
}

impl Outcome {
    /// The same game seen by the one who moved second.
    pub(super) fn reversed(self) -> Self {
        Self { margin: -self.margin }
    }
}

/// Where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// At the start.
    Start,
    /// After random moves that come from this number: always the same ones.
    Random(u64),
}

/// Where the games of a generation begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Openings {
    /// At the start, as in the reports: a pair plays two games.
    Start,
    /// At so many random openings, the same for all pairs and others in each
    /// generation: a pair plays each twice with colours changed.
    Random(u32),
}

impl Openings {
    /// How many there are.
    pub(super) fn count(self) -> usize {
        match self {
            Self::Start => 1,
            Self::Random(count) => count as usize,
        }
    }

    pub(super) fn of(self, seed: Seed, purpose: Purpose, generation: u32) -> Vec<Opening> {
        match self {
            Self::Start => vec![Opening::Start],
            Self::Random(_) => (0..self.count())
                .map(|number| Opening::Random(seed.number(purpose, generation, number)))
                .collect(),
        }
    }
}
