//! Searches that Python waits for, watches and stops.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};

use outflank_core::{Board, Position, Rule};
use outflank_engine::{Analysis as Found, Engine, Limits, Stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::analysis::Analysis;
use crate::attend::SIGNAL_CHECK_INTERVAL;
use crate::process::Process;

/// An engine that runs one search at a time, on a thread of its own.
///
/// The calling thread waits without the GIL and checks for signals.
pub(crate) struct Searcher {
    engine: Arc<Mutex<Engine>>,
    /// The process that uses it.
    process: Mutex<Process>,
    /// The last search without a limit, and the thread that watches it.
    endless: Mutex<Option<(ThreadId, Stop)>>,
}

/// A message of a search.
enum SearchEvent {
    Progress(Found),
    Result(Found),
}

impl Searcher {
    pub(crate) fn new(engine: Engine) -> Self {
        let process = Mutex::new(Process::this());
        Self { engine: Arc::new(Mutex::new(engine)), process, endless: Mutex::default() }
    }

    /// Searches and waits for the result. Ctrl-C stops it.
    pub(crate) fn search(
        &self,
        py: Python<'_>,
        rule: Rule,
        board: Board,
        limits: Limits,
    ) -> PyResult<Found> {
        let (mut events, stop) = self.begin(rule, board, limits)?;
        // The search also stops if the wait ends with an error.
        let _guard = StopOnDrop(stop);
        loop {
            if let SearchEvent::Result(found) = wait(py, &mut events)? {
                return Ok(found);
            }
        }
    }

    /// Starts a search and returns an iterator over its results.
    pub(crate) fn start(
        &self,
        rule: Rule,
        position: Position,
        limits: Limits,
    ) -> PyResult<Searching> {
        let Limits { time, depth, nodes, .. } = limits;
        let (events, stop) = self.begin(rule, position.board(), limits)?;
        if (time, depth, nodes) == (None, None, None) {
            *lock(&self.endless) = Some((thread::current().id(), stop.clone()));
        }
        Ok(Searching {
            events: Mutex::new(Some(events)),
            stop: StopOnDrop(stop),
            position,
            process: Process::this(),
        })
    }

    /// Empties the table.
    pub(crate) fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.adopt()?;
        self.refuse_to_wait_for_itself()?;
        // A search of another thread may take long.
        while let Err(TryLockError::WouldBlock) =
            self.engine.try_lock().map(|mut engine| engine.clear())
        {
            py.detach(|| thread::sleep(SIGNAL_CHECK_INTERVAL));
            py.check_signals()?;
        }
        Ok(())
    }

    fn begin(
        &self,
        rule: Rule,
        board: Board,
        limits: Limits,
    ) -> PyResult<(Receiver<SearchEvent>, Stop)> {
        self.adopt()?;
        self.refuse_to_wait_for_itself()?;
        let (sender, events) = channel();
        let stop = limits.stop.clone();
        let engine = self.engine.clone();
        let work = move || tell(&engine, rule, board, &limits, &sender);
        thread::Builder::new().spawn(work)?;
        Ok((events, stop))
    }

    /// Refuses a search on a thread that iterates over a search without a limit: it
    /// would wait for that one forever.
    fn refuse_to_wait_for_itself(&self) -> PyResult<()> {
        match &*lock(&self.endless) {
            Some((thread, stop)) if *thread == thread::current().id() && !stop.is_asked() => {
                Err(PyRuntimeError::new_err(
                    "this engine is busy with an analysis that this thread began without a \
                     limit: stop() it first, or use another engine",
                ))
            }
            _ => Ok(()),
        }
    }

    /// Takes the engine over after a fork. The new process has no search threads, so
    /// an engine that was searching stays locked forever.
    fn adopt(&self) -> PyResult<()> {
        let mut process = lock(&self.process);
        if process.is_this() {
            return Ok(());
        }
        if matches!(self.engine.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(PyRuntimeError::new_err(
                "this engine was searching when the process forked: make another one after the fork",
            ));
        }
        *process = Process::this();
        Ok(())
    }
}

/// Ignores poison: a search that panicked leaves a table that is still valid,
/// because a table only holds hints.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches and sends messages. The receiver may be gone.
fn tell(
    engine: &Mutex<Engine>,
    rule: Rule,
    board: Board,
    limits: &Limits,
    sender: &Sender<SearchEvent>,
) {
    let mut on_progress = |found: &Found| {
        let _ = sender.send(SearchEvent::Progress(found.clone()));
    };
    // The engine is unlocked before the result is sent: a fork may follow at once.
    let result = lock(engine).search(rule, board, limits, &mut on_progress);
    limits.stop.ask();
    let _ = sender.send(SearchEvent::Result(result));
}

/// Waits for a message without the GIL, and checks for signals.
fn wait(py: Python<'_>, events: &mut Receiver<SearchEvent>) -> PyResult<SearchEvent> {
    loop {
        let next = &mut *events;
        match py.detach(move || next.recv_timeout(SIGNAL_CHECK_INTERVAL)) {
            Ok(events) => return Ok(events),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(ended_early()),
        }
    }
}

fn ended_early() -> PyErr {
    PyRuntimeError::new_err("the search has ended without a result")
}

/// Stops a search when its result is no longer needed.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.ask();
    }
}

/// A running search: an iterator over the result of each iteration.
///
/// `stop()`, the end of a `with` block or dropping it stops the search.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Searching {
    /// `None` after the last message.
    events: Mutex<Option<Receiver<SearchEvent>>>,
    stop: StopOnDrop,
    position: Position,
    process: Process,
}

#[pymethods]
impl Searching {
    /// Stops the search. The iterator still yields its result.
    fn stop(&self) {
        self.stop.0.ask();
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Analysis>> {
        self.process.check("this search")?;
        // Two threads may call this, so the lock is only taken without the GIL.
        let next = || {
            let mut state = lock(&self.events);
            let Some(events) = state.as_ref() else { return Ok(None) };
            let found = events.recv_timeout(SIGNAL_CHECK_INTERVAL);
            if !matches!(found, Ok(SearchEvent::Progress(_)) | Err(RecvTimeoutError::Timeout)) {
                *state = None;
            }
            found.map(Some)
        };
        loop {
            match py.detach(next) {
                Ok(None) => return Ok(None),
                Ok(Some(SearchEvent::Progress(found) | SearchEvent::Result(found))) => {
                    return Ok(Some(Analysis::new(found, self.position)));
                }
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(signal) = py.check_signals() {
                        self.stop();
                        return Err(signal);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(ended_early());
                }
            }
        }
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.stop();
    }
}
