//! Players: they choose moves.

use std::time::Duration;

use outflank_core::{Color, Game, Move};

use crate::Fault;

/// A player: it chooses moves.
pub trait Player: Send {
    /// Gets ready for a game, outside of all time limits. A player that fails
    /// loses the game.
    fn prepare(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Gets ready for another game as `color`, with nothing left of earlier
    /// games; `false` if a new player has to be made.
    fn renew(&mut self, color: Color) -> bool {
        let _ = color;
        false
    }

    /// The move to play in the current position; a pass if there is no legal
    /// square. The referee checks the answer.
    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault>;

    /// Ends its turn, after it got ready or chose a move. Until the next one it
    /// does not think. Returns the part of the turn in which it was ready to think
    /// and the machine did not let it.
    fn end_turn(&mut self) -> Duration {
        Duration::ZERO
    }

    /// The text written to its log since the last call; empty for players
    /// without a log.
    fn take_log(&mut self) -> String {
        String::new()
    }

    /// The resources used so far; all zero for players that are not external
    /// programs.
    fn usage(&self) -> Option<Usage> {
        None
    }
}

/// The resources that an external program has used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The peak memory of all its processes together, in bytes.
    pub memory: u64,
    /// The size of its log, in bytes.
    pub logged: u64,
}

/// The time that a player has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeLeft {
    /// For this move; unlimited if `None`.
    pub move_time: Option<Duration>,
    /// For this move and all later moves of the game.
    pub game_time: Option<Duration>,
}

impl TimeLeft {
    /// The time that the machine did not give to a player is not charged, up to
    /// this many times the time limit of the move.
    pub const ALLOWANCE: u32 = 4;

    /// The most time of this move that is not charged.
    pub(crate) fn allowance(self) -> Duration {
        self.now().map_or(Duration::MAX, |limit| limit.saturating_mul(Self::ALLOWANCE))
    }

    /// The time for this move.
    pub fn now(self) -> Option<Duration> {
        self.move_time.into_iter().chain(self.game_time).min()
    }
}

/// The answer of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Reply {
    /// The move.
    pub played: Move,
    /// Its evaluation of the position, in discs.
    pub score: Option<f64>,
    /// Whether its time was up and this is the last move it had considered. The
    /// course platform plays it.
    pub is_late: bool,
    /// The moves that it considered, its choice last; empty if unknown.
    pub candidates: Vec<Move>,
}

impl From<Move> for Reply {
    fn from(played: Move) -> Self {
        Self { played, score: None, is_late: false, candidates: Vec::new() }
    }
}
