//! What the reports count on a board.

mod direction;
mod frontier;
mod stability;
#[cfg(test)]
mod tests;

pub(crate) use direction::Direction;
pub(crate) use frontier::{around, frontier, inner_frontier};
pub(crate) use stability::{corner_runs, stability_degree};

use outflank_core::Bitboard;

/// How many more squares `own` has than `opp`.
#[inline(always)]
pub(crate) fn difference(own: Bitboard, opp: Bitboard) -> f64 {
    f64::from(own.len().cast_signed() - opp.len().cast_signed())
}

/// How many squares a set has.
#[inline(always)]
pub(crate) fn count(set: Bitboard) -> f64 {
    f64::from(set.len())
}
