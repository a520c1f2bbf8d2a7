//! How the weights are made: games of the engine against itself, and the
//! regression of their results on what the boards looked like.
//!
//! Every stage reads one folder and writes another, and what it has finished
//! survives a kill: files appear by rename, and a stage that is started again
//! goes on with what is missing. `selfplay` writes a [`Dataset`], `regression`
//! turns datasets into [`outflank_eval::Weights`].
//!
//! [`genetic`] tunes agents that are a list of numbers by letting them play each
//! other; its words (run, settings, log) are its own, so it keeps its name. An
//! [`AgentContest`] are the games of the reports' agents for it.

mod agents;
mod dataset;
mod folder;
pub mod genetic;
mod regression;
mod selfplay;
mod win_scale;

pub use agents::{AgentContest, AgentSpaceError, Effort, agent_space, random_board};
pub use dataset::{Dataset, DatasetError, Sample};
pub use folder::FolderError;
pub use regression::{Fit, FitSettings, FitStep, Loss, fit};
pub use selfplay::{Harvest, SelfPlay, selfplay};
pub use win_scale::win_scale;
