//! The worker pool: engines shared fairly between visitors.
//!
//! A few threads have an engine each. Requests of visitors are jobs, done in slices.
//! `queue` decides the next job, `worker` does the work, `timekeeper` ends a slice when
//! others wait. The number of engines and tables does not depend on the number of
//! visitors.

mod queue;
#[cfg(test)]
mod tests;
mod timekeeper;
mod worker;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_engine::{Engine, Options, Stop};

use super::error::ApiError;
use super::id::Id;
use super::settings::Settings;
use crate::ServerError;
use queue::Queue;

pub(crate) use worker::{Niceness, step_back};

/// Something that an engine is wanted for. A job that is lost, because its engine failed, is
/// dropped before it is done: its owner learns that from a channel that closes.
pub(crate) trait Job: Send {
    /// The length of the next slice it asks for.
    fn requested_time(&self) -> Duration;

    /// True if a slice must not end early, because half of it would be useless.
    fn is_whole(&self) -> bool {
        false
    }

    /// Uses the engine for about as long as the slice, or until it is stopped.
    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next;
}

/// A turn of a job.
pub(crate) struct Slice {
    /// The intended length.
    pub(crate) time: Duration,
    /// Ends it early: somebody else's turn, or the job is not wanted any more.
    pub(crate) stop: Stop,
}

/// The outcome of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    Again,
    Done,
}

/// The urgency of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgency {
    /// Somebody waits for it: a move or a hint.
    Prompt,
    /// The job continues as long as it can.
    Patient,
}

/// A job that was handed in. Dropped, the job is given up.
pub(crate) struct Ticket {
    inner: Arc<Inner>,
    number: u64,
}

impl Ticket {
    /// True if the job has no engine at the moment.
    pub(crate) fn is_waiting(&self) -> bool {
        !self.inner.lock().is_running(self.number)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.inner.lock().cancel(self.number);
    }
}

/// The engines and the queue.
pub(crate) struct Pool {
    inner: Arc<Inner>,
}

struct Inner {
    queue: Mutex<Queue>,
    /// Told when there is something to do for workers or the timekeeper.
    changed: Condvar,
}

impl Pool {
    /// Starts the engines. Their tables share the memory of the settings.
    pub(super) fn start(settings: &Settings) -> Result<Self, ServerError> {
        let &Settings { threads, hash_mib, low_priority, .. } = settings;
        let threads = threads.max(1);
        let queue = Mutex::new(Queue::new(threads));
        let inner = Arc::new(Inner { queue, changed: Condvar::new() });
        let options = Options { threads: 1, hash_mib: (hash_mib / threads).max(1) };
        let spawn = |name: String, run: Box<dyn FnOnce() + Send>| {
            let thread = std::thread::Builder::new().name(name).spawn(run);
            thread.map(drop).map_err(ServerError::Thread)
        };
        for number in 0..threads {
            let inner = Arc::clone(&inner);
            let run = Box::new(move || {
                if low_priority {
                    step_back(Niceness::Engine);
                }
                worker::work(&inner, number, options);
            });
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

    /// The number of jobs that have an engine or wait for one.
    pub(super) fn jobs(&self) -> usize {
        self.inner.lock().jobs()
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
