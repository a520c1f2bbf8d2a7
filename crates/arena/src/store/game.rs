//! A game in a store.

use std::fmt;

use crate::{Agent, EventId, PlayedGame};

/// The number of a game in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId(pub i64);

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The place of a game in its event, which no two games share. All numbers
/// count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The round; 0 in an event without rounds.
    pub round: u32,
    /// The pair of games in its round.
    pub pair: u32,
    /// Which game of the pair.
    pub game: u32,
}

impl fmt::Display for Slot {
    /// `12.1` for the first game of the twelfth pair, `3/12.1` in round 3.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { round, pair, game } = self;
        let place = format!("{}.{}", pair + 1, game + 1);
        if *round == 0 { f.pad(&place) } else { f.pad(&format!("{}/{place}", round + 1)) }
    }
}

/// A game to be stored.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// Its place in the event.
    pub slot: Slot,
    /// The players, black first.
    pub players: [Agent; 2],
    /// The game as the referee saw it, with the logs of the players.
    pub played: PlayedGame,
    /// The seed of every random choice in it.
    pub seed: u64,
}

/// A game that is in a store.
#[derive(Clone, Debug)]
pub struct StoredGame {
    /// Its number.
    pub id: GameId,
    /// The event it belongs to.
    pub event: EventId,
    /// The stored game.
    pub row: GameRow,
    /// The time at which it ended, in UTC.
    pub date: String,
    /// The version of Outflank that played it.
    pub version: String,
}
