//! Where engines think, shared fairly between visitors.
//!
//! A few threads have an engine each; what visitors want are jobs, done in
//! slices. `queue` says whose turn it is, `worker` does the work, `timekeeper`
//! ends a slice when others wait. However many visitors there are, there are
//! only so many engines and tables.

mod queue;
mod timekeeper;
mod worker;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use outflank_engine::{Engine, Options, Stop};

use super::error::ApiError;
use super::id::Id;
use crate::failure::Failure;
use queue::Queue;

pub(crate) use worker::step_back;

/// Something that an engine is wanted for.
pub(crate) trait Job: Send {
    /// For how long it would like to have an engine next.
    fn wish(&self) -> Duration;

    /// Whether a turn is not ended early for others: half of it is worth
    /// nothing.
    fn is_whole(&self) -> bool {
        false
    }

    /// Uses the engine for about as long as the slice, or until it is stopped.
    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next;
}

/// A turn of a job.
pub(crate) struct Slice {
    /// How long it is meant to be.
    pub(crate) time: Duration,
    /// Ends it early: somebody else's turn, or the job is not wanted any more.
    pub(crate) stop: Stop,
}

/// What comes after a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Again,
    Done,
}

/// How soon an answer is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Somebody waits for it: a move or a hint.
    Prompt,
    /// It goes on for as long as it can.
    Patient,
}

/// A job that was handed in. Dropped, the job is given up.
pub(crate) struct Ticket {
    inner: Arc<Inner>,
    number: u64,
}

impl Ticket {
    /// Whether there is no job any more: it was done, or its engine failed.
    pub(crate) fn is_over(&self) -> bool {
        !self.inner.lock().has(self.number)
    }

    /// Whether the job has no engine at the moment.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.inner.lock().is_running(self.number)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.inner.lock().cancel(self.number);
    }
}

/// The engines and who waits for them.
pub(crate) struct Pool {
    inner: Arc<Inner>,
}

struct Inner {
    queue: Mutex<Queue>,
    /// Told when there is something to do for workers or the timekeeper.
    changed: Condvar,
}

impl Pool {
    /// Starts the engines, with tables of `hash_mib` together.
    pub(super) fn start(threads: usize, hash_mib: usize) -> Result<Self, Failure> {
        let threads = threads.max(1);
        let queue = Mutex::new(Queue::new(threads));
        let inner = Arc::new(Inner { queue, changed: Condvar::new() });
        let options = Options { threads: 1, hash_mib: (hash_mib / threads).max(1) };
        let spawn = |name: String, run: Box<dyn FnOnce() + Send>| {
            let thread = std::thread::Builder::new().name(name).spawn(run);
            thread.map(drop).context("cannot start a thread").map_err(Failure::Run)
        };
        for number in 0..threads {
            let inner = Arc::clone(&inner);
            let run = Box::new(move || worker::work(&inner, number, options));
            spawn(format!("engine {number}"), run)?;
        }
        let watched = Arc::clone(&inner);
        spawn("timekeeper".to_owned(), Box::new(move || timekeeper::watch(&watched)))?;
        Ok(Self { inner })
    }

    /// Hands a job in.
    pub(crate) fn submit(
        &self,
        visitor: Id,
        urgency: Urgency,
        job: Box<dyn Job>,
    ) -> Result<Ticket, ApiError> {
        let number = self.inner.lock().add(visitor, urgency, job, Instant::now());
        let number = number.ok_or_else(|| {
            let status = axum::http::StatusCode::SERVICE_UNAVAILABLE;
            ApiError::new(status, "Too many are waiting for the engine: try again later.")
        })?;
        self.inner.changed.notify_all();
        Ok(Ticket { inner: Arc::clone(&self.inner), number })
    }

    /// Gives all jobs up and lets the threads end.
    pub(super) fn close(&self) {
        self.inner.lock().close();
        self.inner.changed.notify_all();
    }
}

impl Inner {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // Nothing in here is left half done by a panic.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
