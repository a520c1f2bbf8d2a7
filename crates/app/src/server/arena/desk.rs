//! The desk at which matches are asked for, and the one table that plays them.

use std::collections::{BTreeMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use outflank_arena::{
    EventId, EventKind, MatchGame, Pair, Plan, Store, StoreError, Tally, Witness,
};

use super::event::Local;
use super::request::{Bout, MatchRequest};
use crate::failure::Failure;
use crate::kept_match::{self, built_in};
use crate::server::error::ApiError;
use crate::{files, screen};

/// How many matches may be played or wait.
const MOST: usize = 8;
/// The file that remembers what was asked for.
const FILE: &str = "matches.json";

/// The desk at which matches are asked for. They are played one after the other,
/// by a thread of its own.
pub(super) struct Desk {
    office: Arc<Office>,
    folder: PathBuf,
}

/// What the desk and the table share.
#[derive(Default)]
struct Office {
    books: Mutex<Books>,
    /// Rings when there is something to do.
    bell: Condvar,
}

#[derive(Default)]
struct Books {
    waiting: VecDeque<Job>,
    playing: Option<(EventId, Arc<AtomicBool>)>,
    /// What was asked for, by the number of its event.
    asked: BTreeMap<i64, MatchRequest>,
    /// Why matches ended before their time.
    failures: BTreeMap<i64, String>,
    is_closed: bool,
}

struct Job {
    event: EventId,
    bout: Bout,
}

impl Office {
    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Books {
    fn is_live(&self, event: EventId) -> bool {
        self.playing.as_ref().is_some_and(|(playing, _)| *playing == event)
            || self.waiting.iter().any(|job| job.event == event)
    }
}

impl Desk {
    /// Opens the desk, and the table with its own connection to the store.
    pub(super) fn open(folder: &Path, store: Store) -> Result<Self, Failure> {
        let office = Arc::new(Office::default());
        office.books().asked = remembered(folder);
        let table = Arc::clone(&office);
        thread::Builder::new().name("matches".to_owned()).spawn(move || {
            crate::server::pool::step_back();
            work(&table, store);
        })?;
        Ok(Self { office, folder: folder.to_owned() })
    }

    /// Lets a match be played, or go on, when its turn comes.
    pub(super) fn ask(
        &self,
        store: &mut Store,
        mut request: MatchRequest,
        bout: Bout,
    ) -> Result<EventId, ApiError> {
        let mut books = self.office.books();
        if books.waiting.len() + usize::from(books.playing.is_some()) >= MOST {
            return Err(ApiError::too_many(format!(
                "{MOST} matches are played or wait already: stop one, or come back later."
            )));
        }
        let failed = |error: StoreError| ApiError::server(&error);
        let event = store.event(EventKind::Match, &bout.settings.text()).map_err(failed)?;
        if books.is_live(event) {
            return Err(ApiError::conflict("This match is being played or waits already."));
        }
        request.seed = Some(bout.settings.seed);
        books.asked.insert(event.0, request);
        books.failures.remove(&event.0);
        remember(&self.folder, &books.asked)?;
        books.waiting.push_back(Job { event, bout });
        drop(books);
        self.office.bell.notify_all();
        Ok(event)
    }

    /// What was asked for with an event.
    pub(super) fn asked(&self, event: EventId) -> Option<MatchRequest> {
        self.office.books().asked.get(&event.0).cloned()
    }

    /// Stops a match; `false` if it is neither played nor waits.
    pub(super) fn stop(&self, event: EventId) -> bool {
        let mut books = self.office.books();
        let count = books.waiting.len();
        books.waiting.retain(|job| job.event != event);
        let was_waiting = books.waiting.len() < count;
        let playing = books.playing.as_ref().filter(|(playing, _)| *playing == event);
        if let Some((_, stop)) = playing {
            stop.store(true, Ordering::Relaxed);
            return true;
        }
        was_waiting
    }

    /// What is known here of an event of our store.
    pub(super) fn local(&self, event: EventId) -> Option<Local> {
        let books = self.office.books();
        let request = books.asked.get(&event.0)?;
        Some(Local {
            is_live: books.is_live(event),
            total: 2 * u64::from(request.pairs),
            error: books.failures.get(&event.0).cloned(),
        })
    }

    /// Ends what is played; nothing more is begun.
    pub(super) fn close(&self) {
        let mut books = self.office.books();
        books.is_closed = true;
        books.waiting.clear();
        if let Some((_, stop)) = &books.playing {
            stop.store(true, Ordering::Relaxed);
        }
        drop(books);
        self.office.bell.notify_all();
    }
}

/// Plays matches until the desk closes.
fn work(office: &Office, mut store: Store) {
    loop {
        let mut books = office.books();
        while books.waiting.is_empty() && !books.is_closed {
            books = office.bell.wait(books).unwrap_or_else(PoisonError::into_inner);
        }
        let Some(job) = books.waiting.pop_front() else { return };
        let stop = Arc::new(AtomicBool::new(false));
        books.playing = Some((job.event, Arc::clone(&stop)));
        drop(books);
        // A player that panics must not take the table with it.
        let played = panic::catch_unwind(AssertUnwindSafe(|| play(&mut store, &job, &stop)))
            .unwrap_or_else(|_| Err("it was ended by a fault of Outflank".to_owned()));
        let mut books = office.books();
        books.playing = None;
        if let Err(sentence) = played {
            screen::complain(&format!("match {}: {sentence}", job.event));
            books.failures.insert(job.event.0, sentence);
        }
    }
}

/// Plays a match to its end, from where it was left.
fn play(store: &mut Store, job: &Job, stop: &AtomicBool) -> Result<(), String> {
    let Bout { played, pairs, agents, .. } = &job.bout;
    let known = kept_match::known(store, job.event, 2 * pairs).map_err(|e| e.to_string())?;
    let mut openings = built_in(played.rule, played.seed).take(*pairs as usize);
    let mut keeper = Keeper { store, event: job.event, bout: &job.bout, agents, failure: None };
    let plan = Plan { known, ..Plan::new(&mut openings, stop) };
    let tally = played.play_with(plan, &mut keeper);
    match keeper.failure {
        Some(error) => Err(error.to_string()),
        None => tally.map(drop).map_err(|error| error.to_string()),
    }
}

/// Keeps games as they end.
struct Keeper<'a> {
    store: &'a mut Store,
    event: EventId,
    bout: &'a Bout,
    agents: &'a [outflank_arena::Agent; 2],
    failure: Option<StoreError>,
}

impl Witness for Keeper<'_> {
    fn games(&mut self, games: &[(usize, &MatchGame)]) -> ControlFlow<()> {
        let row = |(number, game): &(usize, &MatchGame)| {
            kept_match::row(&self.bout.played, self.agents, *number, game)
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

/// What was asked for before the server was started again. A file that cannot
/// be read is no reason not to start: the games are in the store.
fn remembered(folder: &Path) -> BTreeMap<i64, MatchRequest> {
    let text = std::fs::read_to_string(folder.join(FILE)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

fn remember(folder: &Path, asked: &BTreeMap<i64, MatchRequest>) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(asked).expect("requests are plain data");
    files::write_bytes(&folder.join(FILE), text.as_bytes())
}
