//! The trait of evaluations.

use outflank_core::{Bitboard, Board, Kernel, Square};

/// The units of an evaluation for one disc.
pub const UNIT: i32 = 128;

/// An evaluation of boards, for one of the two games.
///
/// An evaluation may keep a state that each move updates, instead of computing
/// everything for each board. Without a state the type is `()`.
pub trait Evaluation: Send + Sync {
    /// The state that each move updates.
    type State: Copy + Send;

    /// The state of a board.
    fn state(&self, board: Board) -> Self::State;

    /// The state after a move, seen by the opponent. `square` has been played on
    /// `board` and turned `flips`.
    fn play(
        &self,
        state: Self::State,
        board: Board,
        square: Square,
        flips: Bitboard,
    ) -> Self::State;

    /// The state after a pass.
    fn pass(&self, state: Self::State) -> Self::State;

    /// The expected final score of the side to move, in [`UNIT`]s. Positive is
    /// good for the side to move, under the rules of this evaluation.
    ///
    /// A search calls it inside a task, so implementations carry
    /// `#[inline(always)]`.
    fn evaluate<K: Kernel>(&self, kernel: K, state: Self::State, board: Board) -> i32;

    /// The standard deviation, in discs, of the difference between a search of
    /// `shallow` plies and one of `deep` plies with `empties` empty squares.
    /// Probable cuts use it.
    fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32;

    /// Does now what would otherwise be done at the first evaluations, for a caller whose clock
    /// does not run yet.
    fn prepare(&self) {}
}
