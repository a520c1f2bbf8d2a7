//! The games of an event as far as they are known.

use outflank_arena::{EventId, Filter, GameId, Store, StoreError, Summary};

use super::results::Results;

/// How many events are remembered. What is forgotten is read again.
const MOST: usize = 8;

/// The games of an event, in the order in which they were stored.
///
/// Games are only ever added to an event, so that one who polls every second
/// costs a look at what is new and nothing else.
pub(super) struct Ledger {
    event: EventId,
    pub(super) games: Vec<Summary>,
    /// What the games come to, after so many of them.
    pub(super) results: Option<(usize, Results)>,
}

/// The events that were asked for last, the latest at the end.
#[derive(Default)]
pub(super) struct Ledgers(Vec<Ledger>);

impl Ledgers {
    /// The games of an event, with those that are new.
    pub(super) fn refreshed(
        &mut self,
        store: &Store,
        event: EventId,
    ) -> Result<&mut Ledger, StoreError> {
        let known = self.0.iter().position(|ledger| ledger.event == event);
        let mut ledger = match known {
            Some(at) => self.0.remove(at),
            None => Ledger { event, games: Vec::new(), results: None },
        };
        let after = ledger.games.last().map(|game| game.id);
        let filter = Filter { event: Some(event), after, ..Filter::default() };
        ledger.games.extend(store.summaries(&filter)?);
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push(ledger);
        Ok(self.0.last_mut().expect("one was put there"))
    }
}

impl Ledger {
    /// A game of the event, and the numbers of those before and after it.
    pub(super) fn game(&self, id: GameId) -> Option<(Summary, [Option<i64>; 2])> {
        let at = self.games.binary_search_by_key(&id, |game| game.id).ok()?;
        let number = |at: Option<usize>| Some(self.games.get(at?)?.id.0);
        let neighbours = [at.checked_sub(1), Some(at + 1)].map(number);
        Some((self.games[at].clone(), neighbours))
    }
}
