//! What an event is about: its settings, read back from the store.

use std::time::Duration;

use outflank_arena::{Event, EventKind, Kind, Ranking, Schedule};
use outflank_core::Rule;
use serde::Serialize;
use utoipa::ToSchema;

use crate::kept_match;
use crate::results::{limits, shown_player};
use crate::tournament_settings::TournamentSettings;

/// What an event is about.
pub(super) struct Subject {
    pub(super) title: String,
    pub(super) rule: Rule,
    pub(super) players: Vec<Participant>,
    /// Who plays whom in a round.
    pub(super) schedule: Schedule,
    pub(super) ranking: Ranking,
    pub(super) platform: String,
    /// How long players may think.
    pub(super) limits: [Option<Duration>; 2],
    pub(super) openings: String,
    pub(super) seed: u64,
    /// Whether it is a match, which has no rounds.
    pub(super) is_match: bool,
}

/// One who takes part.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct Participant {
    /// The name that it goes by.
    pub(super) name: String,
    /// The player that it is.
    pub(super) player: String,
}

impl Subject {
    /// What an event is about; `None` if its settings are those of a version
    /// that is not this one.
    pub(super) fn of(event: &Event) -> Option<Self> {
        match event.kind {
            EventKind::Match => Self::of_match(serde_json::from_str(&event.settings).ok()?),
            EventKind::Tournament => {
                Self::of_tournament(serde_json::from_str(&event.settings).ok()?)
            }
            _ => None,
        }
    }

    fn of_match(settings: kept_match::Settings) -> Option<Self> {
        let players = settings.players.map(|player| {
            let player = shown_player(&player.name);
            Participant { name: player.clone(), player }
        });
        let kind = Kind::Playto { players: [0, 1] };
        Some(Self {
            title: format!("{} – {}", players[0].name, players[1].name),
            rule: settings.rules.parse().ok()?,
            players: players.into(),
            schedule: Schedule { kind, players: 2, rounds: None, pairs: 1, seed: settings.seed },
            ranking: Ranking::Points,
            platform: settings.platform,
            limits: [settings.move_time_ms, settings.game_time_ms].map(|time| time.and_then(ms)),
            openings: settings.openings,
            seed: settings.seed,
            is_match: true,
        })
    }

    fn of_tournament(settings: TournamentSettings) -> Option<Self> {
        let schedule = settings.schedule()?;
        let title = match (&settings.playto, settings.kind) {
            (Some([first, second]), _) => format!("{first} – {second}, which does not count"),
            (None, kind) => {
                let kind = kind.map_or("tournament", crate::cli::KindName::name);
                let kind = kind.replace('-', " ");
                let first = kind.chars().next().into_iter().flat_map(char::to_uppercase);
                let kind: String = first.chain(kind.chars().skip(1)).collect();
                format!("{kind} of {} players", settings.players.len())
            }
        };
        let players = settings.players.into_iter();
        Some(Self {
            title,
            rule: settings.rules.parse().ok()?,
            players: players
                .map(|player| Participant {
                    name: player.name,
                    player: shown_player(&player.player),
                })
                .collect(),
            schedule,
            ranking: settings.kind.map_or(Ranking::Points, crate::cli::KindName::ranking),
            platform: settings.platform,
            limits: [settings.time_ms, settings.game_time_ms].map(|time| time.and_then(ms)),
            openings: settings.openings,
            seed: settings.seed,
            is_match: false,
        })
    }

    /// How long players may think, in words; empty if as long as they like.
    pub(super) fn limits(&self) -> String {
        let [move_time, game_time] = self.limits;
        limits(move_time, game_time)
    }

    /// The schedule, with room for the games up to this pair.
    pub(super) fn schedule_to(&self, pair: u32) -> Schedule {
        let schedule = self.schedule.clone();
        // The pairs of a match have no end that its settings know.
        if self.is_match { Schedule { pairs: pair + 1, ..schedule } } else { schedule }
    }

    /// The games of a round; `None` if that is open.
    pub(super) fn games_of_a_round(&self) -> Option<u64> {
        if self.is_match { None } else { self.schedule.games() }
    }
}

fn ms(number: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(number / 1e3).ok()
}
