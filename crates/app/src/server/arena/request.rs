//! What a page asks to be played.

use std::time::Duration;

use outflank_arena::{
    Agent, EngineName, Limits, Match, Platform, PlayerName, Processes, Resources, Sandboxing, Terms,
};
use outflank_core::{Color, Rule};
use outflank_engine::Thinking;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::roster::Roster;
use crate::cli::EngineLimits;
use crate::kept_match::{BUILT_IN, Settings};
use crate::server::error::ApiError;

/// The most pairs of games.
const MOST_PAIRS: u32 = 500;
/// The longest that a player may be told to think about a move: a match that
/// was stopped ends with the move that is thought about.
const LONGEST: Duration = Duration::from_mins(1);
const DEEPEST: u32 = 20;
const MOST_NODES: u64 = 100_000_000;

/// A match to be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchRequest {
    /// `reversi` or `reversed`.
    rules: String,
    /// The first player, by its name in `players` of `/api/info`, or the engine
    /// with a level, time, depth or nodes: `engine:depth=6`.
    a: String,
    /// Its opponent.
    b: String,
    /// How many openings; both players have black once in each.
    pub(super) pairs: u32,
    /// How long players may think about a move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    /// How many positions built-in players look at.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// How many plies built-in players look ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The seed of the openings and of every random choice; drawn unless given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
}

/// A match that can be played.
#[derive(Debug)]
pub(super) struct Bout {
    pub(super) played: Match,
    pub(super) agents: [Agent; 2],
    pub(super) pairs: u32,
    pub(super) settings: Settings,
}

impl MatchRequest {
    /// Makes sure that the match can be played. Players are looked up, never
    /// made of what a page says.
    pub(super) fn bout(&self, roster: &Roster, concurrency: usize) -> Result<Bout, ApiError> {
        let rule: Rule = self.rules.parse().map_err(|_| {
            let rules = beginning(&self.rules);
            ApiError::unfit(format!("'{rules}' is not a game: expected reversi or reversed."))
        })?;
        within("pairs", self.pairs.into(), MOST_PAIRS.into())?;
        let time = self.time_ms.map(Duration::from_millis);
        let given = [self.time_ms, self.nodes, self.depth.map(u64::from)];
        if given.iter().flatten().count() > 1 {
            return Err(ApiError::unfit("Give one of time_ms, nodes and depth, not several."));
        }
        self.check_limits()?;
        let players = [find(roster, &self.a)?, find(roster, &self.b)?];
        // Our own players keep their time by themselves. On a machine that
        // serves visitors too, a referee with a clock would punish them for the
        // work of others.
        let has_referee = !players.iter().all(is_ours);
        let limits = if has_referee {
            EngineLimits::within(time, self.depth, self.nodes)
        } else {
            EngineLimits { time, depth: self.depth, nodes: self.nodes }
        };
        let players = players.map(|name| complete(name, limits));
        let is_course = players.iter().any(|name| matches!(name, PlayerName::Python(_)));
        let platform = if is_course { Platform::Course } else { Platform::Strict };
        let usual = platform.limits();
        let limits = match time {
            _ if !has_referee => Limits::default(),
            Some(time) => Limits { move_time: Some(time), game_time: None },
            None => usual,
        };
        let terms = Terms {
            limits,
            platform,
            sandbox: Sandboxing::Required,
            resources: Resources::default(),
            processes: Processes::PerGame,
            python: None,
        };
        for name in &players {
            // One that cannot be made is told of now, not in an hour.
            name.player(rule, Color::Black, 0, &terms).map_err(|error| unfit(&error))?;
        }
        let [first, second] = players.each_ref().map(Agent::of);
        let agents = [first.map_err(|e| unfit(&e))?, second.map_err(|e| unfit(&e))?];
        let seed = self.seed.unwrap_or_else(|| rand::random::<u32>().into());
        let settings = Settings::of(rule, &agents, BUILT_IN.to_owned(), None, &terms);
        Ok(Bout {
            played: Match { rule, players, concurrency, seed, terms },
            agents,
            pairs: self.pairs,
            settings: Settings { seed, ..settings },
        })
    }

    fn check_limits(&self) -> Result<(), ApiError> {
        for (what, given, most) in [
            ("time_ms", self.time_ms, LONGEST.as_millis() as u64),
            ("nodes", self.nodes, MOST_NODES),
            ("depth", self.depth.map(u64::from), DEEPEST.into()),
        ] {
            given.map_or(Ok(()), |given| within(what, given, most))?;
        }
        Ok(())
    }
}

/// The player, thinking no longer than the match allows.
fn complete(mut name: PlayerName, limits: EngineLimits) -> PlayerName {
    let EngineLimits { time, depth, nodes } = limits;
    match &mut name {
        PlayerName::Engine(engine) if engine.thinking != Thinking::default() => {
            engine.thinking.time = engine.thinking.time.or(time);
        }
        PlayerName::Classic(classic) if classic.limits == outflank_classic::Limits::default() => {
            classic.limits = outflank_classic::Limits { time, depth, nodes };
        }
        _ => {}
    }
    limits.complete(&name)
}

/// Whether a player is one of ours, which keep to what they are told.
const fn is_ours(name: &PlayerName) -> bool {
    use PlayerName::{Classic, Engine, Greedy, Random};
    matches!(name, Engine(_) | Classic(_) | Greedy | Random)
}

/// The player of a name that a page gives.
fn find(roster: &Roster, name: &str) -> Result<PlayerName, ApiError> {
    if let Some(known) = roster.get(name) {
        return Ok(known);
    }
    let unknown = || {
        let name = beginning(name);
        ApiError::unfit(format!(
            "'{name}' may not play from here: choose one of the players that are listed, or the \
             engine with a level, time, depth or nodes."
        ))
    };
    let PlayerName::Engine(engine) = name.parse().map_err(|_| unknown())? else {
        return Err(unknown());
    };
    let EngineName { thinking, threads: None, hash_mib: None, weights: None } = &engine else {
        return Err(unknown());
    };
    let time = thinking.time.map(|time| time.as_millis() as u64);
    for (what, given, most) in [
        ("The time of an engine in milliseconds", time, LONGEST.as_millis() as u64),
        ("The number of nodes of an engine", thinking.nodes, MOST_NODES),
        ("The depth of an engine", thinking.depth.map(u64::from), DEEPEST.into()),
    ] {
        given.map_or(Ok(()), |given| within(what, given, most))?;
    }
    Ok(PlayerName::Engine(engine))
}

fn within(what: &str, found: u64, most: u64) -> Result<(), ApiError> {
    if (1..=most).contains(&found) {
        return Ok(());
    }
    Err(ApiError::unfit(format!("{what} cannot be {found}: expected 1 to {most}.")))
}

fn unfit(error: &dyn std::fmt::Display) -> ApiError {
    ApiError::unfit(super::export::sentence(error))
}

/// As much of a text as fits in a sentence.
fn beginning(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("{}{more}", short.escape_debug())
}
