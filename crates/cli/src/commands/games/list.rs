//! Lists of games and of events.

use std::io::Write;

use outflank_arena::{Event, GameEnding, GameSummary, PlayedMove, StoredGame};
use outflank_core::Color;
use serde::Serialize;
use serde_json::Value;

use crate::failure::Failure;
use outflank_arena::milliseconds;
use outflank_report::print_json;
use outflank_report::{FaultLine, ending_name};

/// A game in a list.
#[derive(Serialize)]
struct GameLine<'a> {
    id: i64,
    event: i64,
    /// The round, the pair and the game in it, from 1.
    place: [u32; 3],
    date: &'a str,
    rules: &'static str,
    black: &'a str,
    white: &'a str,
    winner: Option<String>,
    /// For black, in discs.
    score: i32,
    ending: &'static str,
    fault: Option<FaultLine>,
    plies: u32,
    time_ms: [f64; 2],
    longest_ms: [f64; 2],
    late: [u32; 2],
    seed: u64,
    version: &'a str,
}

impl<'a> GameLine<'a> {
    fn of(game: &'a GameSummary) -> Self {
        let [black, white] = game.players.each_ref().map(|agent| agent.name.as_str());
        Self {
            id: game.id.0,
            event: game.event.0,
            place: [game.slot.round, game.slot.pair, game.slot.game].map(|number| number + 1),
            date: &game.date,
            rules: game.rule.name(),
            black,
            white,
            winner: game.winner().map(|color| color.to_string()),
            score: game.score.discs(),
            ending: ending_name(&game.ending),
            fault: FaultLine::of(&game.ending),
            plies: game.plies,
            time_ms: game.time.map(|time| milliseconds(time.total)),
            longest_ms: game.time.map(|time| milliseconds(time.longest)),
            late: game.time.map(|time| time.late),
            seed: game.seed,
            version: &game.version,
        }
    }
}

/// The name of a result, and its cause if the board did not decide it.
pub(super) fn result(score: i32, ending: &GameEnding) -> String {
    let winner = match score {
        1.. => format!("black +{score}"),
        0 => "draw".to_owned(),
        _ => format!("white +{}", -score),
    };
    match ending {
        GameEnding::PlayedOut => winner,
        GameEnding::Adjudicated => format!("{winner}, adjudicated"),
        GameEnding::Fault { color, fault } => {
            let winner = if *color == Color::Black { "white" } else { "black" };
            format!("{winner}, {color}: {}", fault.kind)
        }
    }
}

pub(super) fn games(
    out: &mut impl Write,
    games: &[GameSummary],
    is_json: bool,
) -> Result<(), Failure> {
    if is_json {
        return Ok(games.iter().try_for_each(|game| print_json(out, &GameLine::of(game)))?);
    }
    let width = |color: Color| {
        let names = games.iter().map(|game| game.players[color as usize].name.chars().count());
        names.max().unwrap_or_default().clamp(5, 40)
    };
    let (left, right) = (width(Color::Black), width(Color::White));
    writeln!(
        out,
        "{:>6} {:>5} {:>8}  {:<19}  {:<8}  {:<left$}  {:<right$}  result",
        "game", "event", "place", "date", "rules", "black", "white"
    )?;
    for game in games {
        let [black, white] = game.players.each_ref().map(|agent| &agent.name);
        let date = game.date.get(..19).unwrap_or(&game.date).replace('T', " ");
        writeln!(
            out,
            "{:>6} {:>5} {:>8}  {date:<19}  {:<8}  {black:<left$}  {white:<right$}  {}",
            game.id.0,
            game.event.0,
            game.slot.to_string(),
            game.rule.name(),
            result(game.score.discs(), &game.ending)
        )?;
    }
    Ok(())
}

/// An event in a list.
#[derive(Serialize)]
struct EventLine<'a> {
    id: i64,
    kind: &'static str,
    date: &'a str,
    games: u32,
    version: &'a str,
    settings: Value,
}

pub(super) fn events(out: &mut impl Write, events: &[Event], is_json: bool) -> Result<(), Failure> {
    if !is_json {
        writeln!(out, "{:>5}  {:<10}  {:<19}  {:>6}  settings", "event", "kind", "date", "games")?;
    }
    for event in events {
        let Event { id, date, games, version, .. } = event;
        // Settings of older versions are shown in the form of this version.
        let settings =
            event.settings().map_or_else(|_| event.json.clone(), |settings| settings.to_json());
        let kind = event.kind.name();
        if is_json {
            let settings = serde_json::from_str(&settings).unwrap_or(Value::String(settings));
            print_json(out, &EventLine { id: id.0, kind, date, games: *games, version, settings })?;
        } else {
            let date = date.get(..19).unwrap_or(date).replace('T', " ");
            writeln!(out, "{:>5}  {kind:<10}  {date:<19}  {games:>6}  {settings}", id.0)?;
        }
    }
    Ok(())
}

/// A game with its moves and logs.
#[derive(Serialize)]
pub(super) struct WholeGame<'a> {
    id: i64,
    event: i64,
    date: &'a str,
    rules: &'static str,
    black: &'a str,
    white: &'a str,
    start: String,
    opening: Vec<String>,
    moves: Vec<MoveLine>,
    score: i32,
    ending: &'static str,
    fault: Option<FaultLine>,
    logs: &'a [String; 2],
    seed: u64,
    version: &'a str,
}

#[derive(Serialize)]
struct MoveLine {
    color: String,
    #[serde(rename = "move")]
    played: String,
    time_ms: f64,
    delay_ms: f64,
    score: Option<f64>,
    late: bool,
    candidates: Vec<String>,
}

impl From<&PlayedMove> for MoveLine {
    fn from(seen: &PlayedMove) -> Self {
        Self {
            color: seen.color.to_string(),
            played: seen.played.to_string(),
            time_ms: milliseconds(seen.time),
            delay_ms: milliseconds(seen.delay),
            score: seen.score,
            late: seen.is_late,
            candidates: seen.candidates.iter().map(ToString::to_string).collect(),
        }
    }
}

impl<'a> WholeGame<'a> {
    pub(super) fn of(game: &'a StoredGame) -> Self {
        let played = &game.row.played;
        let [black, white] = game.row.players.each_ref().map(|agent| agent.name.as_str());
        let opening = &played.game.moves()[..played.opening];
        Self {
            id: game.id.0,
            event: game.event.0,
            date: &game.date,
            rules: played.rule.name(),
            black,
            white,
            start: played.game.start().to_string(),
            opening: opening.iter().map(ToString::to_string).collect(),
            moves: played.moves.iter().map(MoveLine::from).collect(),
            score: played.score.discs(),
            ending: ending_name(&played.ending),
            fault: FaultLine::of(&played.ending),
            logs: &played.logs,
            seed: game.row.seed,
            version: &game.version,
        }
    }
}
