//! Matches whose games are kept in a store, so that they go on after a kill.

mod openings;
mod settings;

use std::collections::BTreeMap;

use outflank_arena::{Agent, EventId, Filter, GameRow, Match, MatchGame, Slot, Store, StoreError};
use outflank_core::Color;

use crate::failure::Failure;

pub(crate) use openings::{BUILT_IN, built_in};
pub(crate) use settings::Settings;

/// A game of a match as it is stored; games have numbers from 0.
pub(crate) fn row(played: &Match, agents: &[Agent; 2], number: usize, game: &MatchGame) -> GameRow {
    let [first, second] = agents.clone();
    let pair = number / 2;
    GameRow {
        slot: Slot { round: 0, pair: pair as u32, game: (number % 2) as u32 },
        players: if game.color == Color::Black { [first, second] } else { [second, first] },
        played: game.played.clone(),
        seed: played.seed_of(pair),
    }
}

/// The first so many games of a match that are in a store already, by their
/// number.
pub(crate) fn known(
    store: &Store,
    event: EventId,
    most: u32,
) -> Result<BTreeMap<usize, MatchGame>, StoreError> {
    let filter = Filter { event: Some(event), ..Filter::default() };
    let games = store.games(&filter)?.into_iter().map(|stored| {
        let slot = stored.row.slot;
        let color = if slot.game == 0 { Color::Black } else { Color::White };
        let number = 2 * slot.pair as usize + slot.game as usize;
        (number, MatchGame { played: stored.row.played, color })
    });
    Ok(games.filter(|(number, _)| *number < most as usize).collect())
}

/// A failure of a store: of what was given if it is no store, else of the run.
pub(crate) fn store_failure(error: StoreError) -> Failure {
    match error {
        StoreError::Open { .. } | StoreError::Newer { .. } | StoreError::Date { .. } => {
            Failure::input(error)
        }
        _ => Failure::Run(error.into()),
    }
}
