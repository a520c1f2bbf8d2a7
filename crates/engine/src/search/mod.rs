//! The search itself, compiled once for each game and instruction set.
//!
//! `root` searches the moves of the given board, `node` everything below it,
//! `endgame` boards so full that counting replies orders moves better than an
//! evaluation, and `last` the last four squares.

mod endgame;
mod few_squares;
mod last;
mod near_table;
mod node;
mod order;
mod probcut;
mod rank;
mod root;
mod split;
mod variation;
mod worker;

pub(crate) use near_table::NearTable;
pub(crate) use root::{Ended, Root, RootMove, Window};
pub(crate) use split::Help;
pub(crate) use variation::Variation;
pub(crate) use worker::{Shared, Timer, Worker};
