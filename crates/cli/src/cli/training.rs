//! The flags of the commands that make weights.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use outflank_arena::EngineWeights;
use outflank_core::Rule;
use outflank_train::Target;

use super::{AtOnceFlags, EngineFlags, SearchedWeights};

#[derive(Args)]
pub(crate) struct Selfplay {
    /// The folder for the games; an interrupted run in it is resumed
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The weights that play: a file, built-in or hand-made
    #[arg(long, value_name = "WEIGHTS", default_value = "built-in")]
    pub(crate) weights: EngineWeights,
    /// The number of games, rounded up to a hundred
    #[arg(long, value_name = "N", default_value_t = 20_000,
          value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) games: u64,
    /// The search depth of moves, in plies; 0 for random moves
    #[arg(long, value_name = "N", default_value_t = 8,
          value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(crate) depth: u32,
    /// Play exactly from this many empty squares on
    #[arg(long, value_name = "N", default_value_t = 14,
          value_parser = clap::value_parser!(u32).range(0..=24))]
    pub(crate) exact: u32,
    /// The minimum and maximum number of random plies at the start of a game
    #[arg(long, value_name = "FEWEST-MOST", default_value = "4-46", value_parser = range)]
    pub(crate) opening: (u32, u32),
    /// The randomness of opening moves: a move that looks this many discs worse is chosen
    /// about a third as often; 0 for uniformly random moves
    #[arg(long, value_name = "DISCS", default_value_t = 4.0,
          value_parser = temperature)]
    pub(crate) temperature: f64,
    /// In each position also search this many moves that are not played, two plies less
    /// deep, and learn from the boards after them
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(0..=32))]
    pub(crate) beside: u32,
    #[command(flatten)]
    pub(crate) at_once: AtOnceFlags,
    /// The seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses a number of discs.
fn temperature(text: &str) -> Result<f64, String> {
    let parsed = text.parse().ok().filter(|discs| (0.0..=100.0).contains(discs));
    parsed.ok_or_else(|| "expected 0 to 100 discs".to_owned())
}

/// Reads `4-46`.
fn range(text: &str) -> Result<(u32, u32), String> {
    let parsed = text
        .split_once('-')
        .and_then(|(fewest, most)| Some((fewest.parse().ok()?, most.parse().ok()?)));
    parsed
        .filter(|(fewest, most)| fewest <= most && *most <= 54)
        .ok_or_else(|| "expected two numbers up to 54 such as 4-46".to_owned())
}

#[derive(Args)]
pub(crate) struct Train {
    #[command(subcommand)]
    pub(crate) kind: TrainKind,
}

#[derive(Subcommand)]
pub(crate) enum TrainKind {
    /// Fit weights of patterns by regression on the results of games
    Patterns(TrainPatterns),
}

/// The numbers that weights are fitted to.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum TargetChoice {
    Later,
    Search,
}

impl From<TargetChoice> for Target {
    fn from(choice: TargetChoice) -> Self {
        match choice {
            TargetChoice::Later => Self::Later,
            TargetChoice::Search => Self::Search,
        }
    }
}

#[derive(Args)]
pub(crate) struct TrainPatterns {
    /// Folders of games from `outflank selfplay`
    #[arg(value_name = "GAMES", required = true)]
    pub(crate) games: Vec<PathBuf>,
    /// The folder for the weights, the losses and their picture
    #[arg(long, short, value_name = "FOLDER")]
    pub(crate) output: PathBuf,
    /// The weights that played the games, recorded as provenance
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) parent: Option<EngineWeights>,
    /// Begin with these weights and learn how they should change: a file or built-in
    #[arg(long, value_name = "WEIGHTS")]
    pub(crate) start: Option<EngineWeights>,
    /// The numbers to fit weights to: later (the scores of this search and the later ones, and
    /// the result) or search (the score of the search alone)
    #[arg(long, value_name = "TARGET", default_value = "later")]
    pub(crate) target: TargetChoice,
    /// The regularisation of weights: with this many positions a weight counts half
    #[arg(long, value_name = "N", default_value_t = 16.0)]
    pub(crate) doubt: f32,
    /// The regularisation of the differences between phases, in positions
    #[arg(long, value_name = "N", default_value_t = 64.0)]
    pub(crate) phase_doubt: f32,
    /// The weight of positions from neighbouring phases, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub(crate) neighbour: f32,
    /// The maximum number of steps of each fit
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) steps: u32,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Calibrate {
    #[command(flatten)]
    pub(crate) search: SearchedWeights,
    /// Folders of games of these weights, to fit the winning probability
    #[arg(long, value_name = "FOLDER")]
    pub(crate) games: Vec<PathBuf>,
    /// Write the weights with the new constants to this file
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// The number of boards to search
    #[arg(long, value_name = "N", default_value_t = 400)]
    pub(crate) boards: usize,
    /// The search depth, in plies
    #[arg(long, value_name = "N", default_value_t = 9,
          value_parser = clap::value_parser!(u32).range(4..=20))]
    pub(crate) depth: u32,
    /// Solve boards with at most this many empty squares
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) solved: u32,
    /// The seed of every random choice
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) engine: EngineFlags,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
