//! Matches and tournaments, live and afterwards.
//!
//! Events come from stores: the server's own, for matches started from pages, and those
//! named on the command line, to which other processes may write. `source` is a store,
//! `event_info` the settings of an event, `phase` its state, `event_games` its games,
//! `results` its results. `match_queue` queues match requests and plays them, `live` shows
//! the games that are being played.

mod event;
mod event_games;
mod event_info;
mod export;
mod handlers;
mod live;
mod match_queue;
mod phase;
mod request;
mod results;
mod roster;
mod source;

use std::sync::Arc;

use outflank_arena::{Event, EventId, GameId, Store, StoreError};

use super::error::ApiError;
use super::id::Id;
use super::settings::Settings;
use crate::ServerError;
use event::{EventDetail, EventView, named};
use export::Download;
use match_queue::MatchQueue;
use outflank_report::ArenaGame;
use request::MatchRequest;
use source::{Opened, Source};

pub(crate) use export::{Export, sentence};
pub(super) use handlers::{export_routes, routes};
pub(crate) use roster::{ListedPlayer, Roster};

/// The stores of matches and tournaments, the server's own first, and the available
/// players.
pub(crate) struct Arena {
    sources: Vec<Source>,
    pub(crate) roster: Roster,
    queue: MatchQueue,
    /// The number of games of a match at once.
    concurrency: usize,
}

/// The number of the server's own store.
const OWN: usize = 0;

/// The address of an event: the number of its store, and its number in the store.
#[derive(Clone, Copy)]
struct Address {
    source: usize,
    event: EventId,
}

impl Address {
    /// Reads `0.3`.
    fn read(text: &str) -> Option<Self> {
        let (source, event) = text.split_once('.')?;
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(source) || !is_number(event) {
            return None;
        }
        Some(Self { source: source.parse().ok()?, event: EventId(event.parse().ok()?) })
    }
}

impl Arena {
    /// Opens our own store, and starts the queue of matches. Other stores are opened when they are
    /// asked: they may not be there yet.
    pub(super) fn open(settings: &Settings) -> Result<Self, ServerError> {
        let own = settings.data.join("arena.db");
        let store = Store::open(&own)?;
        let others = settings.stores.iter().cloned();
        Ok(Self {
            sources: std::iter::once(own).chain(others).map(Source::new).collect(),
            roster: Roster::find(settings)?,
            queue: MatchQueue::open(settings, store)?,
            // Leaves cores for visitors who analyse.
            concurrency: (settings.threads / 2).max(1),
        })
    }

    /// Stops the running match.
    pub(super) fn shutdown(&self) {
        self.queue.close();
    }

    /// All events, the newest first, and a sentence for each store that cannot
    /// be read.
    fn events(&self, visitor: Id) -> (Vec<EventView>, Vec<String>) {
        let mut views = Vec::new();
        let mut problems = Vec::new();
        for (number, source) in self.sources.iter().enumerate() {
            let read = source.ask(|opened| {
                let events = opened.store.events()?;
                let view = |event: &Event| Ok(self.view(number, opened, event, visitor)?.0);
                events.iter().map(view).collect::<Result<Vec<_>, StoreError>>()
            });
            match read {
                Ok(Some(found)) => views.extend(found),
                Ok(None) => problems.push(format!("{} is not there yet.", source.label())),
                Err(error) => problems.push(sentence(&error)),
            }
        }
        views.sort_by(|one, other| other.date().cmp(one.date()));
        (views, problems)
    }

    fn view(
        &self,
        number: usize,
        opened: &Opened,
        event: &Event,
        visitor: Id,
    ) -> Result<(EventView, Option<event_info::EventInfo>), StoreError> {
        let local = if number == OWN { self.queue.local(event.id, visitor) } else { None };
        let id = format!("{number}.{}", event.id);
        EventView::of(id, self.sources[number].label(), opened, event, local.as_ref())
    }

    /// Asks the store of an event about it.
    fn ask<T>(
        &self,
        id: &str,
        question: impl FnOnce(Address, &mut Opened, &Event) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let missing = || ApiError::not_found("There is no such event.");
        let address = Address::read(id).ok_or_else(missing)?;
        let source = self.sources.get(address.source).ok_or_else(missing)?;
        let answer = source.ask(|opened| {
            let Some(event) = opened.store.event_of(address.event)? else { return Ok(None) };
            Ok(Some(question(address, opened, &event)))
        });
        answer.map_err(failed)?.flatten().ok_or_else(missing)?
    }

