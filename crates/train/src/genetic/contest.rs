//! The comparison of agents. The caller implements it.

use outflank_classic::Form;
use outflank_work::{Description, Runner, WorkError};
use serde::{Deserialize, Serialize};

use super::seed::{Purpose, Seed};

/// A game that two agents can play.
pub trait Contest: Sync {
    /// An agent that is ready to play. Each thread creates its own, once for all its
    /// games.
    type Player;

    /// A description of the agents, the game and the depth. A run that was started with
    /// another description is not resumed.
    fn description(&self) -> String;

    /// Creates the agent with these genes.
    fn player(&self, genes: &[f64]) -> Self::Player;

    /// Plays a game from `opening`; `first` moves first.
    ///
    /// The result must depend only on the genes and the opening, not on earlier games,
    /// time or chance. Count games here to show progress, up to
    /// [`RunSettings::games_per_generation`].
    ///
    /// [`RunSettings::games_per_generation`]: super::RunSettings::games_per_generation
    fn play(
        &self,
        first: &mut Self::Player,
        second: &mut Self::Player,
        opening: Opening,
    ) -> ContestResult;

    /// The form of the agents, if they are agents of `classic`. It is noted in
    /// the folder of a run, so that a reader can name the genes.
    fn form(&self) -> Option<Form> {
        None
    }

    /// Prepares for these agents, all at once, before they play.
    ///
    /// CMA-ES calls this only if [`Contest::is_batched`].
    fn prepare(&self, agents: &[&[f64]]) {
        let _ = agents;
    }

    /// True if [`Contest::prepare`] saves time, so that CMA-ES should draw its
    /// points in advance for it.
    fn is_batched(&self) -> bool {
        false
    }

    /// The value of an agent, the higher the better, if it does not depend on
    /// opponents. CMA-ES then ranks its points by it instead of by games.
    fn fitness(&self, genes: &[f64]) -> Option<f64> {
        let _ = genes;
        None
    }

    /// Plays the games of a generation; by default the current pool of threads does.
    fn runner(&self) -> Option<&dyn Runner> {
        None
    }

    /// Describes the games for other machines, without the agents; `None` if they can be played
    /// here only.
    fn describe(&self) -> Option<Description> {
        None
    }

    /// Hears of a game that was played elsewhere.
    fn count_game(&self) {}

    /// Takes the error of the runner. From then on the contest is cancelled.
    fn fail(&self, error: WorkError) {
        let _ = error;
    }

    /// The error of the runner, if it failed.
    fn take_failure(&self) -> Option<WorkError> {
        None
    }

    /// True if the run should stop. The remaining games are not played, and the
    /// generation is not stored.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// The result of a game, seen by the player who moved first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestResult {
    /// The margin in discs: positive for a win, 0 for a draw, negative for a loss. If
    /// fewer discs win, the margin is the number of discs fewer.
    pub margin: i32,
}

impl ContestResult {
    /// The same game seen by the player who moved second.
    pub(super) fn reversed(self) -> Self {
        Self { margin: -self.margin }
    }
}

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opening {
    /// The starting position.
    Start,
    /// The position after random moves. The same number gives the same moves.
    Random(u64),
}

/// The openings of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GenerationOpenings {
    /// The starting position, as in the reports: a pair plays two games.
    Start,
    /// This many random openings, the same for all pairs and new in each generation. A
    /// pair plays each opening twice, with colours swapped.
    Random(u32),
}

impl GenerationOpenings {
    /// The number of openings.
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
