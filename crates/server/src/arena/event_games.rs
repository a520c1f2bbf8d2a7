//! The games of an event as far as they are known.

use outflank_arena::{EventId, Filter, GameId, GameSummary, Store, StoreError};

use super::results::Results;

/// The number of cached events. Others are read again.
const MAX_EVENTS: usize = 8;

/// The games of an event, in the order in which they were stored.
///
/// Games are only ever added to an event, so a poll reads the new games and nothing else.
pub(super) struct EventGames {
    event: EventId,
    pub(super) games: Vec<GameSummary>,
    /// The results, and the number of games they cover.
    pub(super) results: Option<(usize, Results)>,
}

/// The events that were asked for last, the latest at the end.
#[derive(Default)]
pub(super) struct EventGamesCache(Vec<EventGames>);

impl EventGamesCache {
    /// The games of an event, new ones included.
    pub(super) fn refreshed(
        &mut self,
        store: &Store,
        event: EventId,
    ) -> Result<&mut EventGames, StoreError> {
        let known = self.0.iter().position(|games| games.event == event);
        let mut games = match known {
            Some(at) => self.0.remove(at),
            None => EventGames { event, games: Vec::new(), results: None },
        };
        let after = games.games.last().map(|game| game.id);
        let filter = Filter { event: Some(event), after, ..Filter::default() };
        games.games.extend(store.summaries(&filter)?);
        if self.0.len() >= MAX_EVENTS {
            self.0.remove(0);
        }
        self.0.push(games);
        Ok(self.0.last_mut().expect("one was put there"))
    }
}

impl EventGames {
    /// A game of the event, and the numbers of its neighbours.
    pub(super) fn game(&self, id: GameId) -> Option<(GameSummary, [Option<i64>; 2])> {
        let at = self.games.binary_search_by_key(&id, |game| game.id).ok()?;
        let number = |at: Option<usize>| Some(self.games.get(at?)?.id.0);
        let neighbours = [at.checked_sub(1), Some(at + 1)].map(number);
        Some((self.games[at].clone(), neighbours))
    }
}
