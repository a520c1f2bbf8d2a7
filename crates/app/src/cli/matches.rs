//! The flags of `outflank match`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use outflank_arena::{Adjudication, Elo, Openings, PlayerName, Sprt};
use outflank_core::Rule;

use super::gate::games;
use super::{EngineLimits, TermsFlags};

#[derive(Args)]
pub(crate) struct Match {
    /// A player: engine:level=8, classic:NAME, genome:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND
    #[arg(value_name = "A")]
    pub(crate) first: PlayerName,
    /// Its opponent, named in the same way
    #[arg(value_name = "B")]
    pub(crate) second: PlayerName,
    /// Which game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    /// This many games, two from each opening; at most as many with --sprt
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = games)]
    pub(crate) games: u32,
    /// End as soon as a sequential test tells: elo0=0,elo1=10,alpha=0.05,beta=0.05, or part of it
    #[arg(long, value_name = "TEST", num_args = 0..=1, default_missing_value = "")]
    pub(crate) sprt: Option<SprtFlag>,
    /// Where games begin: built-in, random, or a file of games
    #[arg(long, value_name = "OPENINGS", default_value = "built-in")]
    pub(crate) openings: OpeningsFlag,
    /// How many moves a random opening has
    #[arg(long, value_name = "N", default_value_t = Openings::PLIES as u32,
          value_parser = clap::value_parser!(u32).range(1..=30))]
    pub(crate) plies: u32,
    #[command(flatten)]
    pub(crate) terms: TermsFlags,
    /// For each move of an engine that names no limit, this many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// For each move of an engine that names no limit, about this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// End games by an exact search when this many squares are empty
    #[arg(long, value_name = "N",
          value_parser = clap::value_parser!(u32).range(1..=i64::from(Adjudication::MOST)))]
    pub(crate) adjudicate: Option<u32>,
    /// How many games at once; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,
    /// The seed of the openings and of every random choice
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Keep every game in this store; a match that is in it goes on
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// Go on with the last match of these settings in the store, with its seed
    #[arg(long, requires = "store", conflicts_with = "seed")]
    pub(crate) resume: bool,
    /// Append every game to this file: .jsonl or .ggf
    #[arg(long, value_name = "FILE")]
    pub(crate) games_out: Option<PathBuf>,
    /// Print the results after every so many games
    #[arg(long, value_name = "N", default_value_t = 100,
          value_parser = clap::value_parser!(u32).range(2..))]
    pub(crate) interval: u32,
    /// Print one JSON object a line: every game, then the result
    #[arg(long)]
    pub(crate) json: bool,
}

impl Match {
    /// The players, with what their names leave open.
    pub(crate) fn players(&self) -> [PlayerName; 2] {
        let limits = EngineLimits::within(self.terms.time, self.depth, self.nodes);
        [&self.first, &self.second].map(|name| limits.complete(name))
    }
}

/// Where games begin.
#[derive(Clone, Debug)]
pub(crate) enum OpeningsFlag {
    BuiltIn,
    Random,
    File(PathBuf),
}

impl FromStr for OpeningsFlag {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "built-in" => Self::BuiltIn,
            "random" => Self::Random,
            path => Self::File(path.into()),
        })
    }
}

/// A sequential test and what it was made from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SprtFlag {
    pub(crate) test: Sprt,
    pub(crate) elo: [f64; 2],
}

impl FromStr for SprtFlag {
    type Err = String;

    /// Reads `elo0=0,elo1=5`; what is not given is as `outflank gate` has it.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 10.0, 0.05, 0.05);
        for part in text.split([',', ' ']).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let place = match key {
                "elo0" => &mut elo0,
                "elo1" => &mut elo1,
                "alpha" => &mut alpha,
                "beta" => &mut beta,
                _ => return Err(format!("'{key}' is not elo0, elo1, alpha or beta")),
            };
            *place = value.parse().map_err(|_| format!("{key} cannot be '{value}'"))?;
        }
        let test = Sprt::new(Elo(elo0), Elo(elo1), alpha, beta);
        Ok(Self { test: test.map_err(|error| error.to_string())?, elo: [elo0, elo1] })
    }
}
