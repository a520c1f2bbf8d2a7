//! The flags of `outflank match`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use outflank_arena::{
    Adjudication, EngineDefaults, OpeningsChoice, PlayerName, Sprt, SprtSettings,
};
use outflank_core::Rule;

use super::gate::games;
use super::{ConcurrencyFlags, TermsFlags};

#[derive(Args)]
pub(crate) struct Match {
    /// A player: engine:level=8, classic:NAME, genome:FILE, zero, zero:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND
    #[arg(value_name = "A")]
    pub(crate) first: PlayerName,
    /// Its opponent, named in the same way
    #[arg(value_name = "B")]
    pub(crate) second: PlayerName,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// The number of games, two from each opening; the maximum with --sprt
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    pub(crate) games: u32,
    /// End as soon as the SPRT accepts or rejects: elo0=0,elo1=10,alpha=0.05,beta=0.05, or
    /// part of it
    #[arg(long, value_name = "TEST", num_args = 0..=1, default_missing_value = "")]
    pub(crate) sprt: Option<SprtFlag>,
    /// The openings: balanced, start, random:N with N random moves, or a file of games
    #[arg(long, value_name = "OPENINGS", default_value_t)]
    pub(crate) openings: OpeningsChoice,
    /// The number of moves of --openings random [default: 8]
    #[arg(long, value_name = "N", hide = true,
          value_parser = clap::value_parser!(u32).range(1..=30))]
    plies: Option<u32>,
    #[command(flatten)]
    pub(crate) terms: TermsFlags,
    /// The depth of engines without a limit in their name, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// The nodes of engines without a limit in their name
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Adjudicate games by an exact search when this many squares are empty
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(Adjudication::MAX_EMPTIES)))]
    pub(crate) adjudicate: Option<u32>,
    #[command(flatten)]
    pub(crate) at_once: ConcurrencyFlags,
    /// The seed of the openings and of every random choice
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Store every game in this file; a match in it is resumed
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Resume the last match with these settings in the store, with its seed
    #[arg(long, requires = "store", conflicts_with = "seed")]
    pub(crate) resume: bool,
    /// Append every game to this file: .jsonl or .ggf
    #[arg(long, short, alias = "games-out", value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the results after every N games
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) interval: u32,
    /// Print one JSON object a line: every game, then the result
    #[arg(long)]
    pub(crate) json: bool,
}

impl Match {
    /// The players, with defaults for the limits that their names do not set.
    pub(crate) fn players(&self) -> [PlayerName; 2] {
        let limits =
            EngineDefaults::within([self.terms.time, self.terms.game_time], self.depth, self.nodes);
        [&self.first, &self.second].map(|name| limits.complete(name))
    }

    /// The openings, with the number of moves that --plies gives.
    pub(crate) fn openings(&self) -> OpeningsChoice {
        match (&self.openings, self.plies) {
            (OpeningsChoice::Random { .. }, Some(plies)) => OpeningsChoice::Random { plies },
            (choice, _) => choice.clone(),
        }
    }
}

/// A sequential test and its parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SprtFlag {
    pub(crate) test: Sprt,
    pub(crate) settings: SprtSettings,
}

impl FromStr for SprtFlag {
    type Err = String;

    /// Parses `elo0=0,elo1=5`; the defaults are those of `outflank gate`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut settings = SprtSettings { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let place = match key {
                "elo0" => &mut settings.elo0,
                "elo1" => &mut settings.elo1,
                "alpha" => &mut settings.alpha,
                "beta" => &mut settings.beta,
                _ => return Err(format!("'{key}' is not elo0, elo1, alpha or beta")),
            };
            *place = value.parse().map_err(|_| format!("{key} cannot be '{value}'"))?;
        }
        let test = settings.test().map_err(|error| error.to_string())?;
        Ok(Self { test, settings })
    }
}
