//! Anyone who chooses moves.

use outflank_core::{Game, Move};

/// Anyone who chooses moves.
pub trait Player: Send {
    /// The move to play where the game stands: legal, and a pass if there is
    /// no square to play.
    fn choose(&mut self, game: &Game) -> Move;
}
