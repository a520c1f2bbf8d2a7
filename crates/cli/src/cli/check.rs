//! The flags of `outflank check`.

use std::path::PathBuf;

use clap::Args;
use outflank_arena::PlayerName;
use outflank_core::Rule;

use super::TermsFlags;

/// The help of `--platform`, whose default differs from that of matches.
const PLATFORM: &str = "The platform rules at the time limit: strict (exceeding it loses the game) \
    or course (the last move of the list is played)";

// By default an agent is checked under the rules of the course.
#[derive(Args)]
#[command(mut_arg("platform", |platform| platform.default_value("course").help(PLATFORM)))]
pub(crate) struct Check {
    /// The agent: a .py file, gtp:COMMAND, nboard:COMMAND or any other player
    #[arg(value_name = "AGENT")]
    pub(crate) agent: PlayerName,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    #[command(flatten)]
    pub(crate) terms: TermsFlags,
    /// The boards of the usability test: a case file of the course [default: our 26 cases]
    #[arg(long, value_name = "FILE")]
    pub(crate) cases: Option<PathBuf>,
    /// The seed of the opponent's random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
