//! Matches in a store.

use std::collections::BTreeMap;

use outflank_core::Color;

use super::{Match, MatchGame};
use crate::{Agent, EventId, Filter, GameRow, Store, StoreError};

impl Match {
    /// A game as a store keeps it, by its number from 0.
    pub fn row(&self, agents: &[Agent; 2], number: usize, game: &MatchGame) -> GameRow {
        let [first, second] = agents.clone();
        GameRow {
            slot: Self::slot(number),
            players: if game.color == Color::Black { [first, second] } else { [second, first] },
            played: game.played.clone(),
            seed: self.seed_of(number / 2),
        }
    }
}

impl Store {
    /// The games of a match with numbers below `games`, by their number.
    pub fn match_games(
        &self,
        event: EventId,
        games: u32,
    ) -> Result<BTreeMap<usize, MatchGame>, StoreError> {
        let filter = Filter { event: Some(event), ..Filter::default() };
        let stored = self.games(&filter)?.into_iter().map(|stored| {
            let slot = stored.row.slot;
            let color = if slot.game == 0 { Color::Black } else { Color::White };
            let number = 2 * slot.pair as usize + slot.game as usize;
            (number, MatchGame { played: stored.row.played, color })
        });
        Ok(stored.filter(|(number, _)| *number < games as usize).collect())
    }
}
