//! The next position of a book after a move.

use outflank_core::{Board, Square};

/// The position after a move, in which a side has a move or the game is over.
///
/// A forced pass is skipped: the position after it is the successor, with the same side to move
/// as before the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The canonical board.
    pub board: Board,
    /// Whether the opponent had to pass, so that the same side moves again.
    pub is_same_side: bool,
}

impl Successor {
    /// The successor of `board` by a move; `None` if the move is illegal.
    pub fn of(board: Board, square: Square) -> Option<Self> {
        let next = board.play(square)?;
        let passed = next.pass();
        let is_same_side = next.legal_moves().is_empty() && !passed.legal_moves().is_empty();
        let board = if is_same_side { passed } else { next };
        Some(Self { board: board.canonical().0, is_same_side })
    }

    /// A value of this position, from the view of the side that moved.
    pub fn value_before(self, value: i8) -> i8 {
        if self.is_same_side { value } else { -value }
    }
}
