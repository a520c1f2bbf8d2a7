//! The network player.

use outflank_core::Game;
use outflank_zero::ZeroThinker;

use super::classic::time_for;
use crate::{Fault, Player, Reply, TimeLeft};

/// Plays the move that a tree search over a network finds.
pub(crate) struct Zero(pub(crate) ZeroThinker);

impl Player for Zero {
    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault> {
        let board = game.position().board();
        let choice = self.0.choose(board, time_for(clock, board.empties().len()));
        Ok(Reply { score: choice.exact.map(f64::from), ..choice.played.into() })
    }
}
