//! Random numbers, one small stream for each game.

/// `SplitMix64`: a counter with a mixed output. A stream is eight bytes, so that
/// thousands of them fit into the cache.
#[derive(Clone, Copy)]
pub(crate) struct Stream(u64);

/// The odd number nearest to the golden section of 2^64.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

impl Stream {
    /// Stream `number` of a seed.
    pub(crate) const fn new(seed: u64, number: u64) -> Self {
        Self(mixed(seed.wrapping_add(mixed(number.wrapping_add(STEP)))))
    }

    /// The stream that continues from a state.
    pub(crate) const fn from_state(state: u64) -> Self {
        Self(state)
    }

    /// The state, from which an equal stream can be made.
    pub(crate) const fn state(self) -> u64 {
        self.0
    }

    /// The next 32 bits.
    #[inline(always)]
    pub(crate) const fn draw(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(STEP);
        (mixed(self.0) >> 32) as u32
    }
}

#[inline(always)]
const fn mixed(mut number: u64) -> u64 {
    number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
