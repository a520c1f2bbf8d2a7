//! The queue of requested matches, and the thread that plays them.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use axum::http::StatusCode;
use outflank_arena::{
    EventId, MatchGame, MatchObserver, MatchPlan, Pair, Store, StoreError, Tally,
};
use outflank_durable::write_private_file;
use serde::{Deserialize, Serialize};

use super::event::Local;
use super::live::{LiveGame, LiveGames};
use super::request::{MatchRequest, PreparedMatch};
use crate::ServerError;
use crate::error::ApiError;
use crate::id::Id;
use crate::log;
use crate::settings::Settings;

/// The maximum number of running and queued matches.
const MAX_MATCHES: usize = 8;
/// The same for one visitor, so that others can play too.
const MAX_OF_VISITOR: usize = 4;
/// The file of match requests.
const FILE: &str = "matches.json";

/// The queue of requested matches. One thread plays them in order.
pub(super) struct MatchQueue {
    shared: Arc<SharedState>,
    live: LiveGames,
    folder: PathBuf,
}

/// The match that is being played.
struct PlayingMatch {
    event: EventId,
    visitor: Id,
    stop: Arc<AtomicBool>,
}

/// The state shared by the queue and its thread.
#[derive(Default)]
struct SharedState {
    state: Mutex<QueueState>,
    /// Notified when a match is added or the queue is closed.
    changed: Condvar,
}

#[derive(Default)]
struct QueueState {
    waiting: VecDeque<QueuedMatch>,
    playing: Option<PlayingMatch>,
    /// The requests, by event number.
    asked: BTreeMap<i64, AskedMatch>,
    /// The reasons why matches ended early.
    failures: BTreeMap<i64, String>,
    is_closed: bool,
}

struct QueuedMatch {
    event: EventId,
    visitor: Id,
    prepared: PreparedMatch,
}

/// A request and who made it.
#[derive(Clone, Deserialize, Serialize)]
#[serde(from = "WrittenMatch")]
struct AskedMatch {
    /// The number of the visitor; `None` if an older version stored the request.
    visitor: Option<String>,
    request: MatchRequest,
}

/// A request as it is stored. Version 0.1 did not store the visitor.
#[derive(Deserialize)]
#[serde(untagged)]
enum WrittenMatch {
    Asked { visitor: Option<String>, request: MatchRequest },
    Old(MatchRequest),
}

impl From<WrittenMatch> for AskedMatch {
    fn from(written: WrittenMatch) -> Self {
        match written {
            WrittenMatch::Asked { visitor, request } => Self { visitor, request },
            WrittenMatch::Old(request) => Self { visitor: None, request },
        }
    }
}

impl AskedMatch {
    fn is_of(&self, visitor: Id) -> bool {
        self.visitor.as_deref() == Some(visitor.to_string().as_str())
    }
}

impl SharedState {
    fn state(&self) -> MutexGuard<'_, QueueState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// The visitors of the running and queued matches.
    fn visitors(&self) -> impl Iterator<Item = Id> {
        let waiting = self.waiting.iter().map(|queued| queued.visitor);
        self.playing.iter().map(|playing| playing.visitor).chain(waiting)
    }

    fn is_live(&self, event: EventId) -> bool {
        self.playing.as_ref().is_some_and(|playing| playing.event == event)
            || self.waiting.iter().any(|queued| queued.event == event)
    }
}

impl MatchQueue {
    /// Opens the queue and starts its thread, which has its own connection to the store.
    pub(super) fn open(settings: &Settings, store: Store) -> Result<Self, ServerError> {
        let (folder, low_priority) = (settings.data.as_path(), settings.low_priority);
        let shared = Arc::new(SharedState::default());
        shared.state().asked = remembered(folder);
        let live = LiveGames::default();
        let (worker, shown) = (Arc::clone(&shared), live.clone());
        thread::Builder::new().name("matches".to_owned()).spawn(move || {
            if low_priority {
                crate::pool::step_back(crate::pool::Niceness::Engine);
            }
            work(&worker, &shown, store);
        })?;
        Ok(Self { shared, live, folder: folder.to_owned() })
    }

    /// Adds a match to the queue. A match that is in the store is resumed.
    pub(super) fn ask(
        &self,
        store: &mut Store,
        visitor: Id,
        mut request: MatchRequest,
        prepared: PreparedMatch,
    ) -> Result<EventId, ApiError> {
        let mut state = self.shared.state();
        if state.visitors().count() >= MAX_MATCHES {
            return Err(ApiError::too_many(format!(
                "{MAX_MATCHES} matches are played or wait already: come back later."
            )));
        }
        if state.visitors().filter(|of| *of == visitor).count() >= MAX_OF_VISITOR {
            return Err(ApiError::too_many(format!(
                "{MAX_OF_VISITOR} matches of yours are played or wait already: stop one first."
            )));
        }
        let failed = |error: StoreError| ApiError::server(&error);
        let event = store.event(&prepared.settings).map_err(failed)?;
        if state.is_live(event) {
            return Err(ApiError::conflict("This match is being played or waits already."));
        }
        // The same settings and seed are the same event, which keeps its visitor.
        if let Some(asked) = state.asked.get(&event.0)
            && !asked.is_of(visitor)
        {
            return Err(not_yours());
        }
        request.seed = Some(prepared.settings.seed);
        let asked = AskedMatch { visitor: Some(visitor.to_string()), request };
        state.asked.insert(event.0, asked);
        state.failures.remove(&event.0);
        remember(&self.folder, &state.asked)?;
        state.waiting.push_back(QueuedMatch { event, visitor, prepared });
        drop(state);
        self.shared.changed.notify_all();
        Ok(event)
    }

