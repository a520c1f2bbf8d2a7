//! A clock for a whole game.

use std::time::Duration;

use outflank_core::Board;

/// The remaining time of one side for all of its moves.
///
/// ```
/// use std::time::Duration;
/// use outflank_core::Board;
/// use outflank_engine::{RemainingTime, Limits};
///
/// let clock = RemainingTime { left: Duration::from_secs(60), increment: Duration::ZERO };
/// let time = clock.share(Board::START);
/// assert!(time > Duration::from_secs(2) && time < Duration::from_secs(10));
/// let limits = Limits { time: Some(time), ..Limits::default() };
/// # drop(limits);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemainingTime {
    /// Time left now.
    pub left: Duration,
    /// Time gained with each move.
    pub increment: Duration,
}

impl RemainingTime {
    /// A reserve for the overhead between the search and the clock.
    const RESERVE: Duration = Duration::from_millis(50);

    /// The thinking time for `board`.
    ///
    /// A side has about half of the empty squares left to play. The last dozen
    /// cost nearly nothing, because the exact solver knows them. The middle of
    /// the game gets more than its share, so that the solver can start early. The
    /// result is at most a third of the time left.
    pub fn share(self, board: Board) -> Duration {
        let own_moves = board.empties().len().div_ceil(2).saturating_sub(5).max(2);
        let left = self.left.saturating_sub(Self::RESERVE);
        (left * 3 / 2 / own_moves + self.increment * 9 / 10)
            .min(left / 3 + self.increment / 3)
            .min(left)
    }
}
