//! Agents: players as a store identifies them.

use std::fs;
use std::path::{Path, PathBuf};

use outflank_work::ContentHash;

use crate::programs::AgentFiles;
use crate::untrusted::shown_path;
use crate::{EngineWeights, GenomeName, PlayerName};

/// A player as a store identifies it: by its name and the content of its file.
///
/// A changed file is another agent, even with the same name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Agent {
    /// The name as it was given.
    pub name: String,
    /// The hash of its file, or of all files of its folder; without a file, the
    /// hash of the name.
    pub hash: ContentHash,
}

/// The file of an agent that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {}: {reason}", shown_path(path))]
pub struct AgentError {
    path: PathBuf,
    reason: String,
}

impl Agent {
    /// The agent of a name, with the present content of its file.
    pub fn of(name: &PlayerName) -> Result<Self, AgentError> {
        let text = name.to_string();
        let cannot = |path: &Path, reason: String| AgentError { path: path.to_owned(), reason };
        let hash = match (name, file_of(name)) {
            (PlayerName::Python(path), _) => {
                let hash = AgentFiles::open(path).and_then(|files| files.hash());
                hash.map_err(|error| cannot(path, error.to_string()))?
            }
            (_, Some(path)) => {
                let bytes = fs::read(path).map_err(|error| cannot(path, error.to_string()))?;
                ContentHash::of(&bytes)
            }
            (_, None) => ContentHash::of(text.as_bytes()),
        };
        Ok(Self { name: text, hash })
    }
}

/// The file of a player, if it has one.
fn file_of(name: &PlayerName) -> Option<&Path> {
    match name {
        PlayerName::Engine(engine) => match &engine.weights {
            Some(EngineWeights::File(path)) => Some(path),
            _ => None,
        },
        PlayerName::Classic(classic) => match &classic.genome {
            GenomeName::File(path) => Some(path),
            GenomeName::Report(_) | GenomeName::Shipped(_) => None,
        },
        PlayerName::Zero(zero) => zero.network.as_deref(),
        PlayerName::Python(_)
        | PlayerName::Random
        | PlayerName::Greedy
        | PlayerName::Gtp(_)
        | PlayerName::NBoard(_)
        | PlayerName::Custom(_) => None,
    }
}
