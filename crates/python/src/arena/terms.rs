//! The terms of games.

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use outflank_arena::{
    Platform, Pondering, Processes, Resources, Sandboxing, Terms, TimeLimits, cache_folder,
};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::input;

/// The attributes of `outflank.arena.Terms`.
#[derive(FromPyObject)]
pub(crate) struct TermsArg {
    move_time: Option<f64>,
    game_time: Option<f64>,
    platform: String,
    sandbox: bool,
    keep_processes: bool,
    ponder: bool,
    python: Option<PathBuf>,
    memory_mb: Option<u32>,
}

impl TermsArg {
    pub(crate) fn terms(self) -> PyResult<Terms> {
        let platform: Platform = self.platform.parse().map_err(value_error)?;
        let usual = platform.limits();
        let usual_resources = Resources::default();
        if self.memory_mb == Some(0) {
            return Err(value_error("memory_mb is 0, expected at least 1"));
        }
        Ok(Terms {
            limits: TimeLimits {
                move_time: seconds("move_time", self.move_time)?.or(usual.move_time),
                game_time: seconds("game_time", self.game_time)?.or(usual.game_time),
            },
            platform,
            sandbox: if self.sandbox { Sandboxing::Required } else { Sandboxing::Off },
            processes: if self.keep_processes { Processes::Kept } else { Processes::default() },
            pondering: if self.ponder { Pondering::Allowed } else { Pondering::Off },
            python: self.python,
            cache: cache_folder(),
            resources: Resources {
                memory_mib: self.memory_mb.unwrap_or(usual_resources.memory_mib),
                ..usual_resources
            },
            ..Terms::default()
        })
    }
}

/// An error of the arena, with the words of Python instead of the flags.
pub(super) fn refused(error: impl Display) -> PyErr {
    let sentence = error.to_string().replace("--no-sandbox", "Terms(sandbox=False)");
    value_error(sentence.replace("--python", "Terms(python=...)"))
}

/// A time in seconds, more than 0.
pub(super) fn seconds(what: &str, number: Option<f64>) -> PyResult<Option<Duration>> {
    let time = number.map(|number| input::seconds(what, number)).transpose()?;
    if time.is_some_and(|time| time.is_zero()) {
        return Err(value_error(format!("{what} is 0, expected more than 0 seconds")));
    }
    Ok(time)
}
