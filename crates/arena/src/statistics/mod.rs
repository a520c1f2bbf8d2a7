//! Statistics of the results of many games.

mod elo;
pub(crate) mod normal;
mod pentanomial;
mod sprt;

pub use elo::Elo;
pub use pentanomial::Pentanomial;
pub use sprt::{Decision, Sprt, SprtError};
