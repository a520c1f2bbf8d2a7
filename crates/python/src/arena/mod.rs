//! Matches and tournaments between players of every kind.

mod callable;
mod matches;
mod report;
mod terms;
mod tournament;

use std::fmt::Display;

use outflank_arena::{OpeningsChoice, OpeningsSource};
use outflank_core::Rule;
use pyo3::PyResult;

use crate::error::value_error;

pub(crate) use matches::play_match;
pub(crate) use terms::TermsArg;
pub(crate) use tournament::play_tournament;

/// The maximum number of games at the same time.
const MAX_CONCURRENCY: usize = 1024;

/// The openings of a keyword: `balanced`, `start`, `random:N` or a file.
pub(crate) fn load_openings(text: &str, rule: Rule) -> PyResult<OpeningsSource> {
    let refused = |error: &dyn Display| value_error(format!("openings is '{text}': {error}"));
    let choice: OpeningsChoice = text.parse().map_err(|error| refused(&error))?;
    choice.load(rule).map_err(|error| refused(&error))
}
