//! The flags of `outflank tournament`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use outflank_arena::{Beginning, ParsePlayerError, PlayerName, parse_duration};
use outflank_core::Rule;
use serde::{Deserialize, Serialize};

use super::TermsFlags;

#[derive(Args)]
pub(crate) struct Tournament {
    /// A tournament file (.toml), or a folder of agents: every .py in it takes part
    #[arg(value_name = "FILE|FOLDER")]
    pub(crate) path: Option<PathBuf>,
    /// One more player, as often as wanted: engine:level=8, or with a name to go by,
    /// Ann=engine:level=8
    #[arg(long = "player", value_name = "[NAME=]PLAYER")]
    pub(crate) players: Vec<Label>,
    /// What is played [default: round-robin]
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<KindName>,
    /// Who meets all the others in a gauntlet, by name; as often as wanted
    #[arg(long = "challenger", value_name = "NAME")]
    pub(crate) challengers: Vec<String>,
    /// How many challenge the one ahead in each round of a points race, in turn; all unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) turns: Option<u32>,
    /// Two players, by name, who play one pair of games that does not count
    #[arg(long, num_args = 2, value_names = ["NAME", "NAME"], conflicts_with = "autoplay")]
    pub(crate) playto: Option<Vec<String>>,
    /// A points race until it is stopped, by Ctrl-C, --for or --rounds
    #[arg(long)]
    pub(crate) autoplay: bool,
    /// Begin no game after this time: 90s, 10m, 8h
    #[arg(long = "for", value_name = "TIME", value_parser = parse_duration)]
    pub(crate) run_time: Option<Duration>,
    /// Which game: reversi or reversed [default: reversi]
    #[arg(long, value_name = "RULES")]
    pub(crate) rules: Option<Rule>,
    /// How many rounds [default: 1, and 10 for a points race]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) rounds: Option<u32>,
    /// How many games two players play when they meet, an even number [default: 2]
    #[arg(long, value_name = "N", value_parser = games)]
    pub(crate) games: Option<u32>,
    /// Where games begin [default: balanced]
    #[arg(long, value_name = "OPENINGS")]
    pub(crate) openings: Option<BeginningName>,
    #[command(flatten)]
    pub(crate) terms: TermsFlags,
    /// How many games at once; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,
    /// The seed of the openings, of first orders and of every random choice [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The folder for the page, the standings and the games
    #[arg(long, value_name = "FOLDER", default_value = "tournament")]
    pub(crate) output: PathBuf,
    /// The store of the games; games.db in the output folder unless told
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Print one JSON object a line: one for each game, then the standings
    #[arg(long)]
    pub(crate) json: bool,
}

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum KindName {
    /// Everyone meets everyone
    RoundRobin,
    /// Some meet all the others
    Gauntlet,
    /// Everyone challenges the one ranked just ahead, for points
    PointsRace,
}

impl KindName {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::PointsRace => "points-race",
        }
    }
}

/// Where games begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BeginningName {
    /// At balanced openings, another one for each round
    #[default]
    Balanced,
    /// At the usual start
    Start,
}

impl BeginningName {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Balanced => "balanced",
            Self::Start => "start",
        }
    }
}

impl From<BeginningName> for Beginning {
    fn from(name: BeginningName) -> Self {
        match name {
            BeginningName::Balanced => Self::Balanced,
            BeginningName::Start => Self::Start,
        }
    }
}

/// A player, with the name that it goes by if it has one of its own.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    pub(crate) name: Option<String>,
    pub(crate) player: PlayerName,
}

impl FromStr for Label {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // The settings of a player come after a colon.
        match text.split_once('=').filter(|(name, _)| !name.is_empty() && !name.contains(':')) {
            Some((name, player)) => {
                Ok(Self { name: Some(name.trim().to_owned()), player: player.trim().parse()? })
            }
            None => Ok(Self { name: None, player: text.parse()? }),
        }
    }
}

/// Reads how many games two players play when they meet.
fn games(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number @ 2..=10_000) if number.is_multiple_of(2) => Ok(number),
        _ => Err("expected an even number from 2 to 10000: games come in pairs".to_owned()),
    }
}
