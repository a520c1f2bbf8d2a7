//! Conditions that end a run early.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// Conditions that end a run before all of its games are played.
#[derive(Clone, Copy, Debug)]
pub struct StopConditions<'a> {
    /// Once this is true, games that are being played are abandoned.
    pub flag: &'a AtomicBool,
    /// No game begins after this time. Games that have begun are played to
    /// their end.
    pub deadline: Option<Instant>,
}

impl<'a> StopConditions<'a> {
    /// A stop by a flag, without a deadline.
    pub const fn by_flag(flag: &'a AtomicBool) -> Self {
        Self { flag, deadline: None }
    }

    /// Whether no further game may begin.
    pub(crate) fn is_due(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
