//! What commands and pages tell of games and players of the arena.

mod standing;

use std::path::Path;
use std::time::Duration;

use outflank_arena::{GameEnding, GameRow, Slot};
use outflank_core::{Color, Move};
use outflank_formats::course::steps::Step;
use serde::Serialize;
use utoipa::ToSchema;

pub(crate) use standing::StandingLine;

/// A fault that decided a game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct FaultLine {
    /// Who did what it may not.
    pub(crate) color: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) detail: String,
}

impl FaultLine {
    pub(crate) fn of(ending: &GameEnding) -> Option<Self> {
        let GameEnding::Fault { color, fault } = ending else { return None };
        let (kind, detail) = (fault.kind.name(), fault.detail.clone());
        Some(Self { color: color_name(*color), kind, detail })
    }
}

pub(crate) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

pub(crate) const fn ending_name(ending: &GameEnding) -> &'static str {
    match ending {
        GameEnding::PlayedOut => "played out",
        GameEnding::Adjudicated => "adjudicated",
        GameEnding::Fault { .. } => "fault",
    }
}

/// How long players may think, in words; empty if as long as they like.
pub(crate) fn limits(move_time: Option<Duration>, game_time: Option<Duration>) -> String {
    let limit = |time: Option<Duration>, each: &str| {
        time.map(|time| format!("{} s a {each}", time.as_secs_f64()))
    };
    let limits = limit(move_time, "move").into_iter().chain(limit(game_time, "game"));
    limits.collect::<Vec<_>>().join(", ")
}

/// The place of a game, as people count: `3/12.1` for the first game of the
/// twelfth pair of round 3.
pub(crate) fn place(slot: Slot) -> String {
    format!("{}/{}.{}", slot.round + 1, slot.pair + 1, slot.game + 1)
}

/// What the judge of the course says of each move beside its time.
pub(crate) fn course_steps(row: &GameRow) -> Vec<Step> {
    let opening = (0..row.played.opening).map(|_| Step::default());
    let seen = row.played.moves.iter().map(|seen| Step {
        is_late: seen.is_late,
        candidates: seen.candidates.iter().copied().filter_map(Move::square).collect(),
    });
    opening.chain(seen).collect()
}

/// The name of a player for those who watch: without what all engines of a match
/// have, and without the folders of files, which are nobody's business outside.
pub(crate) fn shown_player(name: &str) -> String {
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
