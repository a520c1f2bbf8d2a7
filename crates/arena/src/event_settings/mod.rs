//! The settings of an event, as a store keeps them.

mod format;
mod older;

use std::time::Duration;

use outflank_core::Rule;
use serde::{Deserialize, Serialize};

use crate::{
    Agent, ContentHash, EventKind, Kind, Platform, Processes, Ranking, Schedule, Store, StoreError,
    Terms, TimeLimits,
};

pub use format::{EventFormat, SprtSettings};

/// The settings of a match or a tournament.
///
/// They have one JSON form, which is in the store of every event. The size of
/// an event (games, rounds and the SPRT) is part of the settings, but not of the
/// identity of the event: a match that is resumed with more games is the same
/// match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventSettings {
    /// The kind of event and its parameters.
    #[serde(rename = "event")]
    pub format: EventFormat,
    /// The rules of the games.
    pub rules: Rule,
    /// The players, by number.
    pub players: Vec<EventPlayer>,
    /// The openings, as [`OpeningsSource::label`](crate::OpeningsSource::label)
    /// writes them.
    pub openings: String,
    /// The seed of the openings, the schedule and every random choice.
    pub seed: u64,
    /// The platform whose rules hold.
    #[serde(with = "outflank_core::text")]
    pub platform: Platform,
    /// The time limit of a move in milliseconds; unlimited if `None`.
    pub move_time_ms: Option<f64>,
    /// The time limit of all moves of a player in a game, in milliseconds.
    pub game_time_ms: Option<f64>,
    /// The memory limit of an external program.
    pub memory_mib: u32,
    /// Whether processes are kept from game to game.
    #[serde(default)]
    pub keep_processes: bool,
    /// Whether external programs may think in the turn of their opponent.
    #[serde(default)]
    pub ponder: bool,
}

/// A player of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventPlayer {
    /// The name in results.
    pub name: String,
    /// The player, as in `engine:level=8`.
    pub player: String,
    /// The hash of its file, because a changed file is another player; `None` if
    /// an older version did not store it.
    #[serde(default)]
    pub hash: Option<String>,
}

/// Settings that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the settings of the event cannot be read: {reason}")]
pub struct ParseEventSettingsError {
    reason: String,
}

impl EventPlayer {
    /// A player with a name for results.
    pub fn new(name: impl Into<String>, agent: &Agent) -> Self {
        let hash = Some(agent.hash.to_string());
        Self { name: name.into(), player: agent.name.clone(), hash }
    }

    /// Whether two players are the same, as far as that is known.
    fn is_same(&self, other: &Self) -> bool {
        if self.hash.is_none() || other.hash.is_none() {
            return self.name == other.name;
        }
        self == other
    }
}

impl EventSettings {
    /// Settings with the time limits and resources of `terms`.
    pub fn new(
        format: EventFormat,
        rules: Rule,
        players: Vec<EventPlayer>,
        openings: String,
        seed: u64,
        terms: &Terms,
    ) -> Self {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        Self {
            format,
            rules,
            players,
            openings,
            seed,
            platform: terms.platform,
            move_time_ms: terms.limits.move_time.map(milliseconds),
            game_time_ms: terms.limits.game_time.map(milliseconds),
            memory_mib: terms.resources.memory_mib,
            keep_processes: matches!(terms.processes, Processes::Kept),
            ponder: terms.pondering.is_allowed(),
        }
    }

    /// The settings of a match of two agents.
    pub fn of_match(
        format: EventFormat,
        rules: Rule,
        agents: &[Agent; 2],
        openings: String,
        seed: u64,
        terms: &Terms,
    ) -> Self {
        let players = agents.iter().map(|agent| EventPlayer::new(agent.name.clone(), agent));
        Self::new(format, rules, players.collect(), openings, seed, terms)
    }

    /// Reads the settings of an event, also those that older versions wrote.
    pub fn read(kind: EventKind, text: &str) -> Result<Self, ParseEventSettingsError> {
        let error = match serde_json::from_str(text) {
            Ok(settings) => return Ok(settings),
            Err(error) => error,
        };
        let reason = || ParseEventSettingsError { reason: error.to_string() };
        older::read(kind, text).ok_or_else(reason)
    }

