//! Moves, sides and numbers as Python gives them.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use outflank_core::{Color, Move, Square};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString, PyTuple};

use crate::error::value_error;

/// A move as an argument: a name such as "d3" or "pass", a number from 0 to
/// 64 where 64 is a pass, or (row, column).
#[derive(Clone, Copy)]
pub(crate) struct MoveArg(pub(crate) Move);

impl FromPyObject<'_, '_> for MoveArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if let Ok(name) = object.cast::<PyString>() {
            let parsed = name.to_str()?.parse::<Move>();
            return parsed.map(Self).map_err(value_error);
        }
        if object.is_instance_of::<PyTuple>() {
            return pair(object).map(|square| Self(Move::Place(square)));
        }
        // Also objects that convert to an int, such as NumPy's integers.
        if let Ok(action) = object.extract::<i64>() {
            let found = u8::try_from(action).ok().and_then(Move::from_action);
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

/// A number as an argument, of any size.
pub(crate) type Number<'py> = Bound<'py, PyAny>;

/// An argument as a whole number; a `ValueError` if it is out of range.
pub(crate) fn whole<T>(what: &str, number: &Number<'_>, range: RangeInclusive<T>) -> PyResult<T>
where
    T: Display + PartialOrd + TryFrom<u64>,
{
    let given = number.extract::<u64>();
    if given.as_ref().is_err_and(|error| error.is_instance_of::<PyTypeError>(number.py())) {
        let kind = number.get_type().name()?;
        return Err(PyTypeError::new_err(format!("{what} is a whole number, not {kind}")));
    }
    let found = given.ok().and_then(|number| T::try_from(number).ok());
    found.filter(|found| range.contains(found)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        value_error(format!("{what} is {number}, expected {least} to {most}"))
    })
}

/// An argument as a seed.
pub(crate) fn seed(number: &Number<'_>) -> PyResult<u64> {
    whole("the seed", number, 0..=u64::MAX)
}

/// A number of seconds as a duration; infinity becomes a century.
pub(crate) fn seconds(what: &str, number: f64) -> PyResult<Duration> {
    // A century, which fits into the system's clock.
    const LONGEST: f64 = 3.2e9;
    Duration::try_from_secs_f64(number.min(LONGEST))
        .ok()
        .filter(|_| !number.is_nan())
        .ok_or_else(|| value_error(format!("{what} is {number}, expected 0 or more seconds")))
}

/// The number of a side in the course's arrays.
pub(crate) const fn number_of(color: Color) -> i8 {
    match color {
        Color::Black => -1,
        Color::White => 1,
    }
}
