//! The folder of a run, as `outflank evolve` leaves it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use outflank_classic::{Form, Genome};
use outflank_train::FolderError;
use outflank_train::genetic::{Champion, Generation, LogLine, RunError, Settings, read_log};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What a run was begun with.
const NOTE: &str = "run.json";
/// What is written when it has come to its end.
const END: &str = "validation.json";
const LOG: &str = "log.jsonl";

/// How long a run may be quiet at least before it counts as stopped.
const SHORTEST: Duration = Duration::from_secs(30);
/// The same before its first generation is there.
const FIRST: Duration = Duration::from_mins(10);
/// A generation may take several times as long as those before it.
const PACES: f64 = 5.0;

/// The folder of a run.
pub(super) struct RunFolder {
    path: PathBuf,
    pub(super) form: Form,
    /// What is played, in words.
    pub(super) contest: String,
    pub(super) settings: Settings,
    /// The settings as they stand in the file.
    pub(super) written: Value,
    /// The agent that it started from.
    start: Vec<f64>,
}

/// What stands in the note, as far as it is of use here.
#[derive(Deserialize)]
struct Note {
    contest: String,
    settings: Value,
    default: Vec<f64>,
}

/// What is written at the end, as far as it is of use here.
#[derive(Deserialize)]
struct End {
    generations: u32,
    #[serde(default)]
    validation: Vec<Value>,
}

/// Whether a run goes on, as far as its files and the clock tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum RunState {
    /// Its files changed so recently that it seems to go on.
    Live,
    /// It has come to its end.
    Done,
    /// It was stopped, or killed.
    Stopped,
}

/// How far a run has come.
pub(super) struct Progress {
    pub(super) state: RunState,
    pub(super) log: Vec<LogLine>,
    /// The champion's matches, once they are played.
    pub(super) validation: Option<Vec<Value>>,
}

impl RunFolder {
    /// The run in a folder; `None` if there is none. Other stages leave notes
    /// of the same name.
    pub(super) fn open(path: &Path) -> Option<Self> {
        let note: Note = serde_json::from_str(&fs::read_to_string(path.join(NOTE)).ok()?).ok()?;
        let form = note.contest.split(',').next()?.parse().ok()?;
        Some(Self {
            path: path.to_owned(),
            form,
            contest: note.contest,
            settings: serde_json::from_value(note.settings.clone()).ok()?,
            written: note.settings,
            start: note.default,
        })
    }

    /// How far it has come.
    pub(super) fn progress(&self) -> Result<Progress, FolderError> {
        let log = read_log(&self.path)?;
        let end = fs::read_to_string(self.path.join(END)).ok();
        let end = end.and_then(|text| serde_json::from_str::<End>(&text).ok());
        // A run that was made longer afterwards has an end of before.
        let end = end.filter(|end| end.generations as usize == log.len());
        let state = match &end {
            Some(_) => RunState::Done,
            None if self.is_recent(&log) => RunState::Live,
            None => RunState::Stopped,
        };
        Ok(Progress { state, log, validation: end.map(|end| end.validation) })
    }

    /// Whether its files changed so recently that it may go on.
    fn is_recent(&self, log: &[LogLine]) -> bool {
        let age = |name: &str| {
            let changed = fs::metadata(self.path.join(name)).and_then(|file| file.modified());
            changed.ok().and_then(|time| SystemTime::now().duration_since(time).ok())
        };
        let longest = log.iter().rev().take(10).filter_map(|line| line.seconds).reduce(f64::max);
        match (age(LOG), longest) {
            (Some(age), Some(longest)) => {
                let pace = Duration::try_from_secs_f64(longest * PACES).unwrap_or(FIRST);
                age < pace.max(SHORTEST)
            }
            (age_of_log, _) => age_of_log.or_else(|| age(NOTE)).is_some_and(|age| age < FIRST),
        }
    }

    /// The best agent so far: that of the hall of fame, or where there is none,
    /// of the last generation.
    pub(super) fn champion(&self, log: &[LogLine]) -> Result<Option<Champion>, RunError> {
        let hall = fs::read_to_string(self.path.join("hall.json")).unwrap_or_default();
        let hall: Vec<Champion> = serde_json::from_str(&hall).unwrap_or_default();
        if let Some(first) = hall.into_iter().next() {
            return Ok(Some(first));
        }
        let Some(last) = log.last() else { return Ok(None) };
        let last = Generation::read(&self.path, last.generation)?;
        Ok(last.map(|last| last.champion))
    }

    /// Where the champion comes from, as its file says.
    pub(super) fn provenance(&self) -> Option<String> {
        let text = fs::read_to_string(self.path.join("champion.toml")).ok()?;
        Genome::from_toml_of(self.form, &text).ok().map(|genome| genome.provenance().to_owned())
    }

    /// Genes of this run as a genome; `None` if they do not fit its form.
    pub(super) fn genome(&self, values: &[f64]) -> Option<Genome> {
        Genome::new(self.form, values.to_vec(), "")
    }

    /// The agent that it started from.
    pub(super) fn start(&self) -> Option<Genome> {
        self.genome(&self.start)
    }
}
