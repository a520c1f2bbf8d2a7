//! The flags of `outflank tournament`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use outflank_arena::{NamedPlayer, OpeningsChoice, TournamentKind, parse_duration};
use outflank_core::Rule;

use super::{ConcurrencyFlags, TermsFlags};

#[derive(Args)]
pub(crate) struct Tournament {
    /// A tournament file (.toml), or a folder of agents: every .py in it takes part
    #[arg(value_name = "FILE|FOLDER")]
    pub(crate) path: Option<PathBuf>,
    /// Another player: engine:level=8, or with a display name, Ann=engine:level=8; may be
    /// given several times
    #[arg(long = "player", value_name = "[NAME=]PLAYER")]
    pub(crate) players: Vec<NamedPlayer>,
    /// The kind of tournament [default: round-robin]
    #[arg(long, value_name = "KIND", value_parser = kind_parser())]
    pub(crate) kind: Option<TournamentKind>,
    /// A challenger of a gauntlet, by name; may be given several times
    #[arg(long = "challenger", value_name = "NAME")]
    pub(crate) challengers: Vec<String>,
    /// The number of challenges in each round of a points race, taken in turn [default: all
    /// players]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) turns: Option<u32>,
    /// Play one pair of games that does not count, between two players by name
    #[arg(long, num_args = 2, value_names = ["NAME", "NAME"], conflicts_with = "autoplay")]
    pub(crate) playto: Option<Vec<String>>,
    /// A points race without end; Ctrl-C, --for or --rounds stops it
    #[arg(long)]
    pub(crate) autoplay: bool,
    /// Start no game after this time: 90s, 10m, 8h
    #[arg(long = "for", value_name = "TIME", value_parser = parse_duration)]
    pub(crate) run_time: Option<Duration>,
    /// The game: reversi or reversed [default: reversi]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<Rule>,
    /// The number of rounds [default: 1, or 10 for a points race]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) rounds: Option<u32>,
    /// The number of games of two players when they meet; an even number [default: 2]
    #[arg(long, value_name = "N", value_parser = games)]
    pub(crate) games: Option<u32>,
    /// The openings: balanced, start, random:N with N random moves, or a file of games
    /// [default: balanced]
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<OpeningsChoice>,
    #[command(flatten)]
    pub(crate) terms: TermsFlags,
    #[command(flatten)]
    pub(crate) at_once: ConcurrencyFlags,
    /// The seed of every random choice [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The folder for the page, the standings and the games
    #[arg(long, short, value_name = "FOLDER", default_value = "tournament")]
    pub(crate) output: PathBuf,
    /// The store of the games [default: games.db in the output folder]
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Print one JSON object a line: one for each game, then the standings
    #[arg(long)]
    pub(crate) json: bool,
}

/// Reads the kind of a tournament, and lists all kinds for help and completions.
fn kind_parser() -> impl TypedValueParser<Value = TournamentKind> {
    PossibleValuesParser::new(TournamentKind::ALL.map(TournamentKind::name))
        .try_map(|name| name.parse::<TournamentKind>())
}

/// Parses the number of games of two players when they meet.
fn games(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number @ 2..=10_000) if number.is_multiple_of(2) => Ok(number),
        _ => Err("expected an even number from 2 to 10000: games come in pairs".to_owned()),
    }
}
