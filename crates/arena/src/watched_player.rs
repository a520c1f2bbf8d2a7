//! A player whose turns are told to somebody.

use std::ops::DerefMut;
use std::time::Duration;

use outflank_core::Game;

use crate::{Fault, Player, Reply, TimeLeft, Usage};

/// Follows the turns of a [`WatchedPlayer`]. A function of a game is called when a turn begins.
pub trait TurnWatcher: Send {
    /// The player begins to think about its move.
    fn turn_begins(&mut self, game: &Game);

    /// The player has answered. `game` is still without its move.
    fn turn_ends(&mut self, game: &Game, reply: &Reply) {
        let _ = (game, reply);
    }
}

impl<F: FnMut(&Game) + Send> TurnWatcher for F {
    fn turn_begins(&mut self, game: &Game) {
        self(game);
    }
}

/// A player whose turns are told to a watcher. It plays one game only.
pub struct WatchedPlayer<P, W> {
    // Dropped before the player, which may take a while to end.
    watcher: W,
    player: P,
}

impl<P, W> WatchedPlayer<P, W> {
    /// A box of a player, or a reference to one, and its watcher.
    pub const fn new(player: P, watcher: W) -> Self {
        Self { watcher, player }
    }
}

impl<P: DerefMut<Target: Player> + Send, W: TurnWatcher> Player for WatchedPlayer<P, W> {
    fn prepare(&mut self) -> Result<(), Fault> {
        self.player.prepare()
    }

    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault> {
        self.watcher.turn_begins(game);
        let reply = self.player.choose(game, clock)?;
        self.watcher.turn_ends(game, &reply);
        Ok(reply)
    }

    fn end_turn(&mut self) -> Duration {
        self.player.end_turn()
    }

    fn take_log(&mut self) -> String {
        self.player.take_log()
    }

    fn usage(&self) -> Option<Usage> {
        self.player.usage()
    }
}
