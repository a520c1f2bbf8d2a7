//! A match requested by a page.

use std::time::Duration;

use outflank_arena::{
    Agent, EngineBook, EngineDefaults, EngineName, EventFormat, EventSettings, Match,
    OpeningsChoice, Platform, PlayerName, Resources, Sandboxing, Terms, TimeLimits, cache_folder,
};
use outflank_core::Rule;
use outflank_engine::Thinking;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::roster::Roster;
use crate::error::ApiError;
use outflank_report::words;

/// The maximum number of pairs.
const MAX_PAIRS: u32 = 500;
/// The maximum time for a move. A stopped match ends only after the current move.
const MAX_MOVE_TIME: Duration = Duration::from_mins(1);
const MAX_DEPTH: u32 = 20;
const MAX_NODES: u64 = 100_000_000;

/// A match to be played.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MatchRequest {
    #[schema(value_type = words::Rules)]
    rules: Rule,
    /// The first player, by its name in `players` of `/api/info`, or the engine
    /// with a level, time, depth or nodes: `engine:depth=6`.
    a: String,
    /// Its opponent.
    b: String,
    /// The number of openings. Both players have black once in each.
    pub(super) pairs: u32,
    /// The openings: `balanced` (the default), `start` or `random:N` with N moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    openings: Option<String>,
    /// The time limit for a move, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_ms: Option<u64>,
    /// The node limit of built-in players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    /// The depth limit of built-in players.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The seed of the openings and of every random choice; drawn by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seed: Option<u64>,
}

/// A match that can be played.
#[derive(Debug)]
pub(super) struct PreparedMatch {
    pub(super) played: Match,
    pub(super) agents: [Agent; 2],
    pub(super) pairs: u32,
    pub(super) openings: OpeningsChoice,
    pub(super) settings: EventSettings,
}

impl MatchRequest {
    /// Checks that the match can be played. Players are looked up, never created from the
    /// text of a request.
    pub(super) fn prepare(
        &self,
        roster: &Roster,
        concurrency: usize,
    ) -> Result<PreparedMatch, ApiError> {
        let rule = self.rules;
        within("pairs", self.pairs.into(), MAX_PAIRS.into())?;
        let time = self.time_ms.map(Duration::from_millis);
        let given = [self.time_ms, self.nodes, self.depth.map(u64::from)];
        if given.iter().flatten().count() > 1 {
            return Err(ApiError::unfit("Give one of time_ms, nodes and depth, not several."));
        }
        self.check_limits()?;
        let players = [find(roster, &self.a)?, find(roster, &self.b)?];
        // Built-in players keep their time limits themselves. The machine also
        // serves visitors, so a referee would punish players for its load.
        let has_referee = !players.iter().all(is_ours);
        let limits = if has_referee {
            EngineDefaults::within([time, None], self.depth, self.nodes)
        } else {
            EngineDefaults { time, depth: self.depth, nodes: self.nodes, has_game_clock: false }
        };
        let players = players.map(|name| complete(name, limits));
        let is_course = players.iter().any(|name| matches!(name, PlayerName::Python(_)));
        let platform = if is_course { Platform::Course } else { Platform::Strict };
        let usual = platform.limits();
        let limits = match time {
            _ if !has_referee => TimeLimits::default(),
            Some(time) => TimeLimits { move_time: Some(time), game_time: None },
            None => usual,
        };
        let terms = Terms {
            limits,
            platform,
            sandbox: Sandboxing::Required,
            resources: Resources::default(),
            cache: cache_folder(),
            ..Terms::default()
        };
        for name in &players {
            // Reports a player that cannot be created now, not when the match starts.
            name.check(rule, &terms).map_err(|error| unfit(&error))?;
        }
        let [first, second] = players.each_ref().map(Agent::of);
        let agents = [first.map_err(|e| unfit(&e))?, second.map_err(|e| unfit(&e))?];
        let seed = self.seed.unwrap_or_else(|| rand::random::<u32>().into());
        let format =
            EventFormat::Match { games: Some(2 * self.pairs), adjudicate: None, sprt: None };
        let openings = self.openings()?;
        let written = openings.to_string();
        let settings = EventSettings::of_match(format, rule, &agents, written, seed, &terms);
        Ok(PreparedMatch {
            played: Match { rule, players, concurrency, seed, terms },
            agents,
            pairs: self.pairs,
            openings,
            settings,
        })
    }

    /// The openings. A page may not name a file.
    fn openings(&self) -> Result<OpeningsChoice, ApiError> {
        let Some(text) = &self.openings else { return Ok(OpeningsChoice::Balanced) };
        match text.parse() {
            Ok(OpeningsChoice::File(_)) => Err(ApiError::unfit(format!(
                "'{}' are no openings: expected balanced, start or random:N.",
                beginning(text)
            ))),
            Ok(choice) => Ok(choice),
            Err(error) => Err(unfit(&error)),
        }
    }

    fn check_limits(&self) -> Result<(), ApiError> {
        for (what, given, most) in [
            ("time_ms", self.time_ms, MAX_MOVE_TIME.as_millis() as u64),
            ("nodes", self.nodes, MAX_NODES),
            ("depth", self.depth.map(u64::from), MAX_DEPTH.into()),
        ] {
            given.map_or(Ok(()), |given| within(what, given, most))?;
        }
        Ok(())
    }
}

/// The player, thinking no longer than the match allows.
fn complete(mut name: PlayerName, limits: EngineDefaults) -> PlayerName {
    let EngineDefaults { time, depth, nodes, .. } = limits;
    match &mut name {
        PlayerName::Engine(engine) if engine.thinking != Thinking::default() => {
            engine.thinking.time = engine.thinking.time.or(time);
        }
        PlayerName::Classic(classic)
            if classic.limits == outflank_classic::SearchLimits::default() =>
        {
            classic.limits = outflank_classic::SearchLimits { time, depth, nodes };
        }
        _ => {}
    }
    limits.complete(&name)
}

/// True for a built-in player, which keeps to its limits.
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
    let EngineName { thinking, threads: None, hash_mib: None, weights: None, book } = &engine
    else {
        return Err(unknown());
    };
    if matches!(book, Some(EngineBook::File(_))) {
        return Err(unknown());
    }
    let time = thinking.time.map(|time| time.as_millis() as u64);
    for (what, given, most) in [
        ("The time of an engine in milliseconds", time, MAX_MOVE_TIME.as_millis() as u64),
        ("The number of nodes of an engine", thinking.nodes, MAX_NODES),
        ("The depth of an engine", thinking.depth.map(u64::from), MAX_DEPTH.into()),
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
