//! Evaluations of boards: estimates of the final score.
//!
//! [`Evaluation`] is the trait through which a search evaluates boards.
//! [`Patterns`] is the trained evaluation, whose [`Weights`] come from a file.
//! [`HandMade`] is a small evaluation without a file. This crate knows nothing
//! of search.
//!
//! ```
//! use outflank_core::{Board, InstructionSet, Kernel, Rule, Square, Task};
//! use outflank_eval::{Evaluation, Patterns, UNIT};
//!
//! struct Evaluate<'a>(&'a Patterns, Board);
//!
//! impl Task for Evaluate<'_> {
//!     type Output = i32;
//!
//!     #[inline(always)]
//!     fn run<K: Kernel>(self, kernel: K) -> i32 {
//!         self.0.evaluate(kernel, self.0.state(self.1), self.1)
//!     }
//! }
//!
//! // The first move is the same on all four squares, by symmetry.
//! let patterns = Patterns::built_in(Rule::Reversi);
//! let [a, b] = [Square::F5, Square::D3].map(|square| {
//!     let board = Board::START.play(square).unwrap();
//!     InstructionSet::best().run(Evaluate(&patterns, board))
//! });
//! assert_eq!(a, b);
//! assert!(a.abs() < 10 * UNIT);
//! ```

mod evaluation;
mod hand_made;
mod patterns;

pub use evaluation::{Evaluation, UNIT};
pub use hand_made::HandMade;
pub use patterns::{
    PHASES, Packing, PatternRegion, PatternRegions, PatternState, Patterns, Provenance, Trust,
    Weights, WeightsError, WinScale, phase,
};

/// Compiles and runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
