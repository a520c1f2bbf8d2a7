//! Anyone who chooses moves.

use std::time::Duration;

use outflank_core::{Color, Game, Move};

use crate::Fault;

/// Anyone who chooses moves.
pub trait Player: Send {
    /// Gets ready for a game, which no clock counts. Whoever cannot loses the
    /// game.
    fn prepare(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Gets ready for another game, as `color` and as if there had been none
    /// before; `false` if it cannot, and has to be made anew.
    fn renew(&mut self, color: Color) -> bool {
        let _ = color;
        false
    }

    /// The move to play where the game stands; a pass if there is no square to
    /// play. Whoever asks trusts nothing of the answer.
    fn choose(&mut self, game: &Game, clock: Clock) -> Result<Reply, Fault>;

    /// What it has written to its log since this was last asked; nothing for
    /// players that keep none.
    fn take_log(&mut self) -> String {
        String::new()
    }

    /// What it has taken so far; nothing is known of players that are no
    /// programs of others.
    fn usage(&self) -> Option<Usage> {
        None
    }
}

/// What a program of others has taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The most memory that all its processes had in use at a time, in bytes.
    pub memory: u64,
    /// How much it has written to its log, in bytes.
    pub logged: u64,
}

/// How long a player may think.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// About this move; without end if `None`.
    pub move_time: Option<Duration>,
    /// About this move and all that follow.
    pub game_time: Option<Duration>,
}

impl Clock {
    /// How long it may think now.
    pub fn now(self) -> Option<Duration> {
        self.move_time.into_iter().chain(self.game_time).min()
    }
}

/// What a player answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The move.
    pub played: Move,
    /// What it thinks of its position, in discs.
    pub score: Option<f64>,
    /// Whether its time was up and this is the last that it had considered, as
    /// the course platform has it.
    pub is_late: bool,
    /// All that it had considered, the choice last, where it says so.
    pub candidates: Vec<Move>,
}

impl From<Move> for Reply {
    fn from(played: Move) -> Self {
        Self { played, score: None, is_late: false, candidates: Vec::new() }
    }
}
