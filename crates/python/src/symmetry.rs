//! The eight symmetries of the board by their names.

use outflank_core::{Move, Position, Symmetry};
use pyo3::prelude::*;

use crate::error::value_error;

/// The names of all symmetries, in the order of [`Symmetry::ALL`].
pub(crate) const NAMES: [&str; 8] = [
    "identity",
    "rotate90",
    "rotate180",
    "rotate270",
    "mirror-columns",
    "mirror-rows",
    "transpose",
    "anti-transpose",
];

/// The name of a symmetry.
pub(crate) fn name_of(symmetry: Symmetry) -> &'static str {
    NAMES[symmetry as usize]
}

/// The position that a symmetry makes of another.
pub(crate) fn position(symmetry: Symmetry, position: Position) -> Position {
    Position::from_board(symmetry.board(position.board()), position.to_move())
}

/// The move that a symmetry makes of another; a pass stays a pass.
pub(crate) fn played(symmetry: Symmetry, played: Move) -> Move {
    played.square().map_or(Move::Pass, |square| Move::Place(symmetry.square(square)))
}

/// A symmetry as an argument: its name.
#[derive(Clone, Copy)]
pub(crate) struct SymmetryArg(pub(crate) Symmetry);

impl FromPyObject<'_, '_> for SymmetryArg {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let name = object.extract::<&str>()?;
        let found = NAMES.iter().position(|known| *known == name);
        found.map(|number| Self(Symmetry::ALL[number])).ok_or_else(|| {
            let expected = NAMES.join(", ");
            value_error(format!("'{name}' is not a symmetry: expected one of {expected}"))
        })
    }
}
