//! Several populations with migration.

use serde::{Deserialize, Serialize};

/// Several populations. Each plays only within itself. At intervals the best agents of
/// each island join the next one, in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Islands {
    /// The number of openings.
    pub count: usize,
    /// The number of generations between migrations.
    pub every: u32,
    /// The number of agents from each island.
    pub migrants: usize,
}

impl Islands {
    /// A single population.
    pub const ONE: Self = Self { count: 1, every: 1, migrants: 0 };

    /// The number of agents that arrive on each island with a generation.
    pub(super) fn arrivals(self, generation: u32) -> usize {
        let is_time = generation > 0 && generation.is_multiple_of(self.every.max(1));
        if self.count > 1 && is_time { self.migrants } else { 0 }
    }

    /// The island whose agents come to this one.
    pub(super) fn before(self, island: usize) -> usize {
        (island + self.count - 1) % self.count
    }
}
