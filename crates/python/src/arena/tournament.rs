//! Many players.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use outflank_arena::{
    Beginning, Entrant, EventKind, Filter, Kind, Ranking, Schedule, Standing, Standings, Stop,
    Store, Tournament, TournamentError, TournamentGame,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use super::callable::{Emergency, player};
use super::terms::{TermsArg, refused, seconds};
use super::{MOST_GAMES_AT_ONCE, report};
use crate::attend::attend;
use crate::error::value_error;
use crate::input::{self, Number, whole};
use crate::rule::RuleArg;

/// Plays a tournament, with its games in a store of its own; `on_game` hears of
/// every game in the order of the schedule.
#[pyfunction]
#[pyo3(signature = (players, names, rules, kind, rounds, pairs, seed, concurrency, balanced, time, store, settings, terms, on_game))]
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
    balanced: bool,
    time: Option<f64>,
    store: PathBuf,
    settings: &str,
    terms: TermsArg,
    on_game: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let rounds = whole("rounds", &rounds, 1..=u32::MAX)?;
    let pairs = whole("pairs", &pairs, 1..=u32::MAX)?;
    let seed = input::seed(&seed)?;
    let concurrency = whole("concurrency", &concurrency, 1..=MOST_GAMES_AT_ONCE)?;
    let emergency = Emergency::default();
    let terms = terms.terms()?;
    let mut entrants = Vec::new();
    for (name, given) in names.iter().zip(&players) {
        let player = player(name, given, &emergency)?;
        let entrant = Entrant::new(name.clone(), player, rules.0, &terms);
        entrants.push(entrant.map_err(refused)?);
    }
    let count = entrants.len();
    let ranking = match kind.0 {
        Kind::RoundRobin | Kind::PointsRace { .. } => Ranking::Points,
        _ => Ranking::Rating,
    };
    let schedule = Schedule { kind: kind.0, players: count, rounds: Some(rounds), pairs, seed };
    let beginning = if balanced { Beginning::Balanced } else { Beginning::Start };
    let deadline = seconds("time", time)?.map(|time| Instant::now() + time);
    let tournament =
        Tournament { rule: rules.0, entrants, schedule, beginning, terms, concurrency };
    let mut file = Store::open(&store).map_err(value_error)?;
    let event = file.event(EventKind::Tournament, settings).map_err(value_error)?;
    let stop = emergency.stop.clone();
    let mut games: Vec<TournamentGame> = Vec::new();
    let done = attend(
        py,
        &emergency.stop,
        move |told| {
            let stop = Stop { at_once: &stop, deadline };
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
    let rows = standings.rows.iter().map(|row| standing(py, row, &standings, &names));
    result.set_item("standings", rows.collect::<PyResult<Vec<_>>>()?)?;
    Ok(result)
}

/// What a player has come to.
fn standing<'py>(
    py: Python<'py>,
    row: &Standing,
    standings: &Standings,
    names: &[String],
) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("name", &names[row.player])?;
    dict.set_item("points", row.points)?;
    dict.set_item("rating", row.rating.0)?;
    dict.set_item("rating_error", row.rating_error)?;
    dict.set_item("superiority", row.superiority)?;
    dict.set_item("wins", row.record.wins)?;
    dict.set_item("draws", row.record.draws)?;
    dict.set_item("losses", row.record.losses)?;
    dict.set_item("mean_discs", row.record.mean_discs())?;
    let faults = PyDict::new(py);
    for (kind, number) in &row.faults {
        faults.set_item(kind.name(), number)?;
    }
    dict.set_item("faults", faults)?;
    let against = PyDict::new(py);
    for (number, name) in names.iter().enumerate() {
        let record = standings.between(row.player, number);
        if record.games() > 0 {
            against.set_item(name, (record.wins, record.draws, record.losses))?;
        }
    }
    dict.set_item("against", against)?;
    Ok(dict)
}

/// A kind of tournament: its name, and for a gauntlet how many of the first
/// players meet all the others.
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
