//! The flags of `outflank book`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use outflank_arena::EngineWeights;
use outflank_core::Rule;

use super::ClusterFlag;
use crate::cores::cores;

#[derive(Args)]
pub(crate) struct Book {
    #[command(subcommand)]
    pub(crate) action: BookAction,
}

#[derive(Subcommand)]
pub(crate) enum BookAction {
    /// Make a book in a folder, or resume one
    ///
    /// The book grows from the start position. Positions that are likely and close come first:
    /// those with few plies and small losses of both sides on the way. Each is searched by itself
    /// with one thread. Every search is stored when it is done, and the same command resumes an
    /// interrupted run with the same result. More --positions make a book larger.
    Build(BookBuild),
    /// Add positions to the book of a folder
    Extend(BookExtend),
    /// Show the moves of a position and their values
    Show(BookShow),
    /// Check the checksum, the graph and the depths of a book
    ///
    /// The exit code is 1 if something is wrong.
    Verify(BookVerify),
    /// Write all positions of a book as text
    Export(BookExport),
    /// Report how long games stay inside a book
    Coverage(BookCoverage),
}

/// The searches of a book.
#[derive(Args)]
pub(crate) struct BookSearchFlags {
    /// The weights of the evaluation: a file, built-in or hand-made
    #[arg(long, value_name = "WEIGHTS", default_value = "built-in")]
    pub(crate) weights: EngineWeights,
    /// The number of positions searched at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    #[command(flatten)]
    pub(crate) cluster: ClusterFlag,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

impl BookSearchFlags {
    /// The number of positions searched at once.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(cores, usize::from)
    }
}

#[derive(Args)]
pub(crate) struct BookBuild {
    /// The folder of the book; an interrupted run in it is resumed
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The number of positions; the last round may add some more
    #[arg(long, value_name = "N", default_value_t = 50_000,
          value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: u32,
    /// The search depth of a position, in plies; every second one is searched one ply deeper
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=40))]
    pub(crate) depth: u32,
    /// Add moves up to this many discs worse than the best
    #[arg(long, value_name = "DISCS", default_value_t = 4,
          value_parser = clap::value_parser!(u32).range(0..=64))]
    pub(crate) margin: u32,
    #[command(flatten)]
    pub(crate) search: BookSearchFlags,
}

#[derive(Args)]
pub(crate) struct BookExtend {
    /// The folder of the book
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
    /// The number of positions to add
    #[arg(long, value_name = "N", default_value_t = 0,
          value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    pub(crate) positions: u32,
    /// Add the positions of these moves, such as f5d6c3, or of the games of this file
    #[arg(long, value_name = "GAMES")]
    pub(crate) line: Vec<String>,
    /// Follow lines and games up to this ply
    #[arg(long, value_name = "N", default_value_t = 20,
          value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: u32,
    #[command(flatten)]
    pub(crate) search: BookSearchFlags,
}

/// A book to read.
#[derive(Args)]
pub(crate) struct BookFlags {
    /// The book: a file, or built-in
    #[arg(long, value_name = "BOOK", default_value = "built-in")]
    pub(crate) book: String,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
}

#[derive(Args)]
pub(crate) struct BookShow {
    /// A position (64 squares a1 to h8 of X, O and -, and the side to move), or moves such as
    /// f5d6c3 [default: the start]
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    #[command(flatten)]
    pub(crate) book: BookFlags,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct BookVerify {
    #[command(flatten)]
    pub(crate) book: BookFlags,
    /// Search this many positions again and compare
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) search: usize,
    /// The weights of these searches: a file, built-in or hand-made
    #[arg(long, value_name = "WEIGHTS", default_value = "built-in")]
    pub(crate) weights: EngineWeights,
    /// The seed that chooses these positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text format of an exported book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BookFormat {
    /// A position and the values of its moves a line, as in OBF files
    Obf,
    /// A JSON object a line
    Jsonl,
}

#[derive(Args)]
pub(crate) struct BookExport {
    #[command(flatten)]
    pub(crate) book: BookFlags,
    /// The file [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) output: PathBuf,
    /// The format
    #[arg(long, value_name = "FORMAT", default_value = "obf")]
    pub(crate) format: BookFormat,
}

#[derive(Args)]
pub(crate) struct BookCoverage {
    /// Files of games in any format
    #[arg(value_name = "GAMES", required = true)]
    pub(crate) games: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) book: BookFlags,
    /// Report up to this ply
    #[arg(long, value_name = "N", default_value_t = 30,
          value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) plies: u32,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
