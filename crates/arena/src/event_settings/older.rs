//! The settings that versions up to 0.1 wrote, which had three forms.

use serde::{Deserialize, Serialize};

use super::{EventFormat, EventPlayer, EventSettings};
use crate::{EventKind, Platform, Resources};

/// Reads settings of any older form.
pub(super) fn read(kind: EventKind, text: &str) -> Option<EventSettings> {
    match kind {
        EventKind::Match => serde_json::from_str::<Match>(text).ok()?.settings(),
        EventKind::Tournament => match serde_json::from_str::<Tournament>(text) {
            Ok(tournament) => tournament.settings(),
            Err(_) => serde_json::from_str::<PythonTournament>(text).ok()?.settings(),
        },
    }
}

/// A match of the command line or of the server.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Match {
    rules: String,
    players: [MatchPlayer; 2],
    openings: String,
    seed: u64,
    adjudicate: Option<u32>,
    platform: String,
    move_time_ms: Option<f64>,
    game_time_ms: Option<f64>,
    memory_mib: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    keep_processes: bool,
}

#[derive(Serialize, Deserialize)]
struct MatchPlayer {
    name: String,
    hash: String,
}

/// The balanced openings, which were called `built-in` in matches.
const BUILT_IN: &str = "built-in";

impl Match {
    fn settings(self) -> Option<EventSettings> {
        let player = |MatchPlayer { name, hash }| EventPlayer {
            player: name.clone(),
            name,
            hash: Some(hash),
        };
        let openings =
            if self.openings == BUILT_IN { "balanced".to_owned() } else { self.openings };
        Some(EventSettings {
            format: EventFormat::Match { games: None, adjudicate: self.adjudicate, sprt: None },
            rules: self.rules.parse().ok()?,
            players: self.players.map(player).into(),
            openings,
            seed: self.seed,
            platform: self.platform.parse().ok()?,
            move_time_ms: self.move_time_ms,
            game_time_ms: self.game_time_ms,
            memory_mib: self.memory_mib,
            keep_processes: self.keep_processes,
            ponder: false,
        })
    }
}

/// The settings of a match in the older form. Files of games that older
/// versions wrote name their match by the hash of this text.
pub(super) fn match_text(settings: &EventSettings) -> String {
    let player = |at: usize| {
        let player = settings.players.get(at);
        MatchPlayer {
            name: player.map(|player| player.player.clone()).unwrap_or_default(),
            hash: player.and_then(|player| player.hash.clone()).unwrap_or_default(),
        }
    };
    let adjudicate = match settings.format {
        EventFormat::Match { adjudicate, .. } => adjudicate,
        _ => None,
    };
    let openings = match settings.openings.as_str() {
        "balanced" => BUILT_IN,
        openings => openings,
    };
    let text = serde_json::to_string(&Match {
        rules: settings.rules.name().to_owned(),
        players: [player(0), player(1)],
        openings: openings.to_owned(),
        seed: settings.seed,
        adjudicate,
        platform: settings.platform.name().to_owned(),
        move_time_ms: settings.move_time_ms,
        game_time_ms: settings.game_time_ms,
        memory_mib: settings.memory_mib,
        keep_processes: settings.keep_processes,
    });
    text.expect("numbers and texts become JSON")
}

/// A tournament of the command line.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tournament {
    kind: Option<String>,
    playto: Option<[String; 2]>,
    challengers: Option<Vec<String>>,
    turns: Option<u32>,
    rules: String,
    games: u32,
    openings: String,
    seed: u64,
    platform: String,
    time_ms: Option<f64>,
    game_time_ms: Option<f64>,
    memory: u32,
    #[serde(default)]
    keep_processes: bool,
    players: Vec<EventPlayer>,
}

impl Tournament {
    fn settings(self) -> Option<EventSettings> {
        let (pairs, rounds) = (self.games / 2, None);
        let format = match (self.playto, self.kind.as_deref()) {
            (Some(players), _) => EventFormat::Playto { players, pairs },
            (None, Some("gauntlet")) => {
                let challengers = self.challengers.unwrap_or_default();
                EventFormat::Gauntlet { challengers, pairs, rounds }
            }
            (None, Some("points-race")) => {
                EventFormat::PointsRace { turns: self.turns, pairs, rounds }
            }
            (None, Some("round-robin") | None) => EventFormat::RoundRobin { pairs, rounds },
            (None, Some(_)) => return None,
        };
        Some(EventSettings {
            format,
            rules: self.rules.parse().ok()?,
            players: self.players,
            openings: self.openings,
            seed: self.seed,
            platform: self.platform.parse().ok()?,
            move_time_ms: self.time_ms,
            game_time_ms: self.game_time_ms,
            memory_mib: self.memory,
            keep_processes: self.keep_processes,
            ponder: false,
        })
    }
}

/// A tournament of the Python package.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PythonTournament {
    rules: String,
    /// A name and a player for each.
    players: Vec<[String; 2]>,
    kind: String,
    /// The number of challengers, which are the first players.
    challengers: usize,
    pairs: u32,
    seed: u64,
    openings: String,
    terms: PythonTerms,
}

#[derive(Deserialize)]
struct PythonTerms {
    move_time: Option<f64>,
    game_time: Option<f64>,
    platform: String,
    #[serde(default)]
    keep_processes: bool,
}

impl PythonTournament {
    fn settings(self) -> Option<EventSettings> {
        let (pairs, rounds) = (self.pairs, None);
        let players: Vec<_> = self
            .players
            .into_iter()
            .map(|[name, player]| EventPlayer { name, player, hash: None })
            .collect();
        let format = match self.kind.as_str() {
            "round-robin" => EventFormat::RoundRobin { pairs, rounds },
            "gauntlet" => {
                let challengers = players.iter().take(self.challengers);
                let challengers = challengers.map(|player| player.name.clone()).collect();
                EventFormat::Gauntlet { challengers, pairs, rounds }
            }
            "points-race" => EventFormat::PointsRace { turns: None, pairs, rounds },
            _ => return None,
        };
        let platform: Platform = self.terms.platform.parse().ok()?;
        let default = platform.limits();
        let milliseconds = |given: Option<f64>, default: Option<std::time::Duration>| {
            given.or(default.map(|time| time.as_secs_f64())).map(|seconds| seconds * 1e3)
        };
        Some(EventSettings {
            format,
            rules: self.rules.to_lowercase().parse().ok()?,
            players,
            openings: self.openings,
            seed: self.seed,
            platform,
            move_time_ms: milliseconds(self.terms.move_time, default.move_time),
            game_time_ms: milliseconds(self.terms.game_time, default.game_time),
            memory_mib: Resources::default().memory_mib,
            keep_processes: self.terms.keep_processes,
            ponder: false,
        })
    }
}
