//! The search that the reports share: minimax, with and without pruning.

mod alpha_beta;
mod budget;
mod deepening;
mod ending;
mod evaluation;
mod minimax;
#[cfg(test)]
mod tests;

pub(crate) use alpha_beta::AlphaBeta;
pub(crate) use budget::{Budget, Exhausted};
pub(crate) use deepening::{deepen, search_to_depth};
pub(crate) use ending::{FinalScore, WinDrawLoss};
pub(crate) use evaluation::{Evaluation, Pass, Turn, value_of};
pub(crate) use minimax::Minimax;
