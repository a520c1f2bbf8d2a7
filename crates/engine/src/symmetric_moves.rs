//! Moves that a symmetry of the board maps onto each other.

use outflank_core::{Bitboard, Board, Move, Square, Symmetry};

use crate::Candidate;

/// The symmetries that leave a board as it is. Nearly every board has the identity alone.
///
/// Moves that these symmetries map onto each other are the same move. One of them is
/// searched, and the others get its result.
pub(crate) struct SymmetricMoves {
    symmetries: Vec<Symmetry>,
}

impl SymmetricMoves {
    pub(crate) fn of(board: Board) -> Self {
        let keeps = |symmetry: &Symmetry| symmetry.board(board) == board;
        Self { symmetries: Symmetry::ALL.into_iter().filter(keeps).collect() }
    }

    /// One move of each kind: the lowest square.
    pub(crate) fn distinct(&self, moves: Bitboard) -> impl Iterator<Item = Square> {
        moves.iter().filter(|square| {
            self.symmetries.iter().all(|symmetry| symmetry.square(*square) >= *square)
        })
    }

    /// Adds the moves that were not searched, each behind the one that was.
    pub(crate) fn complete(&self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        if self.symmetries.len() == 1 {
            return candidates;
        }
        let mut complete = Vec::new();
        for candidate in candidates {
            let first = complete.len();
            for symmetry in &self.symmetries {
                let image = image(*symmetry, &candidate);
                let is_known = |other: &Candidate| other.played == image.played;
                if !complete[first..].iter().any(is_known) {
                    complete.push(image);
                }
            }
        }
        complete
    }
}

fn image(symmetry: Symmetry, candidate: &Candidate) -> Candidate {
    let played = |played: Move| match played {
        Move::Place(square) => Move::Place(symmetry.square(square)),
        Move::Pass => Move::Pass,
    };
    Candidate {
        played: played(candidate.played),
        pv: candidate.pv.iter().copied().map(played).collect(),
        ..*candidate
    }
}
