//! Games and standings as JSON.

use outflank_arena::{Standings, TournamentGame};
use serde::Serialize;

use super::outputs::State;
use super::plan::Plan;
use outflank_arena::milliseconds;
use outflank_report::{FaultLine, StandingLine, ending_name, place};

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
    fault: Option<FaultLine>,
    moves: u32,
    /// The thinking times of black and white.
    time_ms: [f64; 2],
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
    standings: Vec<StandingLine>,
    /// Row by row in the order above: wins, draws and losses against each.
    cross_table: Vec<Vec<[u32; 3]>>,
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
                .map(|(rank, row)| StandingLine::new(rank, plan.name(row.player), row))
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
