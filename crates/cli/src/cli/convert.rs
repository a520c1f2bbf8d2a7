//! The flags of `outflank convert`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use outflank_core::{Color, Rule};
use outflank_formats::Format;

#[derive(Args)]
pub(crate) struct Convert {
    /// A file, a folder of files, or - for standard input
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// A file, or - for standard output; a .wtb is written with its .jou and .trn
    #[arg(value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// The format of IN, if it cannot be detected
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) from: Option<Format>,
    /// The format of OUT, if its name does not imply one
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub(crate) to: Option<Format>,
    /// The game of files that do not name one: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The side to move on a course board: black or white
    #[arg(long, value_name = "COLOR", default_value = "black")]
    pub(crate) side: Color,
    /// The .jou file with the players of a WTHOR file, if not beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) players: Option<PathBuf>,
    /// The .trn file with the tournaments of a WTHOR file, if not beside it
    #[arg(long, value_name = "FILE")]
    pub(crate) tournaments: Option<PathBuf>,
    /// Skip unreadable games and report them
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Print a summary as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// Parses the name of a format, with all names for help and completions.
pub(super) fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name)).try_map(|name| name.parse::<Format>())
}
