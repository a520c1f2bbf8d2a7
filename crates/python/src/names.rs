//! The names and numbers of moves as Python objects.

use outflank_core::{Board, Move};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyInt, PyList, PyString};

/// The number of moves, the pass included.
const MOVES: usize = 65;

/// The name of a move. It is the same object every time, which makes lists of moves
/// fast.
pub(crate) fn name_of(py: Python<'_>, played: Move) -> &Py<PyString> {
    static NAMES: PyOnceLock<[Py<PyString>; MOVES]> = PyOnceLock::new();
    let make = || {
        std::array::from_fn(|action| {
            let played = Move::from_action(action as u8).expect("there are so many moves");
            PyString::intern(py, &played.to_string()).unbind()
        })
    };
    &NAMES.get_or_init(py, make)[usize::from(played.action())]
}

/// The number of a move, the same object every time.
fn number_of(py: Python<'_>, played: Move) -> &Py<PyInt> {
    static NUMBERS: PyOnceLock<[Py<PyInt>; MOVES]> = PyOnceLock::new();
    let make = || std::array::from_fn(|action| PyInt::new(py, action).unbind());
    &NUMBERS.get_or_init(py, make)[usize::from(played.action())]
}

/// The names of moves.
pub(crate) fn names_of<'py>(py: Python<'py>, moves: &[Move]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, moves.iter().map(|played| name_of(py, *played)))
}

/// The names of the legal moves: empty if the game is over.
pub(crate) fn legal_names(py: Python<'_>, board: Board) -> PyResult<Bound<'_, PyList>> {
    let squares = board.legal_moves();
    if squares.is_empty() && !board.is_over() {
        return names_of(py, &[Move::Pass]);
    }
    PyList::new(py, squares.iter().map(|square| name_of(py, Move::Place(square))))
}

/// The numbers of the legal moves: empty if the game is over.
pub(crate) fn legal_numbers(py: Python<'_>, board: Board) -> PyResult<Bound<'_, PyList>> {
    let squares = board.legal_moves();
    if squares.is_empty() && !board.is_over() {
        return PyList::new(py, [number_of(py, Move::Pass)]);
    }
    PyList::new(py, squares.iter().map(|square| number_of(py, Move::Place(square))))
}
