//! Games and players of the arena, as commands and pages show them.

mod folders;
mod game;
mod standing;

use std::path::Path;
use std::time::Duration;

use outflank_arena::{GameEnding, GameRow, Slot};
use outflank_core::{Color, Move};
use outflank_formats::course::steps::Step;
use serde::Serialize;
use utoipa::ToSchema;

use crate::words;

pub use folders::without_folders;
pub use game::ArenaGame;
pub use standing::StandingLine;

/// A fault that decided a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Fault)]
pub struct FaultLine {
    /// The player at fault.
    #[schema(value_type = words::Color)]
    pub color: &'static str,
    /// The kind of the event.
    pub kind: &'static str,
    /// The details in a sentence.
    pub detail: String,
}

impl FaultLine {
    /// The fault of an ending, if it was one.
    pub fn of(ending: &GameEnding) -> Option<Self> {
        let GameEnding::Fault { color, fault } = ending else { return None };
        let (kind, detail) = (fault.kind.name(), fault.detail.clone());
        Some(Self { color: color_name(*color), kind, detail })
    }

    /// The fault for viewers, who must not learn where files are.
    #[must_use]
    pub fn without_folders(self) -> Self {
        Self { detail: without_folders(&self.detail), ..self }
    }
}

/// The name of a colour.
pub const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The name of an ending.
pub const fn ending_name(ending: &GameEnding) -> &'static str {
    match ending {
        GameEnding::PlayedOut => "played out",
        GameEnding::Adjudicated => "adjudicated",
        GameEnding::Fault { .. } => "fault",
    }
}

/// The time limits in words; empty if there are none.
pub fn limits(move_time: Option<Duration>, game_time: Option<Duration>) -> String {
    let limit = |time: Option<Duration>, each: &str| {
        time.map(|time| format!("{} s a {each}", time.as_secs_f64()))
    };
    let limits = limit(move_time, "move").into_iter().chain(limit(game_time, "game"));
    limits.collect::<Vec<_>>().join(", ")
}

/// The place of a game, as people count: `3/12.1` for the first game of the
/// twelfth pair of round 3.
pub fn place(slot: Slot) -> String {
    format!("{}/{}.{}", slot.round + 1, slot.pair + 1, slot.game + 1)
}

/// The remark that the course's judge prints beside the time of a move.
pub fn course_steps(row: &GameRow) -> Vec<Step> {
    let opening = (0..row.played.opening).map(|_| Step::default());
    let seen = row.played.moves.iter().map(|seen| Step {
        is_late: seen.is_late,
        candidates: seen.candidates.iter().copied().filter_map(Move::square).collect(),
    });
    opening.chain(seen).collect()
}

/// The name of a player as viewers see it: without the terms that all engines of a match
/// share, and without folders, which must not be disclosed.
pub fn shown_player(name: &str) -> String {
    match name.split_once(':') {
        Some((kind @ ("python" | "genome"), path)) => {
            let file = Path::new(path).file_name().unwrap_or_default();
            format!("{kind}:{}", file.to_string_lossy())
        }
        Some(("engine", settings)) => {
            let usual = ["threads=1", "hash=16"];
            let own: Vec<_> = settings.split(',').filter(|part| !usual.contains(part)).collect();
            if own.is_empty() { "engine".to_owned() } else { format!("engine:{}", own.join(",")) }
        }
        _ => name.to_owned(),
    }
}
