//! The flags of `explain` and `compare`.

use std::path::PathBuf;

use clap::Args;
use outflank_arena::PlayerName;
use outflank_core::{Color, Rule};

#[derive(Args)]
pub(crate) struct Explain {
    /// A position (64 squares a1 to h8 of X, O and -, and the side to move), a file of positions or
    /// games, a transcript such as f5d6c3, or - for standard input; a game stands for its last
    /// position
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) input: String,
    /// The player: classic:NAME, genome:FILE or engine
    #[arg(long, value_name = "PLAYER", default_value = "engine")]
    pub(crate) player: PlayerName,
    /// The game of inputs that do not name one: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The depth of the search of each move, in plies [default: that of the player; 8 for the
    /// engine]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Write the heat map of the engine to this file: .svg or .png
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Compare {
    /// A file with a game, such as a log of the course platform, a transcript such as f5d6c3, or -
    /// for standard input
    #[arg(value_name = "LOG")]
    pub(crate) game: String,
    /// The number of the game in a file with several, from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) number: usize,
    /// The player that is asked for its moves: any player of `outflank match`
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: PlayerName,
    /// The game of inputs that do not name one: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// Only the moves of black or of white
    #[arg(long, value_name = "COLOR")]
    pub(crate) side: Option<Color>,
    /// The seed of every random choice
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object a line: one for each move, then a summary
    #[arg(long)]
    pub(crate) json: bool,
}
