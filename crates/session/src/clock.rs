//! The clock of a game.

use std::time::Duration;

use outflank_core::{Board, Color};
use outflank_engine::RemainingTime;

/// A point in time or a span, in milliseconds. Points count from any fixed
/// moment; the server uses 1970.
pub type Millis = i64;

/// The maximum main time of a side: a day.
pub const MAX_SECONDS: u32 = 86_400;
/// The maximum increment: an hour.
pub const MAX_INCREMENT: u32 = 3_600;

/// The time that both sides have for all of their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    /// The main time of each side in seconds.
    pub seconds: u32,
    /// The time that a side gains with each move, in seconds.
    pub increment: u32,
    /// The time that black and white had left when the turn began.
    pub left: [Millis; 2],
}

impl GameClock {
    /// A clock at the start of a game.
    pub fn new(seconds: u32, increment: u32) -> Self {
        Self { seconds, increment, left: [Millis::from(seconds) * 1000; 2] }
    }

    /// The time that a side has left after it has thought for `thought`.
    pub fn left(&self, color: Color, thought: Millis) -> Millis {
        self.left[color as usize].saturating_sub(thought.max(0)).max(0)
    }

    /// The time that an engine should spend on a move of this side.
    pub fn share(&self, color: Color, board: Board) -> Duration {
        let left = u64::try_from(self.left(color, 0)).unwrap_or(0);
        let increment = Duration::from_secs(self.increment.into());
        RemainingTime { left: Duration::from_millis(left), increment }.share(board)
    }

    /// A side has moved after it has thought for `thought`.
    pub(crate) fn moved(&mut self, color: Color, thought: Millis) {
        self.left[color as usize] = self.left(color, thought) + Millis::from(self.increment) * 1000;
    }

    /// A side has thought for `thought` without moving.
    pub(crate) fn spent(&mut self, color: Color, thought: Millis) {
        self.left[color as usize] = self.left(color, thought);
    }
}
