//! A position, as Python sees it.

use outflank_core::Position;
use pyo3::prelude::*;

/// A position: the discs and the side to move.
///
/// A board never changes; playing makes a new one.
#[pyclass(frozen, eq, hash, module = "outflank")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) Position);

#[pymethods]
impl Board {
    /// The start of every game.
    #[new]
    fn new() -> Self {
        Self(Position::START)
    }
}
