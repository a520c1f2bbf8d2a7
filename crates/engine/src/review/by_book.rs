//! The grade of a move by the values of an opening book.

use outflank_book::Book;

use super::{Grade, Ply, ReviewedMove, Worth};
use crate::{Analysis, Bound, Candidate};

/// Grades a move if the book has its position and the move itself. The value of the position is
/// returned too.
///
/// A move that is not in the book is graded by a search, against moves of the same search.
pub(super) fn grade(book: &Book, ply: Ply) -> Option<(ReviewedMove, Worth)> {
    let Ply { position, played, .. } = ply;
    let found = Analysis::of_book(book, position.board())?;
    let is_known = |candidate: &&Candidate| candidate.bound == Bound::Exact;
    let mut known = found.candidates.iter().filter(is_known);
    let candidate = known.find(|candidate| candidate.played == played)?;
    let score = candidate.score;
    let loss = found.score.discs().abs_diff(score.discs());
    let is_forced = position.board().legal_moves().len() == 1;
    let grade = if is_forced { Grade::Forced } else { Grade::of_loss(loss) };
    // Of several best moves, the one that was played.
    let best = if loss == 0 { played } else { found.best.unwrap_or(played) };
    let pv = if loss == 0 { candidate.pv.clone() } else { found.pv.clone() };
    let worth = Worth { pv, ..found.into() };
    let reviewed = worth.reviewed(ply, score, best, grade);
    let reviewed = ReviewedMove { is_book: true, ..reviewed };
    Some((reviewed, worth))
}
