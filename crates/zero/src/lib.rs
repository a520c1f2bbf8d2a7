//! The network player: tree search over the predictions of a network.
//!
//! A [`Search`] simulates games from a board and asks for predictions, so that many searches
//! can share a batch. A [`ZeroThinker`] plays with one network, a [`Solver`] gives the exact
//! values of nearly full boards.

mod gumbel;
mod search;
mod shipped;
mod solver;
mod symmetric;
#[cfg(test)]
mod tests;
mod thinker;
mod tree;

pub use search::{RootChoice, Search, SearchStep, SearchedMove};
pub use shipped::shipped_network;
pub use solver::Solver;
pub use symmetric::predict_averaged;
pub use thinker::{ZeroChoice, ZeroLimits, ZeroThinker};
