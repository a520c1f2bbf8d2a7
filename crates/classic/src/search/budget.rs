//! What a search may spend.

use std::time::Instant;

/// What a search may spend: positions, time, or neither.
pub(crate) struct Budget {
    nodes_left: u64,
    deadline: Option<Instant>,
}

/// The budget is spent: what the search knows by then is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Exhausted;

impl Budget {
    /// The clock is read once in so many positions.
    const POSITIONS_A_LOOK: u64 = 256;

    pub(crate) fn new(nodes: Option<u64>, deadline: Option<Instant>) -> Self {
        Self { nodes_left: nodes.unwrap_or(u64::MAX), deadline }
    }

    /// Counts one position.
    #[inline(always)]
    pub(crate) fn spend(&mut self) -> Result<(), Exhausted> {
        self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Exhausted)?;
        if self.nodes_left.is_multiple_of(Self::POSITIONS_A_LOOK) {
            self.look_at_the_clock()?;
        }
        Ok(())
    }

    #[cold]
    fn look_at_the_clock(&self) -> Result<(), Exhausted> {
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(Exhausted),
            _ => Ok(()),
        }
    }
}
