//! Random games.

use outflank_core::Position;
use rand::rngs::SmallRng;
use rand::{Rng as _, SeedableRng as _};

/// The end of a game of random moves; another one every time without a seed.
pub(crate) fn playout(position: Position, seed: Option<u64>) -> Position {
    let mut random = SmallRng::seed_from_u64(seed.unwrap_or_else(rand::random));
    position.playout(|| random.next_u32())
}