    /// The request of an event, which only the visitor who made it may repeat; `None` if it
    /// was not made here.
    pub(super) fn asked(
        &self,
        event: EventId,
        visitor: Id,
    ) -> Result<Option<MatchRequest>, ApiError> {
        match self.shared.state().asked.get(&event.0) {
            None => Ok(None),
            Some(asked) if asked.is_of(visitor) => Ok(Some(asked.request.clone())),
            Some(_) => Err(not_yours()),
        }
    }

    /// Stops a match of a visitor; `false` if it is neither running nor queued.
    pub(super) fn stop(&self, event: EventId, visitor: Id) -> Result<bool, ApiError> {
        let mut state = self.shared.state();
        let playing = state.playing.as_ref().filter(|playing| playing.event == event);
        if let Some(playing) = playing {
            if playing.visitor != visitor {
                return Err(not_yours());
            }
            playing.stop.store(true, Ordering::Relaxed);
            return Ok(true);
        }
        let Some(at) = state.waiting.iter().position(|queued| queued.event == event) else {
            return Ok(false);
        };
        if state.waiting[at].visitor != visitor {
            return Err(not_yours());
        }
        state.waiting.remove(at);
        Ok(true)
    }

    /// The games of an event that are being played now.
    pub(super) fn live(&self, event: EventId) -> Vec<LiveGame> {
        self.live.of(event)
    }

    /// The local state of an event of our store.
    pub(super) fn local(&self, event: EventId, visitor: Id) -> Option<Local> {
        let state = self.shared.state();
        let asked = state.asked.get(&event.0)?;
        Some(Local {
            is_live: state.is_live(event),
            is_yours: asked.is_of(visitor),
            total: 2 * u64::from(asked.request.pairs),
            error: state.failures.get(&event.0).cloned(),
        })
    }

    /// Stops the running match. No other match starts.
    pub(super) fn close(&self) {
        let mut state = self.shared.state();
        state.is_closed = true;
        state.waiting.clear();
        if let Some(PlayingMatch { stop, .. }) = &state.playing {
            stop.store(true, Ordering::Relaxed);
        }
        drop(state);
        self.shared.changed.notify_all();
    }
}

/// Plays matches until the queue is closed.
fn work(shared: &SharedState, live: &LiveGames, mut store: Store) {
    loop {
        let mut state = shared.state();
        while state.waiting.is_empty() && !state.is_closed {
            state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let Some(queued) = state.waiting.pop_front() else { return };
        let stop = Arc::new(AtomicBool::new(false));
        let (event, visitor) = (queued.event, queued.visitor);
        state.playing = Some(PlayingMatch { event, visitor, stop: Arc::clone(&stop) });
        drop(state);
        // A player that panics must not end this thread.
        let played = || play(&mut store, &queued, live, &stop);
        let played = panic::catch_unwind(AssertUnwindSafe(played))
            .unwrap_or_else(|_| Err("it was ended by a fault of Outflank".to_owned()));
        let mut state = shared.state();
        state.playing = None;
        if let Err(sentence) = played {
            log::complain(&format!("match {}: {sentence}", queued.event));
            state.failures.insert(queued.event.0, sentence);
        }
    }
}

/// Plays a match to its end. Games that are in the store are not played again.
fn play(
    store: &mut Store,
    queued: &QueuedMatch,
    live: &LiveGames,
    stop: &AtomicBool,
) -> Result<(), String> {
    let PreparedMatch { played, pairs, agents, openings, .. } = &queued.prepared;
    let known = store.match_games(queued.event, 2 * pairs).map_err(|e| e.to_string())?;
    let openings = openings.load(played.rule).map_err(|e| e.to_string())?;
    let mut openings = openings.sequence(played.seed).take(*pairs as usize);
    let mut writer = GameWriter {
        store,
        event: queued.event,
        prepared: &queued.prepared,
        agents,
        failure: None,
    };
    let plan = MatchPlan { known, ..MatchPlan::new(&mut openings, stop) };
    let tally = live.watched(queued.event, played, *pairs).play_with(plan, &mut writer);
    match writer.failure {
        Some(error) => Err(error.to_string()),
        None => tally.map(drop).map_err(|error| error.to_string()),
    }
}

/// Stores games as they end.
struct GameWriter<'a> {
    store: &'a mut Store,
    event: EventId,
    prepared: &'a PreparedMatch,
    agents: &'a [outflank_arena::Agent; 2],
    failure: Option<StoreError>,
}

impl MatchObserver for GameWriter<'_> {
    fn games(&mut self, games: &[(usize, &MatchGame)]) -> ControlFlow<()> {
        let row = |(number, game): &(usize, &MatchGame)| {
            self.prepared.played.row(self.agents, *number, game)
        };
        let rows: Vec<_> = games.iter().map(row).collect();
        match self.store.put_all(self.event, &rows) {
            Ok(_) => ControlFlow::Continue(()),
            Err(error) => {
                self.failure = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    fn pair(&mut self, _: Pair, _: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The answer to a visitor who wants to change a match of another.
fn not_yours() -> ApiError {
    ApiError::new(StatusCode::FORBIDDEN, "This match was started by another visitor.")
}

/// The requests from before a restart of the server. An unreadable file does not prevent
/// the start: the games are in the store.
fn remembered(folder: &Path) -> BTreeMap<i64, AskedMatch> {
    let text = std::fs::read_to_string(folder.join(FILE)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn remember(folder: &Path, asked: &BTreeMap<i64, AskedMatch>) -> io::Result<()> {
    let text = serde_json::to_string_pretty(asked).expect("requests are plain data");
    // The number of a visitor is their key to their games.
    write_private_file(&folder.join(FILE), text.as_bytes())
}
