//! Where all random choices of a run come from.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// What random numbers are for: each purpose has numbers of its own.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    /// The first generation.
    Founder,
    /// Later generations.
    Child,
    /// Where the games of a generation begin.
    Openings,
    /// Where the games against the default agent begin.
    Measure,
    /// The points of CMA-ES.
    Points,
}

/// The seed of a run. Every choice has a stream of its own, so that it does not
/// matter which one is made first.
#[derive(Clone, Copy)]
pub(super) struct Seed(pub(super) u64);

/// The most islands, generations and individuals that have streams of their own.
pub(super) const MOST_ISLANDS: usize = 1 << 10;
pub(super) const MOST_GENERATIONS: u32 = 1 << 30;
pub(super) const MOST_INDIVIDUALS: usize = 1 << 20;

impl Seed {
    /// The random numbers of a purpose, an island, a generation and a number.
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
