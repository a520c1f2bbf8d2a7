//! Players of Reversi and Reversed Reversi, by name, and matches between them.
//!
//! A player is named the same way everywhere, `engine:level=8`, `classic:phased` or `random`; a
//! [`PlayerName`] is such a name, checked, and makes a [`Player`].
//!
//! ```
//! use outflank_arena::{Clock, PlayerName, Terms};
//! use outflank_core::{Color, Game, Rule};
//!
//! let name: PlayerName = "greedy".parse()?;
//! let mut player = name.player(Rule::Reversi, Color::Black, 7, &Terms::default())?;
//! let mut game = Game::new();
//! while !game.is_over() {
//!     let reply = player.choose(&game, Clock::default())?;
//!     game.play(reply.played).expect("players keep to the rules");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Match`] plays two of them against each other from [`Openings`], a
//! [`Tally`] counts the results, and an [`Sprt`] says when it was enough.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use outflank_arena::{Match, Openings, Terms};
//! use outflank_core::Rule;
//!
//! let players = ["engine:depth=2,threads=1,hash=1,weights=hand-made".parse()?, "random".parse()?];
//! let played = Match { rule: Rule::Reversed, players, concurrency: 2, seed: 1, terms: Terms::default() };
//! let mut openings = Openings::new(Rule::Reversed, 1).take(4);
//! let tally = played.play(&mut openings, &mut |_, _| ControlFlow::Continue(()))?;
//! assert_eq!(tally.games(), 8);
//! assert!(tally.pairs.score() > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudication;
mod bench;
mod check;
mod classic_name;
mod command_line;
mod custom;
mod database;
mod duration;
mod engine_name;
mod engine_weights;
mod fault;
mod matches;
mod name;
mod nboard_name;
mod opening_list;
mod openings;
mod paths;
mod player;
mod players;
mod process;
mod programs;
mod ratings;
mod referee;
mod sandbox;
mod schedule;
mod settings;
mod standings;
mod statistics;
mod store;
mod terms;
mod tournament;

pub use adjudication::Adjudication;
pub use check::{CaseResult, Check, CheckReport, Finding, Verdict};
pub use classic_name::{ClassicName, GenomeName, LoadGenomeError, ParseClassicError, read_genome};
pub use command_line::{CommandLine, ParseCommandLineError};
pub use custom::CustomPlayer;
pub use database::{Layout, LayoutError, database_reason};
pub use duration::{ParseDurationError, parse_duration};
pub use engine_name::EngineName;
pub use engine_weights::{EngineWeights, LoadWeightsError};
pub use fault::{Fault, FaultKind, ParseFaultKindError};
pub use matches::{Match, MatchError, MatchGame, Pair, Plan, Tally, Witness};
pub use name::{ParsePlayerError, PlayerError, PlayerName};
pub use nboard_name::{NBoardName, ParseNBoardError};
pub use opening_list::opening_list;
pub use openings::Openings;
pub use player::{Clock, Player, Reply, Usage};
pub use programs::InterpreterError;
pub use ratings::{Ratings, Results};
pub use referee::{GameEnding, Limits, PlayedGame, PlayedMove};
pub use sandbox::{SandboxError, has_sandbox};
pub use schedule::{DRAWN, Kind, LOST, Ladder, Pairing, Rounds, Schedule, WON};
pub use settings::ParseSettingError;
pub use standings::{Ranking, Record, Standing, Standings, points_by_round};
pub use statistics::{Decision, Elo, Pentanomial, Sprt, SprtError};
pub use store::{
    Activity, Agent, AgentError, ContentHash, Event, EventId, EventKind, FaultFilter, Filter,
    GameId, GameRow, RatingRow, ResultFilter, Slot, Store, StoreError, StoredGame, Summary,
    TimeUse,
};
pub use terms::{ParsePlatformError, Platform, Processes, Resources, Sandboxing, Terms};
pub use tournament::{
    Beginning, Entrant, RunEnd, Source, Stop, Tournament, TournamentError, TournamentGame, seated,
};