    /// An event with the games that came after a certain one.
    fn event(&self, id: &str, after: i64, visitor: Id) -> Result<EventDetail, ApiError> {
        self.ask(id, |address, opened, event| {
            let (view, info) = self.view(address.source, opened, event, visitor).map_err(failed)?;
            let live = if address.source == OWN { self.queue.live(event.id) } else { Vec::new() };
            EventDetail::of(view, info.as_ref(), opened, event, after, live).map_err(failed)
        })
    }

    /// A game of an event.
    fn game(&self, id: &str, game: &str) -> Result<ArenaGame, ApiError> {
        self.ask(id, |_, opened, event| {
            let games = opened.event_games(event.id).map_err(failed)?;
            let (summary, neighbours) =
                game_id(game).and_then(|id| games.game(id)).ok_or_else(no_game)?;
            let stored = opened.store.whole(summary).map_err(failed)?;
            let info = event_info::EventInfo::of(event);
            let info = info.as_ref();
            let title =
                info.map_or_else(|| format!("event {}", stored.event), |info| info.title.clone());
            let names = stored.row.players.each_ref().map(|agent| named(info, &agent.name));
            Ok(ArenaGame::new(&stored, title, names).between(neighbours))
        })
    }

    /// Games of an event as a file: one, or all.
    fn export(&self, id: &str, game: Option<&str>, export: Export) -> Result<Download, ApiError> {
        self.ask(id, |_, opened, event| {
            let summaries = match game {
                None => opened.event_games(event.id).map_err(failed)?.games.clone(),
                Some(game) => {
                    let games = opened.event_games(event.id).map_err(failed)?;
                    let found = game_id(game).and_then(|id| games.game(id)).ok_or_else(no_game)?;
                    vec![found.0]
                }
            };
            if summaries.len() > export::MAX_GAMES {
                return Err(ApiError::unfit(format!(
                    "The event has {} games, and a download at most {}: use 'outflank games' with \
                     --event and --out.",
                    summaries.len(),
                    export::MAX_GAMES
                )));
            }
            let store = &opened.store;
            export.write(summaries.into_iter().map(|game| store.whole(game).map_err(failed)))
        })
    }

    /// Lets a match be played.
    fn start(&self, request: MatchRequest, visitor: Id) -> Result<String, ApiError> {
        let prepared = request.prepare(&self.roster, self.concurrency)?;
        let asked = self.sources[OWN]
            .ask(|opened| Ok(self.queue.ask(&mut opened.store, visitor, request, prepared)));
        let missing = || ApiError::server(&"the store of matches is gone");
        let event = asked.map_err(failed)?.ok_or_else(missing)??;
        Ok(format!("{OWN}.{event}"))
    }

    /// Lets a match go on that was stopped, or was played when the server ended.
    fn resume(&self, id: &str, visitor: Id) -> Result<(), ApiError> {
        let address = self.ask(id, |address, _, _| Ok(address))?;
        let asked = match address.source {
            OWN => self.queue.asked(address.event, visitor)?,
            _ => None,
        };
        let request = asked.ok_or_else(|| {
            ApiError::conflict(
                "This event was not started here: run its command again to resume it.",
            )
        })?;
        self.start(request, visitor).map(drop)
    }

    /// Stops a match that is played or waits here.
    fn stop(&self, id: &str, visitor: Id) -> Result<(), ApiError> {
        let address = self.ask(id, |address, _, _| Ok(address))?;
        if address.source == OWN && self.queue.stop(address.event, visitor)? {
            return Ok(());
        }
        Err(ApiError::conflict("Nobody plays this event here."))
    }
}

/// Runs blocking file work away from the threads that answer requests.
async fn aside<T: Send + 'static>(
    arena: &Arc<Arena>,
    work: impl FnOnce(&Arena) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let arena = Arc::clone(arena);
    tokio::task::spawn_blocking(move || work(&arena)).await?
}

fn game_id(text: &str) -> Option<GameId> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok().map(GameId))?
}

fn no_game() -> ApiError {
    ApiError::not_found("There is no such game in this event.")
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped as they come")]
fn failed(error: StoreError) -> ApiError {
    ApiError::server(&error)
}
