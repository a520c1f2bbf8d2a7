//! The flags of `outflank eval`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use outflank_arena::EngineWeights;
use outflank_core::Rule;

#[derive(Args)]
pub(crate) struct Eval {
    #[command(subcommand)]
    pub(crate) action: EvalAction,
}

#[derive(Subcommand)]
pub(crate) enum EvalAction {
    /// Make a set of labelled positions from games
    ///
    /// Chooses positions from games of `outflank selfplay`, evenly over 6 to 54 empty squares and
    /// none twice, and scores every legal move. The set is evaluation-RULES.obf in FOLDER. The
    /// same command resumes an interrupted run, with the same result as without the
    /// interruption.
    Label(EvalLabel),
}

#[derive(Args)]
pub(crate) struct EvalLabel {
    /// Folders of games from `outflank selfplay`
    #[arg(value_name = "GAMES", required = true)]
    pub(crate) games: Vec<PathBuf>,
    /// The folder for the set
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The weights of the searches: a file, built-in or hand-made
    #[arg(long, value_name = "WEIGHTS", default_value = "built-in")]
    pub(crate) weights: EngineWeights,
    /// The number of positions, rounded up to fifty
    #[arg(long, value_name = "N", default_value_t = 5_000,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) positions: u32,
    /// Score moves exactly with at most this many empty squares
    #[arg(long, value_name = "N", default_value_t = 18,
          value_parser = clap::value_parser!(u32).range(0..=26))]
    pub(crate) exact: u32,
    /// The search depth after the move with more empty squares, in plies
    #[arg(long, value_name = "N", default_value_t = 14,
          value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    /// The number of positions at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,
    /// The seed of the choice of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
