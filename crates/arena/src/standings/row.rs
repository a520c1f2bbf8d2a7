//! A player in the standings.

use std::collections::BTreeMap;
use std::time::Duration;

use outflank_core::Color;

use super::ResultCount;
use crate::{Elo, FaultKind, GameEnding, TimeUse, TournamentGame};

/// A player in the standings of a tournament.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its number.
    pub player: usize,
    /// Its rating; the mean of all players is 0.
    pub rating: Elo,
    /// Half the width of the interval of 95 %.
    pub rating_error: f64,
    /// The probability that it is stronger than the next player; `None` for the
    /// last.
    pub superiority: Option<f64>,
    /// Its points: 5 for a win, -5 for a loss.
    pub points: i64,
    /// Its games.
    pub record: ResultCount,
    /// The time it used in all games.
    pub time: TimeUse,
    /// The number of its faults, by kind.
    pub faults: BTreeMap<FaultKind, u32>,
}

impl Standing {
    pub(super) fn new(player: usize) -> Self {
        Self {
            player,
            rating: Elo(0.0),
            rating_error: f64::INFINITY,
            superiority: None,
            points: 0,
            record: ResultCount::default(),
            time: TimeUse::default(),
            faults: BTreeMap::new(),
        }
    }

    /// Counts a game in which it had this colour.
    pub(super) fn count(&mut self, game: &TournamentGame, color: Color) {
        self.record.count(game.score_of(color));
        let TimeUse { moves, total, longest, late } = game.time[color as usize];
        self.time.moves += moves;
        self.time.total += total;
        self.time.longest = self.time.longest.max(longest);
        self.time.late += late;
        match &game.ending {
            GameEnding::Fault { color: guilty, fault } if *guilty == color => {
                *self.faults.entry(fault.kind).or_default() += 1;
            }
            _ => {}
        }
    }

    /// The mean time of a move; `None` without a move.
    pub fn mean_time(&self) -> Option<Duration> {
        (self.time.moves > 0).then(|| self.time.total / self.time.moves)
    }
}
