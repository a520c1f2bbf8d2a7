//! Results as dictionaries, which `outflank.arena` turns into its classes.

use outflank_arena::{GameRow, Tally};
use outflank_formats::{Record, json};
use outflank_report::{FaultLine, MatchLine, ending_name};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// The fields of a game, and the whole game as a JSON record.
pub(super) fn game<'py>(
    py: Python<'py>,
    row: &GameRow,
    names: [&str; 2],
    mut record: Record,
) -> PyResult<Bound<'py, PyDict>> {
    let played = &row.played;
    let dict = PyDict::new(py);
    dict.set_item("black", names[0])?;
    dict.set_item("white", names[1])?;
    dict.set_item("score", played.score.discs())?;
    let moves: String = played.game.moves().iter().map(ToString::to_string).collect();
    dict.set_item("moves", moves)?;
    dict.set_item("opening", played.opening)?;
    let seen = played.moves.iter();
    dict.set_item("times", seen.map(|seen| seen.time.as_secs_f64()).collect::<Vec<_>>())?;
    dict.set_item("ending", ending_name(&played.ending))?;
    let fault = FaultLine::of(&played.ending);
    dict.set_item("fault", fault.map(|fault| (fault.color, fault.kind, fault.detail)))?;
    let [black, white] = &played.logs;
    dict.set_item("logs", (black, white))?;
    // The unique name of a player replaces its description.
    record.black.name = Some(names[0].to_owned());
    record.white.name = Some(names[1].to_owned());
    let mut text = Vec::new();
    json::write(&mut text, &record).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    dict.set_item("json", String::from_utf8_lossy(&text).trim_end())?;
    Ok(dict)
}

/// The numbers of a match.
pub(super) fn match_result<'py>(py: Python<'py>, tally: &Tally) -> PyResult<Bound<'py, PyDict>> {
    let line = MatchLine::of(tally);
    let dict = PyDict::new(py);
    dict.set_item("wins", line.wins)?;
    dict.set_item("draws", line.draws)?;
    dict.set_item("losses", line.losses)?;
    dict.set_item("pentanomial", line.pairs)?;
    dict.set_item("score", line.score)?;
    dict.set_item("score_error", line.score_error)?;
    dict.set_item("elo", line.elo)?;
    dict.set_item("elo_error", line.elo_error)?;
    dict.set_item("los", tally.pairs.los())?;
    dict.set_item("discs", tally.mean_discs())?;
    Ok(dict)
}
