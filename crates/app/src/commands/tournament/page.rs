//! The page of a tournament: one file with everything in it.

use std::collections::HashMap;

use outflank_arena::{
    EventId, Filter, Standings, Store, StoredGame, TournamentGame, points_by_round,
};
use outflank_core::{Color, Position};
use serde::Serialize;

use super::outputs::State;
use super::plan::Plan;
use super::store_failure;
use crate::cli::KindName;
use crate::failure::Failure;
use crate::results::{FaultLine, StandingLine, ending_name, limits, place};
use crate::screen::milliseconds;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// How many games can be replayed, the latest: more would make a page that no
/// phone opens.
const REPLAYS: u32 = 1000;
/// How much of a log is shown, from its end.
const EXCERPT: usize = 4000;

/// All that the script needs.
#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    kind: String,
    rules: &'static str,
    state: &'static str,
    ranking: &'static str,
    platform: &'static str,
    limits: String,
    seed: u64,
    version: &'static str,
    updated: String,
    played: usize,
    total: Option<u64>,
    players: Vec<PlayerData<'a>>,
    standings: Vec<StandingLine>,
    /// By the numbers of players: wins, draws, losses and discs.
    cross: Vec<Vec<[i64; 4]>>,
    race: Option<Vec<Vec<i64>>>,
    games: Vec<GameData>,
}

#[derive(Serialize)]
struct PlayerData<'a> {
    name: &'a str,
    player: String,
}

#[derive(Serialize)]
struct GameData {
    slot: String,
    black: usize,
    white: usize,
    score: i32,
    ending: &'static str,
    fault: Option<FaultLine>,
    start: Option<String>,
    opening: usize,
    moves: Vec<String>,
    /// Of the moves after the opening.
    times: Vec<f64>,
    scores: Vec<Option<f64>>,
    /// Which moves were late, counted from the first of the game.
    late: Vec<usize>,
    logs: Logs,
}

#[derive(Serialize)]
struct Logs {
    black: String,
    white: String,
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
    let text = serde_json::to_string(&data).expect("it is plain data");
    // Nothing between the marks of a script may look like one.
    let text = text.replace('<', "\\u003c").replace('>', "\\u003e").replace('&', "\\u0026");
    Ok(filled(&[
        ("title", &escape(&plan.title)),
        ("style", STYLE),
        ("data", &text),
        ("script", SCRIPT),
    ]))
}

/// The template with each mark replaced once, from its beginning to its end:
/// what is put in is never looked at again.
fn filled(values: &[(&str, &str)]) -> String {
    let mut page = String::new();
    let mut rest = TEMPLATE;
    for (name, value) in values {
        let mark = format!("{{{{{name}}}}}");
        let (before, after) = rest.split_once(&mark).expect("the template has every mark in order");
        page.push_str(before);
        page.push_str(value);
        rest = after;
    }
    page + rest
}

/// A text between marks of HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
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
        state: state.name(),
        ranking: match plan.ranking() {
            outflank_arena::Ranking::Points => "points",
            outflank_arena::Ranking::Rating => "rating",
        },
        platform: tournament.terms.platform.name(),
        limits: limits(allowed.move_time, allowed.game_time),
        seed: tournament.schedule.seed,
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
            .map(|entrant| PlayerData { name: &entrant.name, player: entrant.player.to_string() })
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
        race: (plan.kind == KindName::PointsRace).then(|| points_by_round(players, games)),
        games: replays.iter().map(|(sides, stored)| replay(*sides, stored)).collect(),
    }
}

fn replay(sides: [usize; 2], stored: &StoredGame) -> GameData {
    let played = &stored.row.played;
    let start = played.game.start();
    let late = played.moves.iter().enumerate().filter(|(_, seen)| seen.is_late);
    let [black, white] = sides;
    GameData {
        slot: place(stored.row.slot),
        black,
        white,
        score: played.score_of(Color::Black).discs(),
        ending: ending_name(&played.ending),
        fault: FaultLine::of(&played.ending),
        start: (start != Position::START).then(|| start.to_string()),
        opening: played.opening,
        moves: played.game.moves().iter().map(ToString::to_string).collect(),
        times: played.moves.iter().map(|seen| milliseconds(seen.time)).collect(),
        scores: played.moves.iter().map(|seen| seen.score).collect(),
        late: late.map(|(at, _)| at + played.opening).collect(),
        logs: Logs { black: excerpt(&played.logs[0]), white: excerpt(&played.logs[1]) },
    }
}

/// The end of a log.
fn excerpt(log: &str) -> String {
    let letters = log.chars().count();
    if letters <= EXCERPT {
        return log.to_owned();
    }
    std::iter::once('…').chain(log.chars().skip(letters - EXCERPT)).collect()
}
