//! The budget of a search.

use std::time::Instant;

/// The maximum number of positions and the time limit of a search, both
/// optional.
pub(crate) struct Budget {
    nodes_left: u64,
    deadline: Option<Instant>,
}

/// The budget is spent, and the search was not finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted;

impl Budget {
    /// The number of positions between two looks at the clock.
    const CLOCK_INTERVAL: u64 = 256;

    pub(crate) fn new(nodes: Option<u64>, deadline: Option<Instant>) -> Self {
        Self { nodes_left: nodes.unwrap_or(u64::MAX), deadline }
    }

    /// Counts one position.
    #[inline(always)]
    pub(crate) fn spend(&mut self) -> Result<(), Exhausted> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Exhausted)?;
        if self.nodes_left.is_multiple_of(Self::CLOCK_INTERVAL) {
            self.check_clock()?;
        }
        Ok(())
    }

    #[cold]
    fn check_clock(&self) -> Result<(), Exhausted> {
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted),
            _ => Ok(()),
        }
    }
}
