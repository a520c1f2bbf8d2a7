//! The seed of all random choices of a run.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The purpose of random numbers. Each purpose has its own numbers.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// The first generation.
    Founder,
    /// Later generations.
    Child,
    /// The openings of a generation.
    Openings,
    /// The openings of the games against the default agent.
    Measure,
    /// The points of CMA-ES.
    Points,
}

/// The seed of a run. Every choice has its own stream, so the order of choices does not
/// matter.
#[derive(Clone, Copy)]
pub(super) struct Seed(pub(super) u64);

/// The maximum numbers of islands, generations and individuals that have their own
/// streams.
pub(super) const MAX_ISLANDS: usize = 1 << 10;
pub(super) const MAX_GENERATIONS: u32 = 1 << 30;
pub(super) const MAX_INDIVIDUALS: usize = 1 << 20;

impl Seed {
    /// The random numbers for a purpose, an island, a generation and a number.
    pub(super) fn stream(
        self,
        purpose: Purpose,
        island: usize,
        generation: u32,
        number: usize,
    ) -> ChaCha8Rng {
        let mut random = ChaCha8Rng::seed_from_u64(self.0);
        let place = (island as u64) << 50 | u64::from(generation) << 20 | number as u64;
        random.set_stream((purpose as u64) << 60 | place);
        random
    }

    /// One number for a purpose and a generation.
    pub(super) fn number(self, purpose: Purpose, generation: u32, number: usize) -> u64 {
        self.stream(purpose, 0, generation, number).next_u64()
    }
}
