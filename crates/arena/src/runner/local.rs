//! Games that are played in this process.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use outflank_core::{Color, Game, Rule};
use outflank_work::{Attention, ItemError, ItemResult, Performer, Thread};

use super::{Ended, FinishedGame, GameRunner, PlannedGame, PlayerCache};
use crate::{Adjudication, PlayedGame, PlayerError, PlayerName, TimeLimits, referee};

/// Games between the queue and the reports.
#[derive(Default)]
pub(super) struct Tables<'p> {
    planned: Mutex<HashMap<u64, PlannedGame<'p>>>,
    /// Games that were played here, which need not be written and read again.
    ended: Mutex<HashMap<u64, Ended>>,
}

fn lock<T>(table: &Mutex<T>) -> MutexGuard<'_, T> {
    // No entry is ever left half made.
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'p> Tables<'p> {
    /// Takes a game of the queue.
    pub(super) fn plan(&self, item: u64, planned: PlannedGame<'p>) {
        lock(&self.planned).insert(item, planned);
    }

    /// The planned games of a range.
    pub(super) fn planned(&self, range: Range<u64>) -> Vec<(u64, PlannedGame<'p>)> {
        let planned = lock(&self.planned);
        range.filter_map(|item| Some((item, planned.get(&item)?.clone()))).collect()
    }

    pub(super) fn take_planned(&self, item: u64) -> Option<PlannedGame<'p>> {
        lock(&self.planned).remove(&item)
    }

    pub(super) fn take_ended(&self, item: u64) -> Option<Ended> {
        lock(&self.ended).remove(&item)
    }
}

/// Plays the games of a thread.
pub(super) struct LocalGames<'a, 'p> {
    table: GameTable,
    tables: &'a Tables<'p>,
}

impl<'a, 'p> LocalGames<'a, 'p> {
    pub(super) fn new(runner: &GameRunner<'_>, thread: Thread, tables: &'a Tables<'p>) -> Self {
        let table = GameTable {
            rule: runner.rule,
            limits: runner.terms.limits,
            adjudication: runner.adjudication,
            cache: PlayerCache::new(runner.rule, runner.terms, thread.number, thread.count),
        };
        Self { table, tables }
    }
}

impl Performer for LocalGames<'_, '_> {
    fn perform(&mut self, item: u64, attention: &Attention<'_>) -> ItemResult {
        let number = item as usize;
        let planned = self.tables.take_planned(item).expect("an item of the queue is planned");
        let PlannedGame { slot, opening, players, seed } = planned;
        let ended = match self.table.play(&opening, players, seed, attention) {
            Ok(None) => return Ok(None),
            Ok(Some(played)) => Ok(FinishedGame { number, slot, seed, played }),
            Err((color, error)) => Err((number, color, error)),
        };
        let failure = ended.as_ref().err().map(|(_, _, error)| ItemError::new(error));
        lock(&self.tables.ended).insert(item, ended);
        failure.map_or(Ok(Some(Vec::new())), Err)
    }
}

/// Everything for a game but the game.
pub(crate) struct GameTable {
    pub(crate) rule: Rule,
    pub(crate) limits: TimeLimits,
    pub(crate) adjudication: Option<Adjudication>,
    pub(crate) cache: PlayerCache,
}

impl GameTable {
    /// Plays a game between two players, black first; `None` if it was abandoned.
    pub(crate) fn play(
        &mut self,
        opening: &Game,
        names: [&PlayerName; 2],
        seed: u64,
        attention: &Attention<'_>,
    ) -> Result<Option<PlayedGame>, (Color, PlayerError)> {
        let Self { rule, limits, adjudication, cache } = self;
        let [black, white] = Color::BOTH.map(|color| {
            let player = cache.player(names[color as usize], color, seed);
            player.map_err(|error| (color, error))
        });
        let mut players = [black?, white?];
        let cancelled = attention.cancelled();
        let played = referee::play(*rule, opening, &mut players, *limits, *adjudication, cancelled);
        if let Some(played) = &played {
            cache.put_back(names, players, &played.ending);
        }
        Ok(played)
    }
}
