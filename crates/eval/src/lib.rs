//! What a board is worth before the game has ended.
//!
//! An [`Evaluation`] judges boards; the search asks it and knows nothing of
//! how it does so. Nothing here knows a search. [`Patterns`] is the trained
//! one, whose [`Weights`] come from a file; [`HandMade`] is a small one that
//! needs none.

mod evaluation;
mod hand_made;
mod patterns;

pub use evaluation::{Evaluation, UNIT};
pub use hand_made::HandMade;
pub use patterns::{
    PHASES, Packing, PatternState, Patterns, Provenance, Trust, Weights, WeightsError, WinScale,
    phase,
};
