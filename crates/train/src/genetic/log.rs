//! The log of a run, one line a generation.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::folder::{self, FolderError};

/// What is noted of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// Its number, from 0.
    pub generation: u32,
    /// The best score.
    pub best: i64,
    /// The mean score.
    pub mean: f64,
    /// The worst score.
    pub worst: i64,
    /// How many games each agent played for its score.
    pub played: u32,
    /// How much agents differ: 0 if all are alike, at most a half.
    pub diversity: f64,
    /// The part of the games against the default agent, from openings that are
    /// always the same, that the champion won. Scores are relative to a
    /// generation; this is not.
    pub rate: Option<f64>,
    /// The checksum of the champion's genes.
    pub champion: u32,
    /// How many games were played.
    pub games: u64,
    /// How long they took. No other thing in the folder of a run depends on the
    /// clock; unknown where a run was killed between its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

const FILE: &str = "log.jsonl";

/// The log of a run's folder. A line that was being written is left out.
pub fn read_log(run: &Path) -> Result<Vec<LogLine>, FolderError> {
    let path = run.join(FILE);
    match fs::read_to_string(&path) {
        Ok(text) => Ok(text.lines().map_while(|line| serde_json::from_str(line).ok()).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(FolderError::io(&path)(error)),
    }
}

/// Writes the whole log.
pub(super) fn write(run: &Path, lines: &[LogLine]) -> Result<(), FolderError> {
    let text: String = lines.iter().map(text).collect();
    folder::write(&run.join(FILE), text.as_bytes())
}

/// Adds a line.
pub(super) fn append(run: &Path, line: &LogLine) -> Result<(), FolderError> {
    let path = run.join(FILE);
    let append = || {
        let mut file = OpenOptions::new().create(true).append(true).open(&path)?;
        file.write_all(text(line).as_bytes())
    };
    append().map_err(FolderError::io(&path))
}

fn text(line: &LogLine) -> String {
    let mut text = serde_json::to_string(line).expect("a line is plain data");
    text.push('\n');
    text
}
