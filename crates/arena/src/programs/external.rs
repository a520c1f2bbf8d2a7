//! A player that is an external program.

use std::time::Duration;

use outflank_core::{Color, Game};

use crate::process::Process;
use crate::{Fault, Player, Reply, TimeLeft, Usage};

/// A player in a process of its own. Protocols differ in what they say to it.
pub(super) trait ExternalPlayer: Send {
    fn process(&self) -> &Process;

    fn process_mut(&mut self) -> &mut Process;

    /// See [`Player::prepare`].
    fn prepare(&mut self) -> Result<(), Fault>;

    /// See [`Player::renew`].
    fn renew(&mut self, color: Color) -> bool;

    /// See [`Player::choose`].
    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault>;
}

impl<P: ExternalPlayer> Player for P {
    fn prepare(&mut self) -> Result<(), Fault> {
        ExternalPlayer::prepare(self)
    }

    fn renew(&mut self, color: Color) -> bool {
        ExternalPlayer::renew(self, color)
    }

    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault> {
        ExternalPlayer::choose(self, game, clock)
    }

    fn end_turn(&mut self) -> Duration {
        self.process_mut().end_turn()
    }

    fn take_log(&mut self) -> String {
        self.process_mut().take_log()
    }

    fn usage(&self) -> Option<Usage> {
        Some(self.process().usage())
    }
}
