//! Games and standings as JSON.

use std::collections::BTreeMap;

use outflank_arena::{GameEnding, Slot, Standing, Standings, TournamentGame};
use outflank_core::Color;
use serde::Serialize;

use super::outputs::State;
use super::plan::Plan;
use crate::screen::milliseconds;

/// A game, as one line. Numbers of rounds, pairs and games count from 1.
#[derive(Serialize)]
pub(super) struct GameLine<'a> {
    r#type: &'static str,
    slot: String,
    round: u32,
    pair: u32,
    game: u32,
    black: &'a str,
    white: &'a str,
    /// In discs, from the view of black.
    score: i32,
    winner: Option<&'static str>,
    ending: &'static str,
    fault: Option<FaultLine<'a>>,
    moves: u32,
    /// How long black and white thought.
    time_ms: [f64; 2],
}

/// A fault that decided a game.
#[derive(Serialize)]
pub(super) struct FaultLine<'a> {
    pub(super) color: &'static str,
    pub(super) kind: &'static str,
    pub(super) detail: &'a str,
}

impl<'a> FaultLine<'a> {
    pub(super) fn of(ending: &'a GameEnding) -> Option<Self> {
        let GameEnding::Fault { color, fault } = ending else { return None };
        let (kind, detail) = (fault.kind.name(), fault.detail.as_str());
        Some(Self { color: color_name(*color), kind, detail })
    }
}

pub(super) const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

pub(super) const fn ending_name(ending: &GameEnding) -> &'static str {
    match ending {
        GameEnding::PlayedOut => "played out",
        GameEnding::Adjudicated => "adjudicated",
        GameEnding::Fault { .. } => "fault",
    }
}

/// The place of a game, as people count: `3/12.1` for the first game of the
/// twelfth pair of round 3.
pub(super) fn place(slot: Slot) -> String {
    format!("{}/{}.{}", slot.round + 1, slot.pair + 1, slot.game + 1)
}

impl<'a> GameLine<'a> {
    pub(super) fn new(plan: &'a Plan, game: &'a TournamentGame) -> Self {
        let [black, white] = game.sides.map(|side| plan.name(side));
        let score = game.score.discs();
        let winner = match score {
            1.. => Some("black"),
            0 => None,
            _ => Some("white"),
        };
        Self {
            r#type: "game",
            slot: place(game.slot),
            round: game.slot.round + 1,
            pair: game.slot.pair + 1,
            game: game.slot.game + 1,
            black,
            white,
            score,
            winner,
            ending: ending_name(&game.ending),
            fault: FaultLine::of(&game.ending),
            moves: game.plies,
            time_ms: game.time.map(|time| milliseconds(time.total)),
        }
    }
}

/// The standings, as one object.
#[derive(Serialize)]
pub(super) struct StandingsLine<'a> {
    r#type: &'static str,
    title: &'a str,
    kind: &'static str,
    rules: &'static str,
    seed: u64,
    state: &'static str,
    games: usize,
    standings: Vec<StandingLine<'a>>,
    /// Row by row in the order above: wins, draws and losses against each.
    cross_table: Vec<Vec<[u32; 3]>>,
}

/// A player in the standings.
#[derive(Serialize)]
pub(super) struct StandingLine<'a> {
    rank: usize,
    name: &'a str,
    /// The number of the player on the page.
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
    faults: BTreeMap<&'static str, u32>,
}

impl<'a> StandingLine<'a> {
    pub(super) fn new(plan: &'a Plan, rank: usize, row: &Standing) -> Self {
        let record = &row.record;
        Self {
            rank,
            name: plan.name(row.player),
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
}

impl StandingLine<'_> {
    /// With the number of the player.
    pub(super) fn numbered(self, player: usize) -> Self {
        Self { player: Some(player), ..self }
    }
}

impl<'a> StandingsLine<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        standings: &Standings,
        games: &[TournamentGame],
        state: State,
    ) -> Self {
        let order = || standings.rows.iter().map(|row| row.player);
        let rows = standings.rows.iter();
        Self {
            r#type: "standings",
            title: &plan.title,
            kind: plan.kind.name(),
            rules: plan.tournament.rule.name(),
            seed: plan.tournament.schedule.seed,
            state: state.name(),
            games: games.len(),
            standings: (1..)
                .zip(rows)
                .map(|(rank, row)| StandingLine::new(plan, rank, row))
                .collect(),
            cross_table: order()
                .map(|player| {
                    let against = |opponent| {
                        let record = standings.between(player, opponent);
                        [record.wins, record.draws, record.losses]
                    };
                    order().map(against).collect()
                })
                .collect(),
        }
    }
}
