//! The progress of a run, estimated from its files and the clock.

use std::time::{Duration, SystemTime};

use outflank_train::FolderError;
use outflank_train::genetic::{LogLine, RunFolder};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// The minimum time without a change before a run counts as stopped.
const MIN_IDLE: Duration = Duration::from_secs(30);
/// The same before its first generation is finished.
const FIRST_GENERATION: Duration = Duration::from_mins(10);
/// A generation may take this many times as long as earlier ones.
const SLOWDOWN: f64 = 5.0;

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum RunState {
    /// Its files changed so recently that it seems to continue.
    Live,
    /// It has ended.
    Done,
    /// It was interrupted or killed.
    Stopped,
}

/// The progress of a run.
pub(super) struct Progress {
    pub(super) state: RunState,
    pub(super) log: Vec<LogLine>,
    /// The matches of the champion, once they are played.
    pub(super) validation: Option<Vec<Value>>,
}

impl Progress {
    /// Reads the progress of a run.
    pub(super) fn of(run: &RunFolder) -> Result<Self, FolderError> {
        let log = run.log()?;
        // A run that was made longer has the summary of its earlier end.
        let end = run.summary().filter(|end| end.generations as usize == log.len());
        let state = match &end {
            Some(_) => RunState::Done,
            None if is_recent(run, &log) => RunState::Live,
            None => RunState::Stopped,
        };
        Ok(Self { state, log, validation: end.map(|end| end.validation) })
    }
}

/// Whether the files of a run changed so recently that it may still continue.
fn is_recent(run: &RunFolder, log: &[LogLine]) -> bool {
    let age = run.last_change().and_then(|time| SystemTime::now().duration_since(time).ok());
    let longest = log.iter().rev().take(10).filter_map(|line| line.seconds).reduce(f64::max);
    let limit = longest.map_or(FIRST_GENERATION, |longest| {
        let slow = Duration::try_from_secs_f64(longest * SLOWDOWN).unwrap_or(FIRST_GENERATION);
        slow.max(MIN_IDLE)
    });
    age.is_some_and(|age| age < limit)
}
