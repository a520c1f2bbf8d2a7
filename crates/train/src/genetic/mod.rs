//! Tuning by games: agents that are lists of numbers play each other, and the
//! better ones shape the next generation.
//!
//! A [`Space`] holds the bounds of the genes. A [`Contest`] plays games between
//! agents. [`RunSettings`] hold the optimiser and its operators; the settings of the
//! reports are [`Preset`]s. A [`Run`] performs the generations. Its folder holds
//! every finished one, so a killed run continues as if it had never stopped. A
//! [`RunFolder`] reads the folder.
//!
//! ```
//! use outflank_train::genetic::{
//!     Bounds, Contest, ContestResult, Opening, PresetPlan, Run, RunFolder, Space,
//! };
//!
//! /// An agent is one number, and the higher number wins.
//! struct Higher;
//!
//! impl Contest for Higher {
//!     type Player = f64;
//!     fn description(&self) -> String {
//!         "the higher number wins".to_owned()
//!     }
//!     fn player(&self, genes: &[f64]) -> f64 {
//!         genes[0]
//!     }
//!     fn play(&self, first: &mut f64, second: &mut f64, _: Opening) -> ContestResult {
//!         ContestResult { margin: (*first - *second) as i32 }
//!     }
//! }
//!
//! let folder = tempfile::tempdir()?;
//! let mut plan = PresetPlan::default();
//! plan.settings.generations = 10;
//! let space = Space::new(vec![Bounds { low: 0.0, high: 64.0 }], plan.coding)?;
//! let mut run = Run::open(folder.path(), space, &[8.0], plan.settings, &Higher)?;
//! while let Some(line) = run.step()? {
//!     assert!(line.best >= line.worst);
//! }
//! let champion = run.champion().expect("the run has generations");
//! assert!(champion.genes.values()[0] > 8.0);
//!
//! let reader = RunFolder::open(folder.path()).expect("it is the folder of a run");
//! assert_eq!(reader.log()?.len(), 10);
//! assert_eq!(reader.champion()?.as_ref(), Some(champion));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent_results;
mod breeding;
mod cma_es;
mod contest;
mod crossover;
mod encounter;
mod error;
mod fixture;
mod generation;
mod genes;
mod hall_of_fame;
mod immigrants;
mod islands;
mod log;
mod mutation;
mod preset;
mod rate_schedule;
mod round_robin;
mod run;
mod run_folder;
mod seed;
mod selection;
mod settings;
mod space;
#[cfg(test)]
mod test_contest;

pub use agent_results::{AgentResults, Scoring};
pub use breeding::{Breeding, Founders};
pub use cma_es::CmaEs;
pub use contest::{Contest, ContestResult, GenerationOpenings, Opening};
pub use crossover::Crossover;
pub use encounter::encounter;
pub use error::{RunError, SettingsError, SpaceError};
pub(crate) use fixture::{Fixture, PlayerList};
pub use generation::{Champion, Generation, Individual};
pub use genes::Genes;
pub use hall_of_fame::HallOfFame;
pub use immigrants::Immigrants;
pub use islands::Islands;
pub use log::{LogLine, read_log};
pub use mutation::Mutation;
pub use preset::{Preset, PresetPlan};
pub use rate_schedule::RateSchedule;
pub use round_robin::{RoundRobinResult, round_robin};
pub use run::Run;
pub use run_folder::{ChampionSummary, RunFolder, RunSummary};
pub use selection::Selection;
pub use settings::{Optimiser, RunSettings};
pub use space::{Bounds, Coding, Space};
