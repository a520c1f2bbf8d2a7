//! A player in the standings.

use std::collections::BTreeMap;

use outflank_arena::Standing;
use serde::Serialize;
use utoipa::ToSchema;

use crate::screen::milliseconds;

/// A player in the standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct StandingLine {
    rank: usize,
    name: String,
    /// The number of the player on pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<usize>,
    rating: f64,
    /// Half the width of the interval of 95 %.
    rating_error: f64,
    /// How probable it is that it is stronger than the next one.
    superiority: Option<f64>,
    points: i64,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    score: Option<f64>,
    /// By how many discs a game was won.
    discs: Option<f64>,
    mean_ms: Option<f64>,
    longest_ms: f64,
    late: u32,
    /// How often it lost by a fault, by kind.
    #[schema(value_type = BTreeMap<String, u32>)]
    faults: BTreeMap<&'static str, u32>,
}

impl StandingLine {
    pub(crate) fn new(rank: usize, name: &str, row: &Standing) -> Self {
        let record = &row.record;
        Self {
            rank,
            name: name.to_owned(),
            player: None,
            rating: row.rating.0,
            rating_error: row.rating_error,
            superiority: row.superiority,
            points: row.points,
            games: record.games(),
            wins: record.wins,
            draws: record.draws,
            losses: record.losses,
            score: record.score(),
            discs: record.mean_discs(),
            mean_ms: row.mean_time().map(milliseconds),
            longest_ms: milliseconds(row.time.longest),
            late: row.time.late,
            faults: row.faults.iter().map(|(kind, number)| (kind.name(), *number)).collect(),
        }
    }

    /// With the number of the player.
    pub(crate) fn numbered(self, player: usize) -> Self {
        Self { player: Some(player), ..self }
    }
}
