//! Two players who meet.

use std::fmt;

use outflank_core::Color;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Two players who play two games from one opening, with colours changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// The round, from 1.
    pub round: u32,
    /// Which pair of the round, from 1.
    pub number: u32,
    /// The players; the first is black in the first game.
    pub players: [usize; 2],
}

impl Pairing {
    /// The two games.
    pub fn games(self) -> [GameId; 2] {
        [1, 2].map(|game| GameId { round: self.round, pair: self.number, game })
    }

    /// Black and white of a game, 1 or 2.
    pub const fn sides(self, game: u8) -> [usize; 2] {
        let [first, second] = self.players;
        if game == 1 { [first, second] } else { [second, first] }
    }

    /// The colour of the first player in a game, 1 or 2.
    pub const fn color(game: u8) -> Color {
        if game == 1 { Color::Black } else { Color::White }
    }

    /// The seed of the random choices in both games.
    pub fn seed(self, tournament: u64) -> u64 {
        drawn(tournament, u64::from(self.round) << 32 | u64::from(self.number))
    }

    /// The seed of the opening, the same for all that meet in a round the same
    /// number of times; `pairs` is how often two meet.
    pub fn opening_seed(self, tournament: u64, pairs: u32) -> u64 {
        let which = (self.number - 1) % pairs.max(1);
        drawn(tournament, 1 << 63 | u64::from(self.round) << 32 | u64::from(which))
    }
}

/// A number that a seed gives to a stream.
pub(super) fn drawn(seed: u64, stream: u64) -> u64 {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(stream);
    random.next_u64()
}

/// Which game of a tournament. It stays the same however often the tournament
/// is stopped and goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The round, from 1.
    pub round: u32,
    /// Which pair of the round, from 1.
    pub pair: u32,
    /// Which game of the pair, 1 or 2.
    pub game: u8,
}

impl fmt::Display for GameId {
    /// `3.12.1`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}.{}", self.round, self.pair, self.game))
    }
}
