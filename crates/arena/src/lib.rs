//! Players of Reversi and Reversed Reversi, by name, and matches between them.
//!
//! A player is named the same way everywhere, `engine:level=8`, `classic:phased` or `random`; a
//! [`PlayerName`] is such a name, checked, and makes a [`Player`].
//!
//! ```
//! use outflank_arena::{TimeLeft, PlayerName, Terms};
//! use outflank_core::{Color, Game, Rule};
//!
//! let name: PlayerName = "greedy".parse()?;
//! let mut player = name.player(Rule::Reversi, Color::Black, 7, &Terms::default())?;
//! let mut game = Game::new();
//! while !game.is_over() {
//!     let reply = player.choose(&game, TimeLeft::default())?;
//!     game.play(reply.played).expect("players keep to the rules");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Match`] plays two of them against each other from [`BalancedOpenings`], a
//! [`Tally`] counts the results, and an [`Sprt`] says when it was enough.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use outflank_arena::{BalancedOpenings, Match, Terms};
//! use outflank_core::Rule;
//!
//! let players = ["engine:depth=2,threads=1,hash=1,weights=hand-made".parse()?, "random".parse()?];
//! let played = Match { rule: Rule::Reversed, players, concurrency: 2, seed: 1, terms: Terms::default() };
//! let mut openings = BalancedOpenings::new(Rule::Reversed, 1).take(4);
//! let tally = played.play(&mut openings, &mut |_, _| ControlFlow::Continue(()))?;
//! assert_eq!(tally.games(), 8);
//! assert!(tally.pairs.score() > 0.5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjudication;
mod check;
mod classic_name;
mod command_line;
mod cores;
mod custom;
mod duration;
mod engine_book;
mod engine_defaults;
mod engine_name;
mod engine_weights;
mod event_settings;
mod explanation;
mod fault;
mod gtp_name;
mod matches;
mod name;
mod named_player;
mod nboard_name;
mod network_explanation;
mod openings;
mod paths;
mod planned_pair;
mod player;
mod players;
mod process;
mod programs;
mod ratings;
mod referee;
mod runner;
mod sandbox;
mod schedule;
mod settings;
mod standings;
mod statistics;
mod store;
mod terms;
mod tournament;
mod tournament_kind;
mod units;
mod untrusted;
mod watched_player;
mod zero_name;

pub use adjudication::Adjudication;
pub use check::{CaseResult, Check, CheckReport, Finding, Verdict};
pub use classic_name::{ClassicName, GenomeName, LoadGenomeError, ParseClassicError, read_genome};
pub use command_line::{CommandLine, ParseCommandLineError, ParseProgramError};
pub use cores::Cores;
pub use custom::CustomPlayer;
pub use duration::{ParseDurationError, milliseconds, parse_duration};
pub use engine_book::{EngineBook, LoadBookError};
pub use engine_defaults::EngineDefaults;
pub use engine_name::EngineName;
pub use engine_weights::{EngineWeights, LoadWeightsError};
pub use event_settings::{
    EventFormat, EventPlayer, EventSettings, ParseEventSettingsError, SprtSettings,
};
pub use explanation::{
    ExplainError, ExplainedTerm, MoveExplanation, PlayerExplanation, RegionPart,
};
pub use fault::{Fault, FaultKind, ParseFaultKindError};
pub use gtp_name::{GtpClock, GtpName};
pub use matches::{Match, MatchError, MatchGame, MatchObserver, MatchPlan, Pair, Tally};
pub use name::{ParsePlayerError, PlayerError, PlayerName};
pub use named_player::NamedPlayer;
pub use nboard_name::NBoardName;
pub use openings::{
    BalancedOpenings, OpeningsChoice, OpeningsError, OpeningsSource, ParseOpeningsError,
    opening_list,
};
pub use paths::cache_folder;
pub use planned_pair::PlannedPair;
pub use player::{Player, Reply, TimeLeft, Usage};
pub use programs::{AgentFolder, InterpreterError, LeftOut};
pub use ratings::{Ratings, Results};
pub use referee::{GameEnding, PlayedGame, PlayedMove, TimeLimits};
pub use runner::StopConditions;
pub use sandbox::{SandboxError, has_sandbox};
pub use schedule::{DRAWN, Kind, LOST, Ladder, Pairing, Rounds, Schedule, WON};
pub use settings::ParseSettingError;
pub use standings::{Ranking, ResultCount, Standing, Standings, points_by_round};
pub use statistics::{Decision, Elo, Pentanomial, Sprt, SprtError};
pub use store::{
    Activity, Agent, AgentError, ContentHash, Event, EventId, EventKind, FaultFilter, Filter,
    GameId, GameRow, GameSummary, RatingRow, ResultFilter, Slot, Store, StoreError, StoredGame,
    TimeUse,
};
pub use terms::{ParsePlatformError, Platform, Pondering, Processes, Resources, Sandboxing, Terms};
pub use tournament::{
    Entrant, RunEnd, Source, Tournament, TournamentError, TournamentGame, seated,
};
pub use tournament_kind::{ParseTournamentKindError, TournamentKind};
pub use units::{GamesKind, SentCheck, SentGame, SentPair};
pub use watched_player::{TurnWatcher, WatchedPlayer};
pub use zero_name::{LoadNetworkError, ParseZeroError, ZeroName, read_network};
