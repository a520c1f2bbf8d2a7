//! Long work that Ctrl-C can end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often signals are looked for: Ctrl-C has to be heard within 0.1 s.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// How long a stopped work is waited for. What it calls in Python cannot be
/// broken off, so it may take longer, and ends by itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// Does some work on a thread of its own, tells of it in Python, and ends it
/// when Python has a signal or `on_event` raises.
///
/// Python's other threads run meanwhile. `stop` tells the work to end early.
pub(crate) fn attend<E: Send + 'static, T: Send + 'static>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    work: impl FnOnce(Sender<E>) -> T + Send + 'static,
    mut on_event: impl FnMut(Python<'_>, E) -> PyResult<()>,
) -> PyResult<T> {
    let (sender, mut receiver) = mpsc::channel();
    let worker = std::thread::Builder::new().spawn(move || work(sender))?;
    loop {
        let receiver = &mut receiver;
        let heard = match py.detach(move || receiver.recv_timeout(LOOK)) {
            Ok(event) => on_event(py, event).and_then(|()| py.check_signals()),
            Err(RecvTimeoutError::Timeout) => py.check_signals(),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Err(error) = heard {
            stop.store(true, Ordering::Relaxed);
            py.detach(|| wait(&worker));
            return Err(error);
        }
    }
    let done = py.detach(|| worker.join());
    done.map_err(|_| PyRuntimeError::new_err("a thread of the work panicked"))
}

fn wait<T>(worker: &JoinHandle<T>) {
    let start = Instant::now();
    while !worker.is_finished() && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(2));
    }
}
