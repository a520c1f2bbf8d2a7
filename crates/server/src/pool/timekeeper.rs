//! Ends turns when they are over.

use std::time::{Duration, Instant};

use super::Inner;

/// Idle wake-up interval.
const IDLE: Duration = Duration::from_mins(1);

/// Ends turns when they are over, until the pool is closed.
pub(super) fn watch(inner: &Inner) {
    let mut queue = inner.lock();
    while !queue.is_closed() {
        let next = queue.check_turns(Instant::now());
        let pause = next.map_or(IDLE, |end| end.saturating_duration_since(Instant::now()));
        let waited = inner.changed.wait_timeout(queue, pause);
        queue = waited.unwrap_or_else(std::sync::PoisonError::into_inner).0;
    }
}
