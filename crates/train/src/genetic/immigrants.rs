//! Agents that join each generation from outside.

use serde::{Deserialize, Serialize};

/// Agents that join each generation, the first one included (report 000: the
/// default one and a random one, "making sure that the optimized AI is better
/// than the original version").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Immigrants {
    /// The number of copies of the default agent that join.
    pub default: usize,
    /// The number of random agents that join.
    pub random: usize,
}

impl Immigrants {
    /// The total number of immigrants.
    pub(super) fn count(self) -> usize {
        self.default + self.random
    }
}
