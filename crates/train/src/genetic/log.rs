//! The log of a run, one line a generation.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::folder::{self, FolderError};

/// The log line of a generation.
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
    /// The number of games of each agent.
    pub played: u32,
    /// The diversity of the agents: 0 if all are alike, at most 0.5.
    pub diversity: f64,
    /// The score of the champion against the default agent, from openings that never
    /// change. Unlike scores within a generation it can be compared between generations.
    pub rate: Option<f64>,
    /// The checksum of the champion's genes.
    pub champion: u32,
    /// The number of games.
    pub games: u64,
    /// The time of the games. Nothing else in the folder of a run depends on the clock.
    /// Unknown if a run was killed between the writes of its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

pub(super) const FILE: &str = "log.jsonl";

/// Reads the log in the folder of a run. An incomplete last line is left out.
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
