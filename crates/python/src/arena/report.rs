//! Results as plain objects of Python; `outflank.arena` gives them their names.

use outflank_arena::{GameEnding, GameRow, Pentanomial};
use outflank_formats::{Record, json};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A game: who played, how it ended, and the whole of it as a JSON record.
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
    let (ending, fault) = match &played.ending {
        GameEnding::PlayedOut => ("played out", None),
        GameEnding::Adjudicated => ("adjudicated", None),
        GameEnding::Fault { color, fault } => {
            ("fault", Some((color.to_string(), fault.kind.name(), fault.detail.clone())))
        }
    };
    dict.set_item("ending", ending)?;
    dict.set_item("fault", fault)?;
    let [black, white] = &played.logs;
    dict.set_item("logs", (black, white))?;
    // A name that tells players apart says more than what they are made of.
    record.black.name = Some(names[0].to_owned());
    record.white.name = Some(names[1].to_owned());
    let mut text = Vec::new();
    json::write(&mut text, &record).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    dict.set_item("json", String::from_utf8_lossy(&text).trim_end())?;
    Ok(dict)
}

/// What pairs of games mean.
pub(super) fn statistics(dict: &Bound<'_, PyDict>, pairs: &Pentanomial) -> PyResult<()> {
    dict.set_item("pentanomial", pairs.0)?;
    dict.set_item("score", pairs.score())?;
    dict.set_item("score_error", pairs.score_error())?;
    dict.set_item("elo", pairs.elo().0)?;
    dict.set_item("elo_error", pairs.elo_error())?;
    dict.set_item("los", pairs.los())
}
