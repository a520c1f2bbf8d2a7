//! The random player.

use outflank_core::{Game, Move};
use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;

use crate::{Fault, Player, Reply, TimeLeft};

/// Plays a random legal move; all are equally likely.
pub(crate) struct Random {
    random: ChaCha8Rng,
}

impl Random {
    pub(crate) const fn new(random: ChaCha8Rng) -> Self {
        Self { random }
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Game, _: TimeLeft) -> Result<Reply, Fault> {
        let moves = game.position().board().legal_moves();
        Ok(moves.iter().choose(&mut self.random).map_or(Move::Pass, Move::Place).into())
    }
}
