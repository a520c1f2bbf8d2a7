//! The ranking by points.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// The points of a won game on the course platform.
pub const WON: i64 = 5;
/// The points of a lost game.
pub const LOST: i64 = -5;
/// The points of a drawn game.
pub const DRAWN: i64 = 0;

/// Players in the order of their points. Players with equal points keep their
/// order. The first order is drawn from the seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    order: Vec<usize>,
    points: Vec<i64>,
}

impl Ladder {
    /// All players without points.
    pub fn new(players: usize, seed: u64) -> Self {
        let mut order: Vec<_> = (0..players).collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        Self { order, points: vec![0; players] }
    }

    /// Counts a game, which gave the first of two players this many half points.
    pub fn count(&mut self, players: [usize; 2], half_points: u32) {
        let worth = match half_points {
            0 => [LOST, WON],
            1 => [DRAWN, DRAWN],
            _ => [WON, LOST],
        };
        for (player, points) in players.into_iter().zip(worth) {
            self.points[player] += points;
        }
    }

    /// Puts the players in the order of their points.
    pub fn rank(&mut self) {
        let points = &self.points;
        self.order.sort_by_key(|player| -points[*player]);
    }

    /// The players as they were last ranked, the leader first.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// The points of each player.
    pub fn points(&self) -> &[i64] {
        &self.points
    }
}
