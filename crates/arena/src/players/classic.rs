//! The reports' agents.

use outflank_classic::Agent;
use outflank_core::{Game, Move};

use crate::{Clock, Fault, Player, Reply};

/// Plays what an agent of a report chooses.
pub(crate) struct Classic(pub(crate) Agent);

impl Player for Classic {
    fn choose(&mut self, game: &Game, _: Clock) -> Result<Reply, Fault> {
        Ok(self.0.choose(game.position().board()).map_or(Move::Pass, Move::Place).into())
    }
}
