//! The search of a position of the book.

use outflank_core::Square;

/// The result of the search of one position, on its canonical board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookEntry {
    /// The score that the search found, in discs for the side to move.
    pub score: i8,
    /// The depth of the search, in plies.
    pub depth: u8,
    /// The selectivity of the search, in percent; 100 if it left nothing out.
    pub selectivity: u8,
    /// The best move of the search; `None` if the game is over.
    pub best: Option<Square>,
    /// Whether the good moves of the position are in the book, the best one among them.
    pub is_expanded: bool,
}

impl BookEntry {
    /// True if the numbers can be those of a search.
    pub(crate) fn is_plausible(self) -> bool {
        (-64..=64).contains(&self.score) && self.depth <= 64 && self.selectivity <= 100
    }
}
