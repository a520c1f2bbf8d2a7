//! A player in the standings.

use std::collections::BTreeMap;

use outflank_arena::Standing;
use serde::Serialize;
use utoipa::ToSchema;

use crate::page::escape;

use outflank_arena::milliseconds;

/// A player in the standings.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Standing)]
pub struct StandingLine {
    rank: usize,
    name: String,
    /// The number of the player on pages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize)]
    player: Option<usize>,
    rating: f64,
    /// Half the width of the interval of 95 %; null if it is infinite.
    #[schema(value_type = Option<f64>)]
    rating_error: f64,
    /// The probability that it is stronger than the next one.
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
    /// The number of games lost by each kind of fault.
    #[schema(value_type = BTreeMap<String, u32>)]
    faults: BTreeMap<&'static str, u32>,
}

impl StandingLine {
    /// The line of a player at this rank.
    pub fn new(rank: usize, name: &str, row: &Standing) -> Self {
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

    /// The row of a plain HTML table.
    pub(crate) fn html_row(&self) -> String {
        let Self { rank, name, rating, rating_error, points, games, .. } = self;
        let Self { wins, draws, losses, .. } = self;
        let name = escape(name);
        format!(
            "<tr><td>{rank}</td><td>{name}</td><td>{rating:+.0} ± {rating_error:.0}</td>\
             <td>{points}</td><td>{games}</td><td>{wins}</td><td>{draws}</td><td>{losses}</td></tr>\n"
        )
    }

    /// With the number of the player.
    #[must_use]
    pub fn numbered(self, player: usize) -> Self {
        Self { player: Some(player), ..self }
    }
}
