//! The search that the reports share: minimax, with and without pruning.

mod alpha_beta;
mod budget;
mod deepening;
mod effort;
mod ending;
mod evaluation;
mod minimax;
#[cfg(test)]
mod tests;

pub(crate) use alpha_beta::AlphaBeta;
pub(crate) use budget::{Budget, Exhausted};
pub(crate) use deepening::{deepen, search_to_depth, value_after};
pub(crate) use effort::effort;
pub use effort::{MoveOrdering, SearchEffort};
pub(crate) use ending::{FinalScore, WinDrawLoss};
pub use evaluation::Term;
pub(crate) use evaluation::{Evaluation, Pass, Turn, terms_of, value_of};
pub(crate) use minimax::Minimax;
