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

/// How many features.
pub fn features_len() -> usize {
    features::FEATURES
}
/// Features of a board.
pub fn features_of(board: outflank_core::Board) -> Vec<i32> {
    struct T(outflank_core::Board);
    impl outflank_core::Task for T {
        type Output = Vec<i32>;
        fn run<K: outflank_core::Kernel>(self, k: K) -> Vec<i32> {
            features::of(k, self.0).to_vec()
        }
    }
    outflank_core::InstructionSet::best().run(T(board))
}
