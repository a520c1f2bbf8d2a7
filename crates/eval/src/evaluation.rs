//! The one trait through which boards are judged.

use outflank_core::{Bitboard, Board, Kernel, Square};

/// How many units an evaluation counts for one disc.
pub const UNIT: i32 = 128;

/// Judges boards of one of the two games.
///
/// An evaluation may carry a state along the moves of a search, to update
/// instead of computing anew; one that needs none has the state `()`.
pub trait Evaluation: Send + Sync {
    /// What is carried from a board to the next.
    type State: Copy + Send;

    /// The state of a board reached by no known move.
    fn state(&self, board: Board) -> Self::State;

    /// The state after `square` has been played on `board` and turned `flips`,
    /// seen by the opponent.
    fn play(
        &self,
        state: Self::State,
        board: Board,
        square: Square,
        flips: Bitboard,
    ) -> Self::State;

    /// The state after a pass.
    fn pass(&self, state: Self::State) -> Self::State;

    /// The final score that the side to move can expect, in [`UNIT`]s of a
    /// disc; positive is good for the side to move under the rules that this
    /// evaluation was made for.
    ///
    /// Called inside a task: implementations carry `#[inline(always)]`.
    fn evaluate<K: Kernel>(&self, kernel: K, state: Self::State, board: Board) -> i32;

    /// The standard deviation, in discs, of the difference between a search of
    /// `shallow` plies and one of `deep` plies with `empties` left: how far a
    /// shallow search may be trusted instead of a deep one.
    fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32;
}
