//! Matches and tournaments, live and afterwards.
//!
//! Events come from stores: our own, where matches that pages ask for are
//! played, and those that were named on the command line, to which other
//! processes may be writing. `source` is a store, `subject` what an event is
//! about, `phase` whether it is being played, `ledger` its games, `results` what
//! they come to. `desk` takes requests for matches and plays them.

mod desk;
mod event;
mod export;
mod game;
mod handlers;
mod ledger;
mod phase;
mod request;
mod results;
mod roster;
mod source;
mod subject;

use std::sync::Arc;

use outflank_arena::{Event, EventId, GameId, Store, StoreError};

use super::error::ApiError;
use super::settings::Settings;
use crate::failure::Failure;
use crate::kept_match::store_failure;
use desk::Desk;
use event::{EventDetail, EventView};
use export::{Download, Export};
use game::GameDetail;
use request::MatchRequest;
use source::{Opened, Source};

pub(super) use handlers::routes;
pub(crate) use roster::{ListedPlayer, Roster};

/// The stores of matches and tournaments, our own first, and who may play.
pub(crate) struct Arena {
    sources: Vec<Source>,
    pub(crate) roster: Roster,
    desk: Desk,
    /// How many games of a match are played at once.
    concurrency: usize,
}

/// The number of our own store.
const OWN: usize = 0;

/// Where an event is: a store by its number, and the event in it.
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
    /// Opens our own store, and the desk. Other stores are opened when they are
    /// asked: they may not be there yet.
    pub(super) fn open(settings: &Settings) -> Result<Self, Failure> {
        let own = settings.data.join("arena.db");
        let store = Store::open(&own).map_err(store_failure)?;
        let others = settings.stores.iter().cloned();
        Ok(Self {
            sources: std::iter::once(own).chain(others).map(Source::new).collect(),
            roster: Roster::find(settings)?,
            desk: Desk::open(&settings.data, store)?,
            // Visitors who analyse want to see something meanwhile.
            concurrency: (settings.threads / 2).max(1),
        })
    }

    /// Stops what is played.
    pub(super) fn shutdown(&self) {
        self.desk.close();
    }

    /// All events, the newest first, and a sentence for each store that cannot
    /// be read.
    fn events(&self) -> (Vec<EventView>, Vec<String>) {
        let mut views = Vec::new();
        let mut problems = Vec::new();
        for (number, source) in self.sources.iter().enumerate() {
            let read = source.ask(|opened| {
                let events = opened.store.events()?;
                let view = |event: &Event| Ok(self.view(number, opened, event)?.0);
                events.iter().map(view).collect::<Result<Vec<_>, StoreError>>()
            });
            match read {
                Ok(Some(found)) => views.extend(found),
                Ok(None) => problems.push(format!("{} is not there yet.", source.label())),
                Err(error) => problems.push(export::sentence(&error)),
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
    ) -> Result<(EventView, Option<subject::Subject>), StoreError> {
        let local = if number == OWN { self.desk.local(event.id) } else { None };
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
    fn event(&self, id: &str, after: i64) -> Result<EventDetail, ApiError> {
        self.ask(id, |address, opened, event| {
            let (view, subject) = self.view(address.source, opened, event).map_err(failed)?;
            EventDetail::of(view, subject.as_ref(), opened, event, after).map_err(failed)
        })
    }

    /// A game of an event.
    fn game(&self, id: &str, game: &str) -> Result<GameDetail, ApiError> {
        self.ask(id, |_, opened, event| {
            let ledger = opened.ledger(event.id).map_err(failed)?;
            let (summary, neighbours) =
                game_id(game).and_then(|id| ledger.game(id)).ok_or_else(no_game)?;
            let stored = opened.store.whole(summary).map_err(failed)?;
            Ok(GameDetail::of(stored, subject::Subject::of(event).as_ref(), neighbours))
        })
    }

    /// Games of an event as a file: one, or all.
    fn export(&self, id: &str, game: Option<&str>, export: Export) -> Result<Download, ApiError> {
        self.ask(id, |_, opened, event| {
            let summaries = match game {
                None => opened.ledger(event.id).map_err(failed)?.games.clone(),
                Some(game) => {
                    let ledger = opened.ledger(event.id).map_err(failed)?;
                    let found = game_id(game).and_then(|id| ledger.game(id)).ok_or_else(no_game)?;
                    vec![found.0]
                }
            };
            if summaries.len() > export::MOST {
                return Err(ApiError::unfit(format!(
                    "The event has {} games, and a download at most {}: use 'outflank games' with \
                     --event and --out.",
                    summaries.len(),
                    export::MOST
                )));
            }
            let store = &opened.store;
            export.write(summaries.into_iter().map(|game| store.whole(game).map_err(failed)))
        })
    }

    /// Lets a match be played.
    fn start(&self, request: MatchRequest) -> Result<String, ApiError> {
        let bout = request.bout(&self.roster, self.concurrency)?;
        let asked =
            self.sources[OWN].ask(|opened| Ok(self.desk.ask(&mut opened.store, request, bout)));
        let missing = || ApiError::server(&"the store of matches is gone");
        let event = asked.map_err(failed)?.ok_or_else(missing)??;
        Ok(format!("{OWN}.{event}"))
    }

    /// Lets a match go on that was stopped, or was played when the server ended.
    fn resume(&self, id: &str) -> Result<(), ApiError> {
        let request = self.ask(id, |address, _, _| {
            let asked = if address.source == OWN { self.desk.asked(address.event) } else { None };
            asked.ok_or_else(|| {
                ApiError::conflict(
                    "This event was not started from here: the same command goes on.",
                )
            })
        })?;
        self.start(request).map(drop)
    }

    /// Stops a match that is played or waits here.
    fn stop(&self, id: &str) -> Result<(), ApiError> {
        let address = self.ask(id, |address, _, _| Ok(address))?;
        if address.source == OWN && self.desk.stop(address.event) {
            return Ok(());
        }
        Err(ApiError::conflict("Nobody plays this event here."))
    }
}

/// Does something that waits for files away from those who answer requests.
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
