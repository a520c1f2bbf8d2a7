//! Games before and after they are played.

use outflank_core::Game;

use crate::{PlayedGame, PlayerName, Slot};

/// A game that waits in the queue.
#[derive(Clone, Debug)]
pub(crate) struct PlannedGame<'p> {
    /// The place of the game in its event.
    pub(crate) slot: Slot,
    /// The moves before the players take over.
    pub(crate) opening: Game,
    /// The players, black first.
    pub(crate) players: [&'p PlayerName; 2],
    /// The seed of every random choice of the players.
    pub(crate) seed: u64,
}

/// A game that has ended.
#[derive(Clone, Debug)]
pub(crate) struct FinishedGame {
    /// The position in the queue, from 0.
    pub(crate) number: usize,
    /// The place of the game in its event.
    pub(crate) slot: Slot,
    /// The seed of every random choice of the players.
    pub(crate) seed: u64,
    /// The game as the referee saw it.
    pub(crate) played: PlayedGame,
}
