//! The flags of `outflank reports`.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct Reports {
    /// The experiments [default: all]
    #[arg(value_name = "EXPERIMENT")]
    pub(crate) experiments: Vec<Experiment>,
    /// Smaller runs and fewer games: some seconds instead of minutes
    #[arg(long)]
    pub(crate) quick: bool,
    /// The seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object a line, one for each row and one for the note of a table
    #[arg(long)]
    pub(crate) json: bool,
}

/// An experiment of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Experiment {
    /// Report 000, figure 5
    TimeByDepth,
    /// Report 002, table II, and the same for report 000
    GenerationCost,
    /// Report 002, table I
    SelectionModes,
    /// Report 002, table III
    FinalWeights,
    /// Report 004
    AgainstRandom,
    /// The agents of each game against each other
    RoundRobin,
}
