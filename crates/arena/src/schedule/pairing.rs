//! Pairings.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Slot;

/// Two players that play two games from one opening, with colours swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The round, from 0.
    pub round: u32,
    /// The number of the pair in its round, from 0.
    pub number: u32,
    /// The players; the first is black in the first game.
    pub players: [usize; 2],
}

impl Pairing {
    /// The places of the two games. They stay the same however often the
    /// tournament is interrupted and resumed.
    pub fn slots(self) -> [Slot; 2] {
        [0, 1].map(|game| Slot { round: self.round, pair: self.number, game })
    }

    /// Black and white of the game at a place of this pair.
    pub const fn sides(self, slot: Slot) -> [usize; 2] {
        let [first, second] = self.players;
        if slot.game == 0 { [first, second] } else { [second, first] }
    }

    /// The seed of the random choices in both games.
    pub fn seed(self, tournament: u64) -> u64 {
        drawn(tournament, u64::from(self.round) << 32 | u64::from(self.number))
    }

    /// The number of the opening, from 0. All pairings of a round have the same
    /// openings, and every round has new ones. `pairs` is the number of pairs of
    /// games when two players meet.
    pub fn opening(self, pairs: u32) -> u64 {
        let pairs = pairs.max(1);
        u64::from(self.round) * u64::from(pairs) + u64::from(self.number % pairs)
    }
}

/// The first number of a random stream of a seed.
pub(super) fn drawn(seed: u64, stream: u64) -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random.next_u64()
}
