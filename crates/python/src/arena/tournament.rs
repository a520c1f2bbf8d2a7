//! Tournaments of many players.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use outflank_arena::{
    Entrant, EventFormat, EventPlayer, EventSettings, Filter, Kind, Schedule, Standings,
    StopConditions, Store, Tournament, TournamentError, TournamentGame,
};
use outflank_report::StandingLine;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::callable::{Emergency, player};
use super::terms::{TermsArg, refused, seconds};
use super::{MAX_CONCURRENCY, load_openings, report};
use crate::attend::attend;
use crate::error::value_error;
use crate::input::{self, Number, whole};
use crate::rule::RuleArg;

/// Plays a tournament with its games in a store, and calls `on_game` with every game
/// in the order of the schedule.
#[pyfunction]
#[pyo3(signature = (players, names, rules, kind, rounds, pairs, seed, concurrency, openings, time, store, terms, on_game))]
#[expect(clippy::too_many_arguments, reason = "keywords of outflank.arena.tournament")]
pub(crate) fn play_tournament<'py>(
    py: Python<'py>,
    players: Vec<Bound<'py, PyAny>>,
    names: Vec<String>,
    rules: RuleArg,
    kind: KindArg,
    rounds: Number<'py>,
    pairs: Number<'py>,
    seed: Number<'py>,
    concurrency: Number<'py>,
    openings: &str,
    time: Option<f64>,
    store: PathBuf,
    terms: TermsArg,
    on_game: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let rounds = whole("rounds", &rounds, 1..=u32::MAX)?;
    let pairs = whole("pairs", &pairs, 1..=u32::MAX)?;
    let seed = input::seed(&seed)?;
    let concurrency = whole("concurrency", &concurrency, 1..=MAX_CONCURRENCY)?;
    let emergency = Emergency::default();
    let terms = terms.terms()?;
    let mut entrants = Vec::new();
    for (name, given) in names.iter().zip(&players) {
        let player = player(name, given, &emergency)?;
        let entrant = Entrant::new(name.clone(), player, rules.0, &terms);
        entrants.push(entrant.map_err(refused)?);
    }
    let count = entrants.len();
    let schedule = Schedule { kind: kind.0, players: count, rounds: Some(rounds), pairs, seed };
    let openings = load_openings(openings, rules.0)?;
    let deadline = seconds("time", time)?.map(|time| Instant::now() + time);
    let tournament = Tournament { rule: rules.0, entrants, schedule, openings, terms, concurrency };
    let settings = settings(&tournament);
    let ranking = settings.ranking();
    let mut file = Store::open(&store).map_err(value_error)?;
    let event = file.event(&settings).map_err(value_error)?;
    let stop = emergency.stop.clone();
    let mut games: Vec<TournamentGame> = Vec::new();
    let done = attend(
        py,
        &emergency.stop,
        move |told| {
            let stop = StopConditions { flag: &stop, deadline };
            let end = tournament.play(&mut file, event, stop, &mut |game, _| match told
                .send(game.clone())
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
            let filter = Filter { event: Some(event), ..Filter::default() };
            Ok::<_, TournamentError>((end?, file.games(&filter)?))
        },
        |_, game: TournamentGame| {
            let [black, white] = game.sides.map(|side| names[side].as_str());
            let score = game.score.discs();
            games.push(game);
            on_game.as_ref().map_or(Ok(()), |hear| hear.call1((black, white, score)).map(drop))
        },
    )?;
    if let Some(error) = emergency.take() {
        return Err(error);
    }
    let (_, stored) = done.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let stored: HashMap<_, _> = stored.iter().map(|game| (game.row.slot, game)).collect();
    let list = PyList::empty(py);
    for game in &games {
        let Some(stored) = stored.get(&game.slot) else { continue };
        let seated = game.sides.map(|side| names[side].as_str());
        list.append(report::game(py, &stored.row, seated, stored.record())?)?;
    }
    let standings = Standings::of(count, &games, ranking);
    let result = PyDict::new(py);
    result.set_item("games", list)?;
    let lines: Vec<_> = (1..)
        .zip(&standings.rows)
        .map(|(rank, row)| StandingLine::new(rank, &names[row.player], row))
        .collect();
    result.set_item("standings", serde_json::to_string(&lines).map_err(value_error)?)?;
    let rows = standings.rows.iter().map(|row| against(py, row.player, &standings, &names));
    result.set_item("against", rows.collect::<PyResult<Vec<_>>>()?)?;
    Ok(result)
}

/// The wins, draws and losses of a player against each opponent it met.
fn against<'py>(
    py: Python<'py>,
    player: usize,
    standings: &Standings,
    names: &[String],
) -> PyResult<Bound<'py, PyDict>> {
    let against = PyDict::new(py);
    for (number, name) in names.iter().enumerate() {
        let record = standings.between(player, number);
        if record.games() > 0 {
            against.set_item(name, (record.wins, record.draws, record.losses))?;
        }
    }
    Ok(against)
}

/// The settings of the event in the store.
fn settings(tournament: &Tournament) -> EventSettings {
    let Tournament { rule, entrants, schedule, openings, terms, .. } = tournament;
    let Schedule { pairs, rounds, seed, .. } = *schedule;
    let name = |player: &usize| entrants[*player].name.clone();
    let format = match &schedule.kind {
        Kind::Gauntlet { challengers } => {
            let challengers = challengers.iter().map(name).collect();
            EventFormat::Gauntlet { challengers, pairs, rounds }
        }
        Kind::PointsRace { challengers: turns } => {
            EventFormat::PointsRace { turns: *turns, pairs, rounds }
        }
        Kind::RoundRobin | Kind::Playto { .. } => EventFormat::RoundRobin { pairs, rounds },
    };
    let players = entrants.iter();
    let players = players.map(|entrant| EventPlayer::new(&entrant.name, &entrant.agent));
    EventSettings::new(format, *rule, players.collect(), openings.label(), seed, terms)
}

/// A kind of tournament: its name, and for a gauntlet the number of challengers.
pub(crate) struct KindArg(Kind);

impl FromPyObject<'_, '_> for KindArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let (name, challengers) = object.extract::<(String, usize)>()?;
        Ok(Self(match name.as_str() {
            "round-robin" => Kind::RoundRobin,
            "gauntlet" => Kind::Gauntlet { challengers: (0..challengers).collect() },
            "points-race" => Kind::PointsRace { challengers: None },
            _ => {
                return Err(PyValueError::new_err(format!(
                    "'{name}' is not a kind of tournament: expected round-robin, gauntlet or \
                     points-race"
                )));
            }
        }))
    }
}
