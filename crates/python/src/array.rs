//! The course's 8x8 arrays of -1, 0 and 1.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods,
};
use outflank_core::{Bitboard, Color, Position, Square};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::error::value_error;
use crate::input::number_of;

const SIDE: usize = 8;

/// The position of an array.
pub(crate) fn read(array: &Bound<'_, PyAny>, turn: Color) -> PyResult<Position> {
    let numbers = match array.extract::<PyReadonlyArray2<'_, i64>>() {
        Ok(numbers) if numbers.shape() == [SIDE, SIDE] => numbers,
        _ => converted(array)?.extract()?,
    };
    let mut discs = [Bitboard::EMPTY; 2];
    for (square, number) in Square::ALL.into_iter().zip(numbers.as_array()) {
        match number {
            -1 => discs[Color::Black as usize] |= square.bitboard(),
            0 => {}
            1 => discs[Color::White as usize] |= square.bitboard(),
            _ => {
                return Err(value_error(format!(
                    "square {square} is {number}, expected -1 for black, 0 for empty or 1 for white"
                )));
            }
        }
    }
    let [black, white] = discs;
    Position::new(black, white, turn).map_err(value_error)
}

/// Converts any 8x8 array of signed integers to 64-bit integers.
fn converted<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = array.py().import("numpy")?.call_method1("asarray", (array,))?;
    let shape = array.getattr("shape")?.extract::<Vec<usize>>()?;
    if shape != [SIDE, SIDE] {
        return Err(value_error(format!("a board is an array of 8x8 numbers, found {shape:?}")));
    }
    let dtype = array.getattr("dtype")?;
    if dtype.getattr("kind")?.cast::<PyString>()?.to_str()? != "i" {
        return Err(value_error(format!("a board is an array of signed integers, found {dtype}")));
    }
    array.call_method1("astype", ("int64",))
}

/// The array of a position.
pub(crate) fn write(py: Python<'_>, position: Position) -> PyResult<Bound<'_, PyArray2<i64>>> {
    let number = |square| position.color_at(square).map_or(0, |color| number_of(color).into());
    grid(py, Square::ALL.map(number).to_vec())
}

/// The squares of a set, as an array of bool.
pub(crate) fn mask(py: Python<'_>, squares: Bitboard) -> PyResult<Bound<'_, PyArray2<bool>>> {
    grid(py, Square::ALL.map(|square| squares.has(square)).to_vec())
}

fn grid<T: numpy::Element>(py: Python<'_>, row: Vec<T>) -> PyResult<Bound<'_, PyArray2<T>>> {
    let row: Bound<'_, PyArray1<T>> = row.into_pyarray(py);
    row.reshape([SIDE, SIDE])
}
