//! A finished generation, and the file that keeps it.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{AgentResults, Genes, LogLine, RunError, Scoring, Space};
use crate::folder::{self, FolderError};

/// An agent and its results in its generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// The agent.
    pub genes: Genes,
    /// Its games.
    #[serde(flatten)]
    pub tally: AgentResults,
}

/// The best of a generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Champion {
    /// Its generation.
    pub generation: u32,
    /// The agent.
    pub genes: Genes,
    /// The fraction of its games against the default agent that it won.
    pub rate: Option<f64>,
}

/// A finished generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its line of the log, without the time: a generation does not depend on the clock.
    pub line: LogLine,
    /// Its best agent.
    pub champion: Champion,
    /// The agents of each island in order of their creation.
    pub islands: Vec<Vec<Individual>>,
}

/// The folder of all generations of a run.
pub(super) const FOLDER: &str = "generations";

impl Generation {
    /// Reads a generation of a run, if it is finished.
    pub fn read(run: &Path, generation: u32) -> Result<Option<Self>, RunError> {
        let path = path(run, generation);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(FolderError::io(&path)(error).into()),
        };
        let damaged = |error: serde_json::Error| RunError::Damaged {
            path: path.clone(),
            reason: error.to_string(),
        };
        serde_json::from_str(&text).map(Some).map_err(damaged)
    }

    /// Reads a generation and checks it against the space of the run.
    pub(super) fn read_checked(
        run: &Path,
        generation: u32,
        space: &Space,
        sizes: &[usize],
    ) -> Result<Option<Self>, RunError> {
        let Some(found) = Self::read(run, generation)? else { return Ok(None) };
        let damaged = |reason| RunError::Damaged { path: path(run, generation), reason };
        if found.islands.iter().map(Vec::len).ne(sizes.iter().copied()) {
            return Err(damaged("it has another number of agents than the run".into()));
        }
        for agent in found.islands.iter().flatten() {
            space.genes(agent.genes.values()).map_err(|error| damaged(error.to_string()))?;
        }
        Ok(Some(found))
    }

    /// Writes the generation to its file.
    pub(super) fn write(&self, run: &Path) -> Result<(), FolderError> {
        let mut text = serde_json::to_string(self).expect("a generation is plain data");
        text.push('\n');
        folder::write(&path(run, self.line.generation), text.as_bytes())
    }
}

fn path(run: &Path, generation: u32) -> PathBuf {
    run.join(FOLDER).join(format!("{generation:06}.json"))
}

/// Agents from best to worst. Among equal scores the earlier agent comes first, so an
/// agent that stays comes before its children.
pub(super) fn ranked(agents: &[Individual], scoring: Scoring) -> Vec<&Individual> {
    let mut ranked: Vec<_> = agents.iter().collect();
    ranked.sort_by_key(|agent| Reverse(scoring.score(&agent.tally)));
    ranked
}
