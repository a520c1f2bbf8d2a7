//! Searches that Python can wait for, watch and break off.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread::{self, ThreadId};

use outflank_core::{Board, Color, Position, Rule};
use outflank_engine::{Analysis as Found, Engine, Limits, Stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::analysis::Analysis;
use crate::attend::LOOK;
use crate::process::Process;

/// An engine that one search at a time uses, on a thread of its own.
///
/// The thread that asked waits without the GIL and looks for signals.
pub(crate) struct Searcher {
    engine: Arc<Mutex<Engine>>,
    /// The process that may use it.
    process: Mutex<Process>,
    /// The last search without a limit, and the thread that watches it.
    endless: Mutex<Option<(ThreadId, Stop)>>,
}

/// What a search has to say.
enum News {
    Progress(Found),
    Result(Found),
}

impl Searcher {
    pub(crate) fn new(engine: Engine) -> Self {
        let process = Mutex::new(Process::this());
        Self { engine: Arc::new(Mutex::new(engine)), process, endless: Mutex::default() }
    }

    /// Searches and waits for the result. Ctrl-C breaks it off.
    pub(crate) fn search(
        &self,
        py: Python<'_>,
        rule: Rule,
        board: Board,
        limits: Limits,
    ) -> PyResult<Found> {
        let (mut news, stop) = self.begin(rule, board, limits)?;
        // Also when the wait ends by an error.
        let _guard = StopOnDrop(stop);
        loop {
            if let News::Result(found) = wait(py, &mut news)? {
                return Ok(found);
            }
        }
    }

    /// Begins a search to be watched.
    pub(crate) fn start(
        &self,
        rule: Rule,
        position: Position,
        limits: Limits,
    ) -> PyResult<Searching> {
        let Limits { time, depth, nodes, .. } = limits;
        let (news, stop) = self.begin(rule, position.board(), limits)?;
        if (time, depth, nodes) == (None, None, None) {
            *lock(&self.endless) = Some((thread::current().id(), stop.clone()));
        }
        Ok(Searching {
            news: Mutex::new(Some(news)),
            stop: StopOnDrop(stop),
            to_move: position.to_move(),
            process: Process::this(),
        })
    }

    /// Forgets all that was searched.
    pub(crate) fn clear(&self, py: Python<'_>) -> PyResult<()> {
        self.adopt()?;
        self.refuse_to_wait_for_itself()?;
        // A search that another thread waits for may take long.
        while let Err(TryLockError::WouldBlock) =
            self.engine.try_lock().map(|mut engine| engine.clear())
        {
            py.detach(|| thread::sleep(LOOK));
            py.check_signals()?;
        }
        Ok(())
    }

    fn begin(&self, rule: Rule, board: Board, limits: Limits) -> PyResult<(Receiver<News>, Stop)> {
        self.adopt()?;
        self.refuse_to_wait_for_itself()?;
        let (sender, news) = channel();
        let stop = limits.stop.clone();
        let engine = self.engine.clone();
        let work = move || tell(&engine, rule, board, &limits, &sender);
        thread::Builder::new().spawn(work)?;
        Ok((news, stop))
    }

    /// A thread that still watches a search without a limit would wait for it
    /// forever.
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

    /// Makes the engine this process's own after a fork. No thread comes along
    /// into the new process, so a search that ran then holds its engine forever.
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

/// A search that panicked left a table of guesses behind, which is all a table
/// ever is.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches and tells of it. Nobody may be listening any more.
fn tell(engine: &Mutex<Engine>, rule: Rule, board: Board, limits: &Limits, sender: &Sender<News>) {
    let mut on_progress = |found: &Found| {
        let _ = sender.send(News::Progress(found.clone()));
    };
    // The engine is free before the result is told: a fork may follow at once.
    let result = lock(engine).search(rule, board, limits, &mut on_progress);
    limits.stop.ask();
    let _ = sender.send(News::Result(result));
}

/// Waits for news without the GIL, and looks for signals between.
fn wait(py: Python<'_>, news: &mut Receiver<News>) -> PyResult<News> {
    loop {
        let next = &mut *news;
        match py.detach(move || next.recv_timeout(LOOK)) {
            Ok(news) => return Ok(news),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => return Err(ended_early()),
        }
    }
}

fn ended_early() -> PyErr {
    PyRuntimeError::new_err("the search has ended without a result")
}

/// Ends a search that nobody waits for any more.
struct StopOnDrop(Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.ask();
    }
}

/// A search under way: an iterator over what is known after each iteration.
///
/// It is stopped by `stop()`, at the end of a `with`, or when it is dropped.
#[pyclass(frozen, module = "outflank")]
pub(crate) struct Searching {
    /// `None` once all was told.
    news: Mutex<Option<Receiver<News>>>,
    stop: StopOnDrop,
    to_move: Color,
    process: Process,
}

#[pymethods]
impl Searching {
    /// Asks the search to end: what it has found is still told.
    fn stop(&self) {
        self.stop.0.ask();
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Analysis>> {
        self.process.check("this search")?;
        // Two threads may ask: the lock is only taken without the GIL.
        let next = || {
            let mut state = lock(&self.news);
            let Some(news) = state.as_ref() else { return Ok(None) };
            let found = news.recv_timeout(LOOK);
            if !matches!(found, Ok(News::Progress(_)) | Err(RecvTimeoutError::Timeout)) {
                *state = None;
            }
            found.map(Some)
        };
        loop {
            match py.detach(next) {
                Ok(None) => return Ok(None),
                Ok(Some(News::Progress(found) | News::Result(found))) => {
                    return Ok(Some(Analysis::new(found, self.to_move)));
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