    /// The JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts become JSON")
    }

    /// Whether the event is a match or a tournament.
    pub const fn kind(&self) -> EventKind {
        match self.format {
            EventFormat::Match { .. } => EventKind::Match,
            _ => EventKind::Tournament,
        }
    }

    /// The name of the first setting that makes two events different; `None` if
    /// they are the same event. The number of games or rounds and the SPRT do
    /// not count.
    pub fn difference(&self, other: &Self) -> Option<&'static str> {
        let is_same_player = |(one, other): (&EventPlayer, &EventPlayer)| one.is_same(other);
        let players = || self.players.iter().zip(&other.players);
        let has_same_players =
            self.players.len() == other.players.len() && players().all(is_same_player);
        let differences = [
            ("rules", self.rules != other.rules),
            ("players", !has_same_players),
            ("openings", self.openings != other.openings),
            ("seed", self.seed != other.seed),
            ("platform", self.platform != other.platform),
            ("move_time_ms", self.move_time_ms != other.move_time_ms),
            ("game_time_ms", self.game_time_ms != other.game_time_ms),
            ("memory_mib", self.memory_mib != other.memory_mib),
            ("keep_processes", self.keep_processes != other.keep_processes),
            ("ponder", self.ponder != other.ponder),
        ];
        let common = differences.into_iter().find_map(|(name, differs)| differs.then_some(name));
        self.format.difference(&other.format).or(common)
    }

    /// The schedule; `None` if the settings name a player that does not exist.
    pub fn schedule(&self) -> Option<Schedule> {
        let number = |name: &String| self.players.iter().position(|player| player.name == *name);
        let (kind, rounds, pairs) = match &self.format {
            EventFormat::Match { games, .. } => {
                let pairs = games.map_or(1, |games| games / 2);
                (Kind::Playto { players: [0, 1] }, games.map(|_| 1), pairs)
            }
            EventFormat::RoundRobin { pairs, rounds } => (Kind::RoundRobin, *rounds, *pairs),
            EventFormat::Gauntlet { challengers, pairs, rounds } => {
                let challengers = challengers.iter().map(number).collect::<Option<_>>()?;
                (Kind::Gauntlet { challengers }, *rounds, *pairs)
            }
            EventFormat::PointsRace { turns, pairs, rounds } => {
                (Kind::PointsRace { challengers: *turns }, *rounds, *pairs)
            }
            EventFormat::Playto { players: [first, second], pairs } => {
                (Kind::Playto { players: [number(first)?, number(second)?] }, None, *pairs)
            }
        };
        Some(Schedule { kind, players: self.players.len(), rounds, pairs, seed: self.seed })
    }

    /// The number of games asked for; `None` if it is unknown or without end.
    pub fn games(&self) -> Option<u64> {
        self.schedule()?.games()
    }

    /// The order of the players in results.
    pub const fn ranking(&self) -> Ranking {
        match self.format {
            EventFormat::Gauntlet { .. } => Ranking::Rating,
            _ => Ranking::Points,
        }
    }

    /// The time limits.
    pub fn time_limits(&self) -> TimeLimits {
        let time = |ms: Option<f64>| Duration::try_from_secs_f64(ms? / 1e3).ok();
        TimeLimits { move_time: time(self.move_time_ms), game_time: time(self.game_time_ms) }
    }

    /// The name of the event in files of games, such as `match-1f0c83e2`. It is
    /// the same in all versions.
    pub fn label(&self) -> String {
        let hash = ContentHash::of(older::match_text(self).as_bytes()).to_string();
        format!("match-{}", &hash[..8])
    }

    /// The seed of the last event of a store that differs in its seed at most.
    pub fn seed_in(&self, store: &Store) -> Result<Option<u64>, StoreError> {
        let mut events = store.events()?.into_iter().rev();
        Ok(events.find_map(|event| {
            let settings = event.settings().ok()?;
            let wanted = Self { seed: settings.seed, ..self.clone() };
            wanted.difference(&settings).is_none().then_some(settings.seed)
        }))
    }
}

#[cfg(test)]
mod tests;
