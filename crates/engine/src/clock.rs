//! A clock for a whole game.

use std::time::Duration;

use outflank_core::Board;

/// What is left on the clock of one side, for all of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left now.
    pub left: Duration,
    /// Time gained with each move.
    pub increment: Duration,
}

impl Clock {
    /// Kept back for what happens between the search and the clock.
    const RESERVE: Duration = Duration::from_millis(50);

    /// How long to think on `board`.
    ///
    /// A side has about half of the empty squares left to play. The last dozen
    /// cost nothing, because the exact solver knows them; and the middle of
    /// the game deserves more than its share, so that the solver can start
    /// early. Never more than a third of what is left.
    pub fn share(self, board: Board) -> Duration {
        let own_moves = board.empties().len().div_ceil(2).saturating_sub(5).max(2);
        let left = self.left.saturating_sub(Self::RESERVE);
        (left * 3 / 2 / own_moves + self.increment * 9 / 10)
            .min(left / 3 + self.increment / 3)
            .min(left)
    }
}
