//! The flags of `go`, `solve` and `analyze`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use outflank_arena::{EngineWeights, parse_duration};
use outflank_core::Rule;
use outflank_eval::Weights;

use super::{EngineBookFlags, EngineFlags, LimitFlags};
use crate::failure::Failure;
use crate::searcher::Searcher;

/// The flags of every search.
#[derive(Args)]
pub(crate) struct SearchFlags {
    /// The game of inputs that do not name one: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The weights of the evaluation: a file, built-in or hand-made
    #[arg(long, value_name = "WEIGHTS", default_value = "built-in")]
    pub(crate) weights: EngineWeights,
    #[command(flatten)]
    engine: EngineFlags,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

impl SearchFlags {
    /// An engine for positions of `rule`.
    pub(crate) fn searcher(&self, rule: Rule) -> Result<Searcher, Failure> {
        Searcher::new(&self.weights, self.engine.options(), rule)
    }
}

/// A game, and the weights of its searches.
#[derive(Args)]
pub(crate) struct SearchedWeights {
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The weights of the searches: a file, built-in or hand-made
    #[arg(long, value_name = "WEIGHTS", default_value = "built-in")]
    weights: EngineWeights,
}

impl SearchedWeights {
    /// Reads the weights; `None` for the evaluation made by hand.
    pub(crate) fn load(&self) -> Result<Option<Weights>, Failure> {
        self.weights.load(self.rules).map_err(Failure::input)
    }
}

/// The positions to search, and the number of moves to score.
#[derive(Args)]
pub(crate) struct PositionFlags {
    /// A position (64 squares a1 to h8 of X, O and -, and the side to move), a file of positions or
    /// games, a transcript such as f5d6c3, or - for standard input; a game stands for its last
    /// position
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) input: String,
    /// The number of best moves with a score of their own: a number or all
    #[arg(long, value_name = "N", default_value = "1", value_parser = lines)]
    pub(crate) lines: usize,
}

/// Parses the value of --lines.
fn lines(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number @ 1..=64) => Ok(number),
        Err(_) if text == "all" => Ok(64),
        _ => Err("expected a number from 1 to 64, or all".to_owned()),
    }
}

#[derive(Args)]
pub(crate) struct Go {
    #[command(flatten)]
    pub(crate) positions: PositionFlags,
    #[command(flatten)]
    pub(crate) limits: LimitFlags,
    #[command(flatten)]
    pub(crate) book: EngineBookFlags,
    #[command(flatten)]
    pub(crate) search: SearchFlags,
}

#[derive(Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) positions: PositionFlags,
    /// Only win, draw or loss: the score is 1, 0 or -1 and found faster
    #[arg(long)]
    pub(crate) wld: bool,
    /// The time limit for a position; after it, the best result so far is printed
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) search: SearchFlags,
}

#[derive(Args)]
pub(crate) struct Analyze {
    /// A file with a game, a transcript such as f5d6c3, or - for standard input
    #[arg(value_name = "GAME")]
    pub(crate) game: String,
    /// The number of the game in a file with several, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) number: usize,
    /// Write the graph of the scores to this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) graph: Option<PathBuf>,
    /// The time limit for each position: 5s, 500ms; with it a review may not repeat
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// The depth limit for each position, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// The node limit for each position, in positions [default: 1600000 if there is no other limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) book: EngineBookFlags,
    #[command(flatten)]
    pub(crate) search: SearchFlags,
}
