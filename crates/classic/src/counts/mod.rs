//! The counts of the reports' evaluations.

mod direction;
mod frontier;
mod parity;
mod quiet;
mod stability;
#[cfg(test)]
mod tests;

pub(crate) use direction::Direction;
pub(crate) use frontier::{around, frontier, inner_frontier};
pub(crate) use parity::odd_quarters;
pub(crate) use quiet::quiet_moves;
pub(crate) use stability::{corner_runs, stability_degree};

use outflank_core::Bitboard;

/// The number of squares of `own` minus that of `opp`.
#[inline(always)]
pub(crate) fn difference(own: Bitboard, opp: Bitboard) -> f64 {
    f64::from(own.len().cast_signed() - opp.len().cast_signed())
}

/// The number of squares of a set.
#[inline(always)]
pub(crate) fn count(set: Bitboard) -> f64 {
    f64::from(set.len())
}
