//! Openings: the positions in which games begin.

mod balanced;
mod choice;
mod list;
mod source;

pub use balanced::BalancedOpenings;
pub use choice::{OpeningsChoice, ParseOpeningsError};
pub use list::opening_list;
pub use source::{OpeningsError, OpeningsSource};

pub(crate) use source::OpeningCycle;
