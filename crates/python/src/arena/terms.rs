//! On what terms games are played, as keywords.

use std::path::PathBuf;
use std::time::Duration;

use outflank_arena::{Limits, Platform, Processes, Sandboxing, Terms};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// What a caller asks for.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct TermsArg {
    move_time: Option<f64>,
    game_time: Option<f64>,
    platform: String,
    sandbox: bool,
    keep_processes: bool,
    python: Option<PathBuf>,
}

impl TermsArg {
    pub(super) fn terms(self) -> PyResult<Terms> {
        let platform: Platform = self
            .platform
            .parse()
            .map_err(|error: outflank_arena::ParsePlatformError| refused(&error))?;
        let usual = platform.limits();
        Ok(Terms {
            limits: Limits {
                move_time: seconds("move_time", self.move_time)?.or(usual.move_time),
                game_time: seconds("game_time", self.game_time)?.or(usual.game_time),
            },
            platform,
            sandbox: if self.sandbox { Sandboxing::Required } else { Sandboxing::Off },
            processes: if self.keep_processes { Processes::Kept } else { Processes::default() },
            python: self.python,
            ..Terms::default()
        })
    }
}

pub(super) fn refused(error: &impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A time in seconds.
pub(super) fn seconds(what: &str, number: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(number) = number else { return Ok(None) };
    let time = Duration::try_from_secs_f64(number).ok().filter(|time| !time.is_zero());
    let sentence = || format!("{what} is {number}, expected seconds above 0");
    time.map(Some).ok_or_else(|| PyValueError::new_err(sentence()))
}
