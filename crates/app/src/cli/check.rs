//! The flags of `outflank check`.

use clap::Args;
use outflank_arena::PlayerName;
use outflank_core::Rule;

use super::TermsFlags;

// The course's rules are what an agent is checked for, unless told.
#[derive(Args)]
#[command(mut_arg("platform", |platform| platform.default_value("course")))]
pub(crate) struct Check {
    /// The player: python:FILE, gtp:COMMAND, nboard:COMMAND or any other; a .py file for itself
    #[arg(value_name = "AGENT", value_parser = agent)]
    pub(crate) agent: PlayerName,
    /// Which game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    #[command(flatten)]
    pub(crate) terms: TermsFlags,
    /// The seed of the opponent's random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads a player, or the file of an agent.
fn agent(text: &str) -> Result<PlayerName, String> {
    let is_file = std::path::Path::new(text).extension().is_some_and(|end| end == "py");
    match text.parse() {
        Err(_) if is_file => Ok(PlayerName::Python(text.into())),
        name => name.map_err(|error: outflank_arena::ParsePlayerError| error.to_string()),
    }
}
