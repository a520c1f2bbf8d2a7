//! A function of Python that chooses moves.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use outflank_arena::{CustomPlayer, Fault, FaultKind, Player, PlayerName, Reply, TimeLeft};
use outflank_core::{Game, Move};
use pyo3::exceptions::{PyException, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyTracebackMethods;

use crate::board::Board;
use crate::error::value_error;
use crate::input::MoveArg;

/// Ends all games when an exception is not the fault of a player, such as Ctrl-C.
#[derive(Clone, Default)]
pub(super) struct Emergency {
    pub(super) stop: Arc<AtomicBool>,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Emergency {
    /// The exception, if there was one.
    pub(super) fn take(&self) -> Option<PyErr> {
        self.raised.lock().ok()?.take()
    }

    fn raise(&self, error: PyErr) {
        if let Ok(mut raised) = self.raised.lock() {
            raised.get_or_insert(error);
        }
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// Makes a player from a name or from a function of Python.
pub(super) fn player(
    name: &str,
    player: &Bound<'_, PyAny>,
    emergency: &Emergency,
) -> PyResult<PlayerName> {
    if let Ok(text) = player.extract::<&str>() {
        return text.parse().map_err(value_error::<outflank_arena::ParsePlayerError>);
    }
    if !player.is_callable() {
        let kind = player.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a player is a name such as \"engine:level=3\" or a callable, not {kind}"
        )));
    }
    let function = Arc::new(player.clone().unbind());
    let emergency = emergency.clone();
    Ok(PlayerName::Custom(CustomPlayer::new(name, move |_, _, _| {
        let (function, emergency) = (Arc::clone(&function), emergency.clone());
        Box::new(Callable { function, emergency, log: String::new() })
    })))
}

struct Callable {
    function: Arc<Py<PyAny>>,
    emergency: Emergency,
    /// The tracebacks of its exceptions.
    log: String,
}

impl Player for Callable {
    fn choose(&mut self, game: &Game, _: TimeLeft) -> Result<Reply, Fault> {
        if game.position().board().legal_moves().is_empty() {
            return Ok(Move::Pass.into());
        }
        Python::attach(|py| {
            let answer = self
                .function
                .bind(py)
                .call1((Board(game.position()),))
                .map_err(|error| self.fault(py, error))?;
            let choice = answer
                .extract::<MoveArg>()
                .map_err(|error| Fault::new(FaultKind::Protocol, error.value(py).to_string()))?;
            Ok(choice.0.into())
        })
    }

    fn take_log(&mut self) -> String {
        std::mem::take(&mut self.log)
    }
}

impl Callable {
    fn fault(&mut self, py: Python<'_>, error: PyErr) -> Fault {
        let kind = error.get_type(py);
        let kind = kind.name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
        let detail = format!("it raised {kind}: {}", error.value(py));
        if let Some(traceback) = error.traceback(py).and_then(|trace| trace.format().ok()) {
            self.log.push_str(&traceback);
        }
        let _ = writeln!(self.log, "{kind}: {}", error.value(py));
        // Ctrl-C and SystemExit are for the program, not for the game.
        if !error.is_instance_of::<PyException>(py) {
            self.emergency.raise(error);
        }
        Fault::new(FaultKind::Crash, detail)
    }
}
