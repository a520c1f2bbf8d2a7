//! A reviewed game, as Python sees it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use outflank_core::Color;
use outflank_engine::{Engine, Grade, Options, Reviewer, Stop, Thinking};
use outflank_formats::Record as CoreRecord;
use outflank_report::graph::{Graph, Picture};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::attend::attend;
use crate::engine::{HASH_MIB, engine_options};
use crate::error::value_error;
use crate::game::Game;
use crate::input::{Number, number_of};
use crate::limit::Limit;
use crate::names::{name_of, names_of};
use crate::record::Record;

/// A game or a record as an argument.
pub(crate) struct RecordArg(CoreRecord);

impl FromPyObject<'_, '_> for RecordArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(record) = object.cast::<Record>() {
            return Ok(Self(record.get().0.clone()));
        }
        if let Ok(game) = object.cast::<Game>() {
            let game = game.try_borrow()?;
            return Ok(Self(CoreRecord::of_game(game.rule, game.game.clone())));
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected a Game or a Record, found {kind}")))
    }
}

/// Searches every position of a game and grades its moves; `on_move` is called
/// with each graded move, from the last to the first.
#[pyfunction]
#[pyo3(signature = (game, limit, threads, hash_mb, on_move))]
pub(crate) fn review_game<'py>(
    py: Python<'py>,
    game: RecordArg,
    limit: Option<&Limit>,
    threads: Option<Number<'py>>,
    hash_mb: Option<Number<'py>>,
    on_move: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = game.0;
    if record.game().moves().is_empty() {
        return Err(value_error("the game has no moves to review"));
    }
    let thinking = limit.map_or(Thinking::REVIEW, Limit::thinking);
    let options = Options { hash_mib: HASH_MIB, ..Options::default() };
    let options = engine_options(options, threads, hash_mb)?;
    let stop = Arc::new(AtomicBool::new(false));
    let search_stop = Stop::default();
    let (asked, stop_search) = (Arc::clone(&stop), search_stop.clone());
    let (rule, played) = (record.rule, record.game().clone());
    let attended = attend(
        py,
        &stop,
        move |told| {
            let mut engine = Engine::new(options);
            let mut reviewer = Reviewer::new(rule, &played, thinking);
            while let Some(reviewed) = reviewer.step(&mut engine, &search_stop) {
                if asked.load(Ordering::Relaxed) || told.send(reviewed.clone()).is_err() {
                    break;
                }
            }
            reviewer.finish()
        },
        |py, reviewed| match &on_move {
            Some(hear) => hear.call1((move_fields(py, &reviewed)?,)).map(drop),
            None => Ok(()),
        },
    );
    // A search in progress ends at once when the wait for it was interrupted.
    let review = attended.inspect_err(|_| stop_search.ask())?;
    let result = PyDict::new(py);
    let moves = review.moves.iter().map(|reviewed| move_fields(py, reviewed));
    result.set_item("moves", moves.collect::<PyResult<Vec<_>>>()?)?;
    for color in Color::BOTH {
        let summary = review.summary(color);
        let side = PyDict::new(py);
        side.set_item("accuracy", summary.accuracy())?;
        side.set_item("lost", summary.lost())?;
        side.set_item("average_loss", summary.average_loss())?;
        side.set_item("choices", summary.choices())?;
        let grades = PyDict::new(py);
        for grade in Grade::ALL {
            grades.set_item(grade.name(), summary.count(grade))?;
        }
        side.set_item("grades", grades)?;
        result.set_item(color.to_string(), side)?;
    }
    let graph = Graph::new(&record, &review);
    result.set_item("graph", graph.draw())?;
    Ok(result)
}

/// The PNG picture of the SVG text of a graph.
#[pyfunction]
pub(crate) fn graph_png<'py>(py: Python<'py>, svg: &str) -> PyResult<Bound<'py, PyBytes>> {
    let painted = py.detach(|| Picture::rasterise(svg));
    let painted = painted.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Ok(PyBytes::new(py, &painted))
}

/// The fields of a reviewed move; `outflank.ReviewedMove` names them.
fn move_fields<'py>(
    py: Python<'py>,
    reviewed: &outflank_engine::ReviewedMove,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    fields.set_item("ply", reviewed.ply)?;
    fields.set_item("board", crate::board::Board(reviewed.position))?;
    fields.set_item("turn", number_of(reviewed.color()))?;
    fields.set_item("move", name_of(py, reviewed.played))?;
    fields.set_item("score", reviewed.score.discs())?;
    fields.set_item("best", name_of(py, reviewed.best))?;
    fields.set_item("best_score", reviewed.best_score.discs())?;
    fields.set_item("loss", reviewed.loss())?;
    fields.set_item("grade", reviewed.grade.name())?;
    fields.set_item("exact", reviewed.exact)?;
    fields.set_item("depth", reviewed.depth)?;
    fields.set_item("margin", reviewed.margin)?;
    fields.set_item("within_margin", reviewed.is_within_margin())?;
    fields.set_item("pv", names_of(py, &reviewed.pv)?)?;
    Ok(fields)
}
