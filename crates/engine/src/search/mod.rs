//! The search itself, compiled once for each game and instruction set.
//!
//! `root` looks at the moves of the board asked about, `node` at everything
//! below it, `endgame` at boards so full that replies order moves better than
//! an evaluation, and `last` at the last four squares.

mod endgame;
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
pub(crate) use root::{Root, RootMove, Window};
pub(crate) use split::Help;
pub(crate) use variation::Variation;
pub(crate) use worker::{Shared, Timer, Worker};
