//! The flags of `outflank gate`.

use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use outflank_arena::{
    EngineBook, EngineDefaults, EngineName, EngineWeights, OpeningsChoice, ParsePlayerError,
    PlayerName, parse_duration,
};
use outflank_core::Rule;

#[derive(Args)]
pub(crate) struct Gate {
    /// The weights in use: a file, built-in or hand-made; or any player
    #[arg(value_name = "OLD")]
    pub(crate) old: Contender,
    /// The new weights, named in the same way
    #[arg(value_name = "NEW")]
    pub(crate) new: Contender,
    /// The game: reversi or reversed
    #[arg(long, value_name = "RULES", default_value_t)]
    pub(crate) rules: Rule,
    #[command(flatten)]
    pub(crate) limits: MoveFlags,
    /// The maximum number of games, two from each opening
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = games)]
    pub(crate) games: u32,
    /// Play all games without the SPRT, and accept a score of more than a half
    #[arg(long)]
    pub(crate) fixed: bool,
    /// The Elo difference of the null hypothesis
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true)]
    pub(crate) elo0: f64,
    /// The Elo difference of the alternative hypothesis
    #[arg(long, value_name = "ELO", default_value_t = 10.0, allow_negative_numbers = true)]
    pub(crate) elo1: f64,
    /// The maximum probability to accept a difference of elo0
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub(crate) alpha: f64,
    /// The maximum probability to reject a difference of elo1
    #[arg(long, value_name = "P", default_value_t = 0.05)]
    pub(crate) beta: f64,
    /// The openings: balanced, start, random:N with N random moves, or a file of games
    #[arg(long, value_name = "OPENINGS", default_value = "random:8")]
    pub(crate) openings: OpeningsChoice,
    /// The number of games at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,
    /// The seed of the openings and of every random choice
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The limits of the engine for each move.
#[derive(Args, Clone, Copy)]
pub(crate) struct MoveFlags {
    /// The time for each move: 5s, 500ms [default: 100ms if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// The depth for each move, in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: Option<u32>,
    /// The nodes for each move
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl From<MoveFlags> for EngineDefaults {
    fn from(MoveFlags { time, depth, nodes }: MoveFlags) -> Self {
        Self { time, depth, nodes, has_game_clock: false }
    }
}

/// One of the two sides: weights, or any player.
#[derive(Clone, Debug)]
pub(crate) struct Contender(PlayerName);

impl Contender {
    /// The player, with defaults for the limits that its name does not set. It plays without a
    /// book unless its name has one, because a gate measures searches.
    pub(crate) fn player(&self, limits: MoveFlags) -> PlayerName {
        let mut player = EngineDefaults::from(limits).complete(&self.0);
        if let PlayerName::Engine(engine) = &mut player
            && engine.weights.is_none()
            && engine.thinking.may_use_book()
        {
            engine.book.get_or_insert(EngineBook::Off);
        }
        player
    }
}

impl FromStr for Contender {
    type Err = ParsePlayerError;

    /// Parses the name of a player; any other text is a weights file.
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

/// Parses the maximum number of games.
pub(super) fn games(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number @ 2..=1_000_000) if number.is_multiple_of(2) => Ok(number),
        _ => Err("expected an even number from 2 to 1000000: games come in pairs".to_owned()),
    }
}
