//! The network player, as Python sees it.

use numpy::PyReadonlyArray1;
use outflank_core::{Bitboard, Board};
use pyo3::prelude::*;

use crate::error::value_error;

mod network;
mod thinker;
mod trees;

pub(crate) use network::Net;
pub(crate) use thinker::Thinker;
pub(crate) use trees::Trees;

/// The boards of two arrays of squares: the discs of the side to move and of the other side.
fn boards(
    own: &PyReadonlyArray1<'_, u64>,
    opp: &PyReadonlyArray1<'_, u64>,
) -> PyResult<Vec<Board>> {
    let both = own.as_slice()?.iter().zip(opp.as_slice()?).enumerate();
    both.map(|(number, (own, opp))| {
        let board = Board::new(Bitboard::new(*own), Bitboard::new(*opp));
        board.ok_or_else(|| value_error(format!("board {number} has a square with two discs")))
    })
    .collect()
}
