//! Tuning by playing: a population of agents, each a list of numbers, plays
//! itself, and the better ones shape the next generation.
//!
//! What is tuned is a [`Space`], how well agents play is told by a [`Contest`],
//! and [`Settings`] say how to search. A [`Run`] goes through the generations;
//! its folder holds every finished one, so a run that was killed goes on as if
//! nothing had happened. The settings of the reports are [`Preset`]s.

mod breeding;
mod cma_es;
mod contest;
mod crossover;
mod encounter;
mod error;
mod fixture;
mod generation;
mod genes;
mod hall;
mod immigrants;
mod islands;
mod log;
mod mutation;
mod preset;
mod round_robin;
mod run;
mod schedule;
mod seed;
mod selection;
mod settings;
mod space;
mod tally;

pub use breeding::{Breeding, Founders};
pub use cma_es::CmaEs;
pub use contest::{Contest, Opening, Openings, Outcome};
pub use crossover::Crossover;
pub use encounter::encounter;
pub use error::{RunError, SettingsError, SpaceError};
pub use generation::{Champion, Generation, Individual};
pub use genes::Genes;
pub use hall::Hall;
pub use immigrants::Immigrants;
pub use islands::Islands;
pub use log::{LogLine, read_log};
pub use mutation::Mutation;
pub use preset::{Plan, Preset};
pub use round_robin::{Standings, round_robin};
pub use run::Run;
pub use schedule::Schedule;
pub use selection::Selection;
pub use settings::{Optimiser, Settings};
pub use space::{Bounds, Coding, Space};
pub use tally::{Scoring, Tally};
