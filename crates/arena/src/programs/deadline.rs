//! Deadlines of answers.

use std::time::{Duration, Instant};

use crate::{Fault, FaultKind, TimeLeft};

/// The time limit of a move without any other time limit.
const MAX_REPLY_TIME: Duration = Duration::from_mins(10);

/// The deadline of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    start: Instant,
    /// The time from the start to the deadline.
    pub(super) time: Duration,
    /// Whether it is all the time that is left in the game.
    is_last_time: bool,
}

impl Deadline {
    /// A deadline after the time that is left.
    pub(super) fn of(clock: TimeLeft) -> Self {
        let time = clock.now().unwrap_or(MAX_REPLY_TIME);
        Self { is_last_time: clock.game_time == Some(time), ..Self::after(time) }
    }

    /// A deadline after this time.
    pub(super) fn after(time: Duration) -> Self {
        Self { start: Instant::now(), time, is_last_time: false }
    }

    /// The time of the deadline.
    pub(super) fn moment(self) -> Instant {
        self.start + self.time
    }

    /// The time since the start.
    pub(super) fn used(self) -> Duration {
        self.start.elapsed()
    }

    /// Whether less than `margin` is left.
    pub(super) fn is_near(self, margin: Duration) -> bool {
        self.start.elapsed() + margin >= self.time
    }

    /// The fault of a player that did not answer in time.
    pub(super) fn missed(self) -> Fault {
        Fault::new(FaultKind::Timeout, self.missed_detail())
    }

    /// The fault of a player that did not answer in time, with its state then.
    pub(super) fn missed_with(self, state: &str) -> Fault {
        Fault::new(FaultKind::Timeout, format!("{}; {state}", self.missed_detail()))
    }

    fn missed_detail(self) -> String {
        let rest = if self.is_last_time { ", all that was left in the game" } else { "" };
        format!("no answer within {:.1?}{rest}", self.time)
    }
}
