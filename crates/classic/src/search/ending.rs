//! What the end of a game is worth, for searches that go there.

use outflank_core::{Board, Kernel, Rule};

use super::{Evaluation, Pass};

/// The discs by which a finished game is won. Boards that are not finished are
/// never asked about: the search goes as deep as there are empty squares.
pub(crate) struct FinalScore(pub(crate) Rule);

impl Evaluation for FinalScore {
    const PASS: Pass = Pass::IsFree;

    #[inline(always)]
    fn value<K: Kernel>(&self, _: K, board: Board) -> f64 {
        board.final_score(self.0).discs().into()
    }
}

/// Whether a finished game is won (1), drawn (0) or lost (-1).
pub(crate) struct Outcome(pub(crate) Rule);

impl Evaluation for Outcome {
    const PASS: Pass = Pass::IsFree;

    #[inline(always)]
    fn value<K: Kernel>(&self, _: K, board: Board) -> f64 {
        board.final_score(self.0).discs().signum().into()
    }
}
