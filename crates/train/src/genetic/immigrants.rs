//! Agents that join each generation from outside.

use serde::{Deserialize, Serialize};

/// Agents that join each generation, the first one included (report 000: the
/// default one and a random one, "making sure that the optimized AI is better
/// than the original version").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Immigrants {
    /// How many times the default agent joins.
    pub default: usize,
    /// How many random agents join.
    pub random: usize,
}

impl Immigrants {
    /// How many join in all.
    pub(super) fn count(self) -> usize {
        self.default + self.random
    }
}
