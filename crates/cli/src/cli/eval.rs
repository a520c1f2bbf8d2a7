//! The flags of `outflank eval`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use outflank_arena::EngineWeights;
use outflank_core::Rule;

use super::{ClusterFlag, SearchedWeights};

#[derive(Args)]
pub(crate) struct Eval {
    #[command(subcommand)]
    pub(crate) action: EvalAction,
}

#[derive(Subcommand)]
pub(crate) enum EvalAction {
    /// Compare an evaluation with positions whose scores are known
    ///
    /// The table has a row for each stretch of empty squares. mean, rms and bias are the errors of
    /// the value of a position in discs; a positive bias values the side to move too highly. pairs
    /// is the share of pairs of moves, with labels at least 2 discs apart, that the values of the
    /// boards after them put in the right order; a tie is half right. best is the share of
    /// positions in which the move of the highest value is a best one, and loss the discs that
    /// this move loses; positions with one move do not count. Positions whose label is beyond 30
    /// discs are in the row decided only.
    ///
    /// With two --weights the differences are printed too: the second minus the first, with one
    /// standard error.
    Check(EvalCheck),
    /// Make a set of labelled positions from games
    ///
    /// Chooses positions from games of `outflank selfplay`, evenly over 6 to 54 empty squares and
    /// none twice, and scores every legal move. The set is evaluation-RULES.obf in FOLDER. The
    /// same command resumes an interrupted run, with the same result as without the
    /// interruption.
    Label(EvalLabel),
}

#[derive(Args)]
pub(crate) struct EvalCheck {
    /// Positions with scores of their moves, as `outflank eval label` writes them [default: the
    /// set that comes with Outflank]
    #[arg(value_name = "POSITIONS.obf")]
    pub(crate) positions: Option<String>,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The weights: a file, built-in or hand-made; twice to compare two
    #[arg(long, value_name = "WEIGHTS", default_value = "built-in")]
    pub(crate) weights: Vec<EngineWeights>,
    /// The depth of the search that values a board, in plies; 0 for no search
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(0..=20))]
    pub(crate) depth: u32,
    /// Print one JSON object for each of the weights
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct EvalLabel {
    /// Folders of games from `outflank selfplay`
    #[arg(value_name = "GAMES", required = true)]
    pub(crate) games: Vec<PathBuf>,
    /// The folder for the set
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) search: SearchedWeights,
    /// The number of positions, rounded up to fifty
    #[arg(long, value_name = "N", default_value_t = 5_000,
          value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) positions: u32,
    /// Score moves exactly with at most this many empty squares
    #[arg(long, value_name = "N", default_value_t = 18,
          value_parser = clap::value_parser!(u32).range(0..=26))]
    pub(crate) exact: u32,
    /// The search depth after the move with more empty squares, in plies
    #[arg(long, value_name = "N", default_value_t = 12,
          value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) depth: u32,
    /// The number of positions at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,
    #[command(flatten)]
    pub(crate) cluster: ClusterFlag,
    /// The seed of the choice of positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
