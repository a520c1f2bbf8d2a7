//! The time of a game.

use std::time::{SystemTime, UNIX_EPOCH};

use outflank_core::Color;

/// Milliseconds since 1970.
pub(super) type Millis = i64;

/// What time it is.
pub(super) fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The longest time for a side: a day.
pub(super) const MOST_SECONDS: u32 = 86_400;
/// The longest increment.
pub(super) const MOST_INCREMENT: u32 = 3_600;

/// The time that both sides have for all of their moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    /// What each had at the beginning, in seconds.
    pub(super) seconds: u32,
    /// What each gains with a move, in seconds.
    pub(super) increment: u32,
    /// What black and white had left when the turn began.
    pub(super) left: [Millis; 2],
}

impl Clock {
    pub(super) fn new(seconds: u32, increment: u32) -> Self {
        Self { seconds, increment, left: [Millis::from(seconds) * 1000; 2] }
    }

    /// What a side has left after it has thought for some time.
    pub(super) fn left(&self, color: Color, thought: Millis) -> Millis {
        self.left[color as usize].saturating_sub(thought.max(0)).max(0)
    }

    /// Notes that a side has moved.
    pub(super) fn moved(&mut self, color: Color, thought: Millis) {
        self.left[color as usize] = self.left(color, thought) + Millis::from(self.increment) * 1000;
    }

    /// Notes that a side has thought without moving.
    pub(super) fn spent(&mut self, color: Color, thought: Millis) {
        self.left[color as usize] = self.left(color, thought);
    }
}
