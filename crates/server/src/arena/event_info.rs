//! The settings of an event, as pages show them.

use outflank_arena::{Event, EventFormat, EventSettings, Schedule, Sprt};
use serde::Serialize;
use utoipa::ToSchema;

use outflank_report::{limits, shown_player};

/// The settings of an event, read from its store.
pub(super) struct EventInfo {
    pub(super) title: String,
    pub(super) players: Vec<Participant>,
    pub(super) settings: EventSettings,
    schedule: Schedule,
}

/// A player of an event.
#[derive(Clone, Serialize, ToSchema)]
pub(super) struct Participant {
    /// The name in the event.
    pub(super) name: String,
    /// The player.
    pub(super) player: String,
}

impl EventInfo {
    /// The settings of an event; `None` if this version cannot read them.
    pub(super) fn of(event: &Event) -> Option<Self> {
        let settings = event.settings().ok()?;
        let is_match = matches!(settings.format, EventFormat::Match { .. });
        let players: Vec<_> = settings
            .players
            .iter()
            .map(|player| {
                let shown = shown_player(&player.player);
                // The players of a match have no names of their own, except those of the
                // Python package.
                let is_named = !is_match || player.name != player.player;
                let name = if is_named { player.name.clone() } else { shown.clone() };
                Participant { name, player: shown }
            })
            .collect();
        let schedule = settings.schedule()?;
        Some(Self { title: title(&settings, &players), players, schedule, settings })
    }

    /// The time limits in words; empty if there are none.
    pub(super) fn limits(&self) -> String {
        let limits_of_event = self.settings.time_limits();
        limits(limits_of_event.move_time, limits_of_event.game_time)
    }

    pub(super) const fn is_match(&self) -> bool {
        matches!(self.settings.format, EventFormat::Match { .. })
    }

    /// The schedule, with room for the games up to this pair.
    pub(super) fn schedule_to(&self, pair: u32) -> Schedule {
        let schedule = self.schedule.clone();
        if self.is_match() {
            let pairs = schedule.pairs.max(pair + 1);
            return Schedule { pairs, rounds: Some(1), ..schedule };
        }
        schedule
    }

    /// The number of games of a round of a tournament; `None` if it varies.
    pub(super) fn games_of_a_round(&self) -> Option<u64> {
        if self.is_match() {
            return None;
        }
        Schedule { rounds: Some(1), ..self.schedule.clone() }.games()
    }

    /// The test that ends a match early.
    pub(super) fn sprt(&self) -> Option<Sprt> {
        match &self.settings.format {
            EventFormat::Match { sprt, .. } => sprt.as_ref()?.test().ok(),
            _ => None,
        }
    }
}

fn title(settings: &EventSettings, players: &[Participant]) -> String {
    match &settings.format {
        EventFormat::Match { .. } => {
            let names: Vec<_> = players.iter().map(|player| player.name.as_str()).collect();
            names.join(" – ")
        }
        EventFormat::Playto { players: [first, second], .. } => {
            format!("{first} – {second}, which does not count")
        }
        format => {
            let kind = format.name().replace('-', " ");
            let first = kind.chars().next().into_iter().flat_map(char::to_uppercase);
            let kind: String = first.chain(kind.chars().skip(1)).collect();
            format!("{kind} of {} players", players.len())
        }
    }
}
