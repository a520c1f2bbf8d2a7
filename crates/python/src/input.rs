//! Moves and sides as Python gives them.

use outflank_core::{Color, Move, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

/// A move as an argument: a name such as "d3" or "pass", a number from 0 to
/// 64 where 64 is a pass, or (row, column).
#[derive(Clone, Copy)]
pub(crate) struct MoveArg(pub(crate) Move);

impl FromPyObject<'_, '_> for MoveArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(name) = object.cast::<PyString>() {
            let parsed = name.to_str()?.parse::<Move>();
            return parsed.map(Self).map_err(|error| PyValueError::new_err(error.to_string()));
        }
        if object.is_instance_of::<PyTuple>() {
            return pair(object).map(|square| Self(Move::Place(square)));
        }
        // Also what only looks like an int, such as one of NumPy's.
        if let Ok(action) = object.extract::<i64>() {
            let found = usize::try_from(action).ok().and_then(Move::from_action);
            return found.map(Self).ok_or_else(|| {
                PyValueError::new_err(format!("{action} is not a move: expected 0 to 64"))
            });
        }
        if object.is_instance_of::<PyInt>() {
            let found = object.repr()?;
            return Err(PyValueError::new_err(format!("{found} is not a move: expected 0 to 64")));
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!(
            "a move is a name such as \"f5\", a number from 0 to 64 or (row, column), not {kind}"
        )))
    }
}

/// The square of a (row, column).
fn pair(object: Borrowed<'_, '_, PyAny>) -> PyResult<Square> {
    let wrong = || {
        PyValueError::new_err(format!(
            "{} is not a square: expected (row, column), each from 0 to 7",
            object.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string())
        ))
    };
    let (row, column) = object.extract::<(usize, usize)>().map_err(|_| wrong())?;
    Square::at(row, column).ok_or_else(wrong)
}

/// A side as an argument: -1 or "black", 1 or "white", "X" or "O".
#[derive(Clone, Copy)]
pub(crate) struct TurnArg(pub(crate) Color);

impl TurnArg {
    /// The side that begins.
    pub(crate) const BLACK: Self = Self(Color::Black);
}

impl FromPyObject<'_, '_> for TurnArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let named = match object.extract::<&str>() {
            Ok("X") => Some(Color::Black),
            Ok("O") => Some(Color::White),
            Ok(name) => name.parse().ok(),
            Err(_) => match object.extract::<i64>() {
                Ok(-1) => Some(Color::Black),
                Ok(1) => Some(Color::White),
                _ => None,
            },
        };
        named.map(Self).ok_or_else(|| {
            let found = object.repr().map_or_else(|_| "this".to_owned(), |text| text.to_string());
            PyValueError::new_err(format!(
                "the turn is {found}, expected -1 or \"black\", 1 or \"white\""
            ))
        })
    }
}

/// The number of a side in the course's arrays.
pub(crate) const fn number_of(color: Color) -> i8 {
    match color {
        Color::Black => -1,
        Color::White => 1,
    }
}
