//! The page of a tournament: one file with everything in it.

use std::collections::HashMap;

use outflank_arena::{
    EventId, Filter, Standings, Store, StoredGame, TournamentGame, points_by_round,
};
use serde::Serialize;

use super::outputs::State;
use super::plan::Plan;
use super::store_failure;
use crate::failure::Failure;
use outflank_arena::TournamentKind;
use outflank_report::{ArenaGame, StandingLine, limits, page, shown_player};

/// The number of latest games that can be replayed. More would make the page too large
/// for a phone.
const REPLAYS: u32 = 1000;
/// The length of the shown end of a log.
const EXCERPT: usize = 4000;

/// The data of the page, with the names and types of the server's API
/// (`web/src/tournament/data.ts`).
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    kind: String,
    rules: &'static str,
    state: &'static str,
    ranking: &'static str,
    platform: &'static str,
    limits: String,
    /// As text: a script cannot hold every 64-bit number.
    seed: String,
    version: &'static str,
    updated: String,
    played: usize,
    total: Option<u64>,
    players: Vec<PlayerData<'a>>,
    standings: Vec<StandingLine>,
    /// By the numbers of players: wins, draws, losses and discs.
    cross: Vec<Vec<[i64; 4]>>,
    race: Option<Vec<Vec<i64>>>,
    /// The latest first.
    games: Vec<ArenaGame>,
}

#[derive(Serialize)]
struct PlayerData<'a> {
    name: &'a str,
    player: String,
}

/// The whole page.
pub(super) fn page(
    plan: &Plan,
    standings: &Standings,
    games: &[TournamentGame],
    state: State,
    store: &Store,
    event: EventId,
) -> Result<String, Failure> {
    let filter = Filter { event: Some(event), latest: Some(REPLAYS), ..Filter::default() };
    let stored = store.games(&filter).map_err(store_failure)?;
    let sides: HashMap<_, _> = games.iter().map(|game| (game.slot, game.sides)).collect();
    let sides = |stored: &StoredGame| sides.get(&stored.row.slot).copied();
    let mut replays: Vec<_> =
        stored.iter().filter_map(|stored| Some((sides(stored)?, stored))).collect();
    // The latest come first.
    replays.sort_by_key(|(_, stored)| std::cmp::Reverse(stored.row.slot));
    let data = data(plan, standings, games, state, &replays);
    Ok(page::tournament(&plan.title, &data.standings, &data))
}

fn data<'a>(
    plan: &'a Plan,
    standings: &Standings,
    games: &[TournamentGame],
    state: State,
    replays: &[([usize; 2], &StoredGame)],
) -> Data<'a> {
    let tournament = &plan.tournament;
    let players = tournament.entrants.len();
    let allowed = tournament.terms.limits;
    Data {
        title: &plan.title,
        kind: plan.kind.name().replace('-', " "),
        rules: tournament.rule.name(),
        state: match state {
            State::Running => "live",
            State::Complete => "done",
            State::Stopped => "stopped",
        },
        ranking: match plan.ranking() {
            outflank_arena::Ranking::Points => "points",
            outflank_arena::Ranking::Rating => "rating",
        },
        platform: tournament.terms.platform.name(),
        limits: limits(allowed.move_time, allowed.game_time),
        seed: tournament.schedule.seed.to_string(),
        version: env!("CARGO_PKG_VERSION"),
        updated: replays
            .iter()
            .map(|(_, stored)| stored.date.as_str())
            .max()
            .unwrap_or("")
            .to_owned(),
        played: games.len(),
        total: plan.games(),
        players: tournament
            .entrants
            .iter()
            .map(|entrant| PlayerData {
                name: &entrant.name,
                player: shown_player(&entrant.player.to_string()),
            })
            .collect(),
        standings: (1..)
            .zip(&standings.rows)
            .map(|(rank, row)| {
                let name = plan.name(row.player);
                StandingLine::new(rank, name, row).numbered(row.player)
            })
            .collect(),
        cross: (0..players)
            .map(|player| {
                let against = |opponent| {
                    let record = standings.between(player, opponent);
                    [record.wins.into(), record.draws.into(), record.losses.into(), record.discs]
                };
                (0..players).map(against).collect()
            })
            .collect(),
        race: (plan.kind == TournamentKind::PointsRace).then(|| points_by_round(players, games)),
        games: replays
            .iter()
            .map(|(sides, stored)| {
                let names = sides.map(|player| plan.name(player).to_owned());
                ArenaGame::new(stored, plan.title.clone(), names).with_log_ends(EXCERPT)
            })
            .collect(),
    }
}
