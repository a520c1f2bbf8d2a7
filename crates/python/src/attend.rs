//! Long work that Ctrl-C can end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The interval of checks for signals: Ctrl-C has to work within 0.1 s.
pub(crate) const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(20);

/// The maximum wait for stopped work. A function of Python that it calls cannot be
/// interrupted, so the work may end later.
pub(crate) const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// Runs `work` on a thread of its own and `on_event` with its events. Ends it when
/// Python has a signal or `on_event` raises.
///
/// Other threads of Python run meanwhile. `stop` ends the work early.
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
        let heard = match py.detach(move || receiver.recv_timeout(SIGNAL_CHECK_INTERVAL)) {
            Ok(event) => on_event(py, event).and_then(|()| py.check_signals()),
            Err(RecvTimeoutError::Timeout) => py.check_signals(),
            Err(RecvTimeoutError::Disconnected) => break,
        };
        if let Err(error) = heard {
            stop.store(true, Ordering::Relaxed);
            py.detach(|| wait(&worker, STOP_TIMEOUT));
            return Err(error);
        }
    }
    let done = py.detach(|| worker.join());
    done.map_err(|_| PyRuntimeError::new_err("a thread of the work panicked"))
}

/// Waits until a stopped thread has ended, but not longer than `timeout`.
pub(crate) fn wait<T>(worker: &JoinHandle<T>, timeout: Duration) {
    let start = Instant::now();
    while !worker.is_finished() && start.elapsed() < timeout {
        std::thread::sleep(Duration::from_millis(2));
    }
}
