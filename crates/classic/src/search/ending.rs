//! The values of finished games, for searches to the end.

use outflank_core::{Board, Kernel, Rule};

use super::{Evaluation, Pass, Term};

/// The score of a finished game in discs. The search has the depth of the empty
/// squares, so it evaluates only finished games.
pub(crate) struct FinalScore(pub(crate) Rule);

impl Evaluation for FinalScore {
    const PASS: Pass = Pass::IsFree;

    #[inline(always)]
    fn terms<K: Kernel>(&self, _: K, board: Board, visit: &mut impl FnMut(Term)) {
        visit(Term::new("score", board.final_score(self.0).discs().into(), 1.0));
    }
}

/// Whether a finished game is won (1), drawn (0) or lost (-1).
pub(crate) struct WinDrawLoss(pub(crate) Rule);

impl Evaluation for WinDrawLoss {
    const PASS: Pass = Pass::IsFree;

    #[inline(always)]
    fn terms<K: Kernel>(&self, _: K, board: Board, visit: &mut impl FnMut(Term)) {
        visit(Term::new("result", board.final_score(self.0).discs().signum().into(), 1.0));
    }
}
