//! What a board is worth before the game has ended.
//!
//! An [`Evaluation`] judges boards; the search asks it and knows nothing of
//! how it does so. Nothing here knows a search.

mod evaluation;
mod features;
mod hand_made;
mod weights;

pub use evaluation::{Evaluation, UNIT};
pub use hand_made::HandMade;
