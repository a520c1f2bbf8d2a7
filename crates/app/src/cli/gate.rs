//! The flags of `outflank gate`.

use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use outflank_arena::{EngineName, EngineWeights, ParsePlayerError, PlayerName, parse_duration};
use outflank_core::Rule;

use super::EngineLimits;

#[derive(Args)]
pub(crate) struct Gate {
    /// The weights that are in use: a file, built-in or hand-made; or any player
    #[arg(value_name = "OLD")]
    pub(crate) old: Contender,
    /// The weights that shall replace them, named in the same way
    #[arg(value_name = "NEW")]
    pub(crate) new: Contender,
    /// Which game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    #[command(flatten)]
    pub(crate) limits: MoveFlags,
    /// At most this many games, two from each opening
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = games)]
    pub(crate) games: u32,
    /// Play all the games, and accept what scores more than a half
    #[arg(long)]
    pub(crate) fixed: bool,
    /// The difference in Elo that is not enough
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// The difference in Elo that is hoped for
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// How often a difference of elo0 may be accepted
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// How often a difference of elo1 may be rejected
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// How many games at once; as many as there are cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,
    /// The seed of the openings and of every random choice
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// How long the engine thinks about each move.
#[derive(Args, Clone, Copy)]
pub(crate) struct MoveFlags {
    /// For each move, this time: 5s, 500ms; 100ms unless another limit is given
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// For each move, this many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// For each move, about this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl From<MoveFlags> for EngineLimits {
    fn from(MoveFlags { time, depth, nodes }: MoveFlags) -> Self {
        Self { time, depth, nodes }
    }
}

/// One of the two sides: weights, or any player.
#[derive(Clone, Debug)]
pub(crate) struct Contender(PlayerName);

impl Contender {
    /// The player, with what its name leaves open.
    pub(crate) fn player(&self, limits: MoveFlags) -> PlayerName {
        EngineLimits::from(limits).complete(&self.0)
    }
}

impl FromStr for Contender {
    type Err = ParsePlayerError;

    /// Reads the name of a player; whatever is none is taken for weights.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.parse() {
            Err(ParsePlayerError::Unknown { .. }) => {
                let Ok(weights) = text.parse::<EngineWeights>();
                let engine = EngineName { weights: Some(weights), ..EngineName::default() };
                Ok(Self(PlayerName::Engine(engine)))
            }
            name => name.map(Self),
        }
    }
}

/// Reads how many games there are at most.
pub(super) fn games(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number @ 2..=1_000_000) if number.is_multiple_of(2) => Ok(number),
        _ => Err("expected an even number from 2 to 1000000: games come in pairs".to_owned()),
    }
}
