//! The folder of a run: the names of its files, and a reader for other programs.

use std::fs;
use std::path::{Path, PathBuf};

use outflank_classic::{Form, Genome};
use outflank_core::Rule;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Champion, Contest, Generation, Genes, LogLine, RunError, RunSettings, Space, hall_of_fame,
    read_log,
};
use crate::folder::{self, FolderError, NOTE};

const CHAMPION: &str = "champion.toml";
const START: &str = "start.toml";
const FIRST_CHAMPION: &str = "first.toml";
const PICTURE: &str = "evolution.svg";
const WEIGHTS_PICTURE: &str = "weights.svg";
const SUMMARY: &str = "validation.json";

/// The note of a new run. A run that was begun with another note is refused.
#[derive(Serialize)]
pub(super) struct NewNote<'a> {
    contest: String,
    settings: &'a RunSettings,
    default: &'a Genes,
    space: &'a Space,
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<&'static str>,
}

impl<'a> NewNote<'a> {
    pub(super) fn new(
        contest: &impl Contest,
        settings: &'a RunSettings,
        default: &'a Genes,
        space: &'a Space,
    ) -> Self {
        let form = contest.form().map(Form::name);
        Self { contest: contest.description(), settings, default, space, form }
    }
}

/// The fields of a [`NewNote`] that a reader needs.
#[derive(Deserialize)]
struct Note {
    contest: String,
    settings: Value,
    default: Vec<f64>,
    form: Option<String>,
}

impl Note {
    /// The form of the agents. Notes of earlier versions have no such field, and
    /// begin the description with it.
    fn form(&self) -> Option<Form> {
        let first_word = || self.contest.split(',').next();
        self.form.as_deref().or_else(first_word)?.parse().ok()
    }

    /// The game of the agents: the second word of the description.
    fn rule(&self) -> Option<Rule> {
        self.contest.split(", ").nth(1)?.parse().ok()
    }
}

/// The summary of a finished run: the file, and the last object that
/// `outflank evolve --json` prints.
///
/// `M` is a match of the validation. This crate plays no matches, so a reader
/// gets them as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunSummary<M = Value> {
    /// The name of the form.
    pub form: String,
    /// The name of the rules.
    pub rules: String,
    /// The seed of the run.
    pub seed: u64,
    /// The number of generations.
    pub generations: u32,
    /// The number of games of all generations.
    pub games: u64,
    /// The best agent.
    pub champion: ChampionSummary,
    /// The matches of the champion against agents that it was not tuned on.
    #[serde(default = "Vec::new")]
    pub validation: Vec<M>,
}

/// The best agent in a [`RunSummary`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ChampionSummary {
    /// Its genome file.
    pub file: String,
    /// Its generation.
    pub generation: u32,
    /// The fraction of its games against the default agent that it won.
    pub rate: Option<f64>,
}

/// The folder of a run, as a [`Run`](super::Run) and `outflank evolve` write it.
///
/// It only reads, so it can follow a run that another process works on.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
    form: Option<Form>,
    rule: Option<Rule>,
    contest: String,
    settings: RunSettings,
    settings_json: Value,
    default: Vec<f64>,
}

impl RunFolder {
    /// Opens the folder of a run; `None` if it holds no run of this kind.
    pub fn open(path: &Path) -> Option<Self> {
        let text = fs::read_to_string(path.join(NOTE)).ok()?;
        let note: Note = serde_json::from_str(&text).ok()?;
        Some(Self {
            path: path.to_owned(),
            form: note.form(),
            rule: note.rule(),
            contest: note.contest,
            settings: serde_json::from_value(note.settings.clone()).ok()?,
            settings_json: note.settings,
            default: note.default,
        })
    }

    /// The genome file of the champion.
    pub fn champion_file(folder: &Path) -> PathBuf {
        folder.join(CHAMPION)
    }

    /// The genome file of a starting agent that has no name.
    pub fn start_file(folder: &Path) -> PathBuf {
        folder.join(START)
    }

    /// The genome file of the champion of generation 0.
    pub fn first_champion_file(folder: &Path) -> PathBuf {
        folder.join(FIRST_CHAMPION)
    }

    /// The picture of all generations.
    pub fn picture_file(folder: &Path) -> PathBuf {
        folder.join(PICTURE)
    }

    /// The picture of the weights of a continuous champion.
    pub fn weights_picture_file(folder: &Path) -> PathBuf {
        folder.join(WEIGHTS_PICTURE)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The form of the agents; `None` for agents of another kind.
    pub fn form(&self) -> Option<Form> {
        self.form
    }

    /// The game of the agents; `None` for agents of another kind.
    pub fn rule(&self) -> Option<Rule> {
        self.rule.or(self.form.map(Form::rule))
    }

    /// The game and the agents, in words.
    pub fn contest(&self) -> &str {
        &self.contest
    }

    /// The settings. The number of generations is not among them: a run can
    /// always be made longer.
    pub fn settings(&self) -> &RunSettings {
        &self.settings
    }

    /// The settings as they stand in the file.
    pub fn settings_json(&self) -> &Value {
        &self.settings_json
    }

    /// The genes of the default agent.
    pub fn default_genes(&self) -> &[f64] {
        &self.default
    }

    /// The time of the last change: of the log, or before the first generation
    /// of the settings.
    pub fn last_change(&self) -> Option<std::time::SystemTime> {
        let changed = |name| fs::metadata(self.path.join(name)).and_then(|file| file.modified());
        changed(super::log::FILE).or_else(|_| changed(NOTE)).ok()
    }

    /// The log of all finished generations.
    pub fn log(&self) -> Result<Vec<LogLine>, FolderError> {
        read_log(&self.path)
    }

    /// A generation, if it is finished.
    pub fn generation(&self, number: u32) -> Result<Option<Generation>, RunError> {
        Generation::read(&self.path, number)
    }

    /// The best agent so far: the first of the hall of fame, or without one the
    /// champion of the last generation.
    pub fn champion(&self) -> Result<Option<Champion>, RunError> {
        if let Some(first) = hall_of_fame::read(&self.path).into_iter().next() {
            return Ok(Some(first));
        }
        let Some(last) = self.log()?.pop() else { return Ok(None) };
        Ok(self.generation(last.generation)?.map(|last| last.champion))
    }

    /// The genome file of the champion, if it is written and of the run's form.
    pub fn champion_genome(&self) -> Option<Genome> {
        let text = fs::read_to_string(self.path.join(CHAMPION)).ok()?;
        Genome::from_toml_of(self.form?, &text).ok()
    }

    /// The summary, if the run has ended. A run that was made longer afterwards
    /// has the summary of its earlier end.
    pub fn summary(&self) -> Option<RunSummary> {
        let text = fs::read_to_string(self.path.join(SUMMARY)).ok()?;
        serde_json::from_str(&text).ok()
    }
}

impl<M: Serialize> RunSummary<M> {
    /// Writes the summary to the folder of its run.
    pub fn write(&self, run: &Path) -> Result<(), FolderError> {
        let mut text = serde_json::to_string_pretty(self).expect("a summary is plain data");
        text.push('\n');
        folder::write(&run.join(SUMMARY), text.as_bytes())
    }
}
