//! Who played, down to the bytes.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::{EngineWeights, GenomeName, PlayerName};

/// A player as a store knows it: by its name, and by the content of the file
/// that it is made of.
///
/// A file that was changed is another agent, whatever it is called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Agent {
    /// The name as it was given.
    pub name: String,
    /// What the file holds; of an agent without one, the hash of the name.
    pub hash: ContentHash,
}

/// The SHA-256 of some bytes, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentHash(pub(super) String);

/// Why an agent cannot be told from others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot read {}: {reason}", path.display())]
pub struct AgentError {
    path: PathBuf,
    reason: String,
}

impl ContentHash {
    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let digest = Sha256::digest(bytes);
        Self(digest.iter().fold(String::new(), |text, byte| text + &format!("{byte:02x}")))
    }
}

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Agent {
    /// The agent that a name stands for now.
    pub fn of(name: &PlayerName) -> Result<Self, AgentError> {
        let text = name.to_string();
        let hash = match file_of(name) {
            Some(path) => {
                let cannot = |error: std::io::Error| AgentError {
                    path: path.to_owned(),
                    reason: error.to_string(),
                };
                ContentHash::of(&fs::read(path).map_err(cannot)?)
            }
            None => ContentHash::of(text.as_bytes()),
        };
        Ok(Self { name: text, hash })
    }
}

/// The file that a player is made of, if it is made of one.
fn file_of(name: &PlayerName) -> Option<&Path> {
    match name {
        PlayerName::Engine(engine) => match &engine.weights {
            Some(EngineWeights::File(path)) => Some(path),
            _ => None,
        },
        PlayerName::Classic(classic) => match &classic.genome {
            GenomeName::File(path) => Some(path),
            GenomeName::Report(_) => None,
        },
        PlayerName::Python(path) => Some(path),
        PlayerName::Random
        | PlayerName::Greedy
        | PlayerName::Gtp(_)
        | PlayerName::NBoard(_)
        | PlayerName::Custom(_) => None,
    }
}
