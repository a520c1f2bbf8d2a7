//! What a network learns from.

use outflank_core::{Bitboard, Board, Symmetry};

/// A board and what the network should predict for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The board.
    pub board: Board,
    /// The probability of each move; `None` if it is unknown.
    pub moves: Option<Box<[f32; 64]>>,
    /// The probabilities of a win, a draw and a loss of the side to move.
    pub outcome: [f32; 3],
    /// The final score of the side to move, in discs.
    pub score: i32,
    /// The discs of the side to move at the end of the game.
    pub own_at_end: Bitboard,
    /// The discs of the opponent at the end of the game.
    pub opponent_at_end: Bitboard,
}

impl Example {
    /// The place of the score among the even scores from -64 to 64.
    pub(crate) fn score_place(&self) -> usize {
        usize::try_from(i32::midpoint(self.score, 64)).expect("a score is at least -64")
    }

    /// The same example on a mirrored board.
    #[must_use]
    pub fn mirrored(&self, symmetry: Symmetry) -> Self {
        let moves = self.moves.as_ref().map(|moves| {
            let mut mirrored = Box::new([0.0; 64]);
            for square in (0..64).filter_map(outflank_core::Square::new) {
                mirrored[symmetry.square(square).index()] = moves[square.index()];
            }
            mirrored
        });
        Self {
            board: symmetry.board(self.board),
            moves,
            outcome: self.outcome,
            score: self.score,
            own_at_end: symmetry.bitboard(self.own_at_end),
            opponent_at_end: symmetry.bitboard(self.opponent_at_end),
        }
    }
}
