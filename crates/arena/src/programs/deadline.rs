//! Until when an answer is waited for.

use std::time::{Duration, Instant};

use crate::{Clock, Fault, FaultKind};

/// How long a program may take for a move where no clock says so: nobody waits
/// for ever.
const PATIENCE: Duration = Duration::from_mins(10);

/// When the time for a move is up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline {
    start: Instant,
    /// How long that is.
    pub(super) time: Duration,
}

impl Deadline {
    /// From now on, as long as a clock allows.
    pub(super) fn of(clock: Clock) -> Self {
        Self::after(clock.now().unwrap_or(PATIENCE))
    }

    /// From now on, this long.
    pub(super) fn after(time: Duration) -> Self {
        Self { start: Instant::now(), time }
    }

    /// The moment.
    pub(super) fn moment(self) -> Instant {
        self.start + self.time
    }

    /// Whether less than `margin` is left.
    pub(super) fn is_near(self, margin: Duration) -> bool {
        self.start.elapsed() + margin >= self.time
    }

    /// The fault of one who did not answer in time.
    pub(super) fn missed(self) -> Fault {
        Fault::new(FaultKind::Timeout, format!("no answer within {:.1?}", self.time))
    }
}
