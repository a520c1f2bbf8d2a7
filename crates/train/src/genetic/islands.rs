//! Populations that meet now and then.

use serde::{Deserialize, Serialize};

/// Several populations that each play among themselves. Now and then the best
/// of each join the next one, in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Islands {
    /// How many there are.
    pub count: usize,
    /// After how many generations agents move on.
    pub every: u32,
    /// How many of each.
    pub migrants: usize,
}

impl Islands {
    /// A population by itself.
    pub const ONE: Self = Self { count: 1, every: 1, migrants: 0 };

    /// How many agents arrive on each island with a generation.
    pub(super) fn arrivals(self, generation: u32) -> usize {
        let is_time = generation > 0 && generation.is_multiple_of(self.every.max(1));
        if self.count > 1 && is_time { self.migrants } else { 0 }
    }

    /// The island from which agents come to this one.
    pub(super) fn before(self, island: usize) -> usize {
        (island + self.count - 1) % self.count
    }
}
