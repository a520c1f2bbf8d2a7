//! The flags of `outflank reports`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct Reports {
    /// The experiments [default: all but long-tuning]
    #[arg(value_name = "EXPERIMENT")]
    pub(crate) experiments: Vec<Experiment>,
    /// Smaller runs and fewer games: a minute instead of an hour
    #[arg(long)]
    pub(crate) quick: bool,
    /// The folder of the results and of the page reports.html; experiments that are finished there
    /// are not run again
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: Option<PathBuf>,
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
    /// Report 000: the order of moves, and stored positions
    Ordering,
    /// Report 002, table II, and the same for report 000
    GenerationCost,
    /// Report 002, table I
    SelectionModes,
    /// Report 002, table III
    FinalWeights,
    /// Report 002: four, five and six layers
    Layers,
    /// Report 003: a fixed depth against iterative deepening
    Deepening,
    /// Report 004: 80 and 200 generations
    Generations,
    /// Report 004: against random play
    AgainstRandom,
    /// The agents of each game and the champions evolved here against each other
    RoundRobin,
    /// Report 004: 3000 generations, which take hours
    LongTuning,
}
