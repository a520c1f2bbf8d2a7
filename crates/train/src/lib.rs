//! Training: self-play, datasets, regression of weights, and genetic search.
//!
//! Every stage reads one folder and writes another. Files appear by rename, so a
//! killed stage keeps its finished parts, and the same call resumes it.
//! [`selfplay()`] writes a [`Dataset`], and [`fit`] turns datasets into
//! [`outflank_eval::Weights`].
//!
//! ```
//! use outflank_core::Rule;
//! use outflank_train::{Dataset, SelfPlay, selfplay};
//! use outflank_work::Threads;
//!
//! let folder = tempfile::tempdir()?;
//! let settings = SelfPlay {
//!     rule: Rule::Reversed,
//!     games: 100,
//!     depth: 0,
//!     exact: 4,
//!     opening: (4, 40),
//!     temperature: 0.0,
//!     beside: 0,
//!     seed: 1,
//!     weights: 0,
//! };
//! let summary = selfplay(folder.path(), settings, None, &Threads::new(1)?, &|_| {})?;
//! assert_eq!(summary.games, 100);
//! assert_eq!(Dataset::read_folder(folder.path())?.samples.len(), summary.positions);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`label`] gives positions of games a score for every move, and [`AccuracyTable`] says how well
//! an evaluation predicts them.
//! [`BookBuilder`] makes an [`outflank_book::Book`] from searches of its positions.
//!
//! Everything long is performed by an [`outflank_work::Runner`]. [`unit_kinds`] lists what other
//! machines can do.
//!
//! [`train_zero`] trains a network from games against itself.
//!
//! [`genetic`] tunes agents that are lists of numbers by games between them.
//! [`AgentContest`] and [`agent_space`] apply it to the agents of the reports.

mod accuracy;
mod agents;
mod board_list;
mod book;
mod collect;
mod dataset;
mod engine_work;
mod folder;
pub mod genetic;
mod labels;
mod regression;
mod selfplay;
mod training_kind;
mod units;
mod win_scale;
mod zero;

pub use accuracy::{
    Accuracy, AccuracyTable, Difference, JudgedMove, JudgedPosition, judge, searched_value,
    static_value,
};
pub use agents::{AgentContest, AgentSpaceError, Effort, agent_space, random_board};
pub use book::{BookBuilder, BookSettings, search_entry};
pub use dataset::{Dataset, DatasetError, Sample};
pub use folder::FolderError;
pub use labels::{LabelledSet, Labelling, label, labelled_positions};
pub use regression::{Fit, FitSettings, FitStep, Loss, Target, fit};
pub use selfplay::{SelfPlay, SelfPlaySummary, selfplay};
pub use units::{MeasuredBuild, unit_kinds};
pub use win_scale::win_scale;
pub use zero::{
    ZERO_START, ZeroControl, ZeroLosses, ZeroProgress, ZeroReport, ZeroSettings, ZeroStart,
    read_zero_reports, read_zero_settings, train_zero, write_zero_start,
};
