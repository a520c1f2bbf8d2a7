//! The evaluation of the engine.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use outflank_core::Rule;
use outflank_eval::{Patterns, Weights, WeightsError};

/// The evaluation of the engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum EngineWeights {
    /// The trained weights that come with Outflank.
    #[default]
    BuiltIn,
    /// A small evaluation made by hand.
    HandMade,
    /// Trained weights in a file.
    File(PathBuf),
}

/// Weights that cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[error("cannot use the weights {}: {reason}", path.display())]
pub struct LoadWeightsError {
    path: PathBuf,
    reason: Arc<dyn std::error::Error + Send + Sync>,
}

impl EngineWeights {
    /// The trained weights for `rule`; `None` for the evaluation made by hand.
    pub fn load(&self, rule: Rule) -> Result<Option<Weights>, LoadWeightsError> {
        match self {
            Self::BuiltIn => Ok(Some(Weights::built_in(rule))),
            Self::HandMade => Ok(None),
            Self::File(path) => read(path, |bytes| Weights::from_bytes(bytes, rule)).map(Some),
        }
    }

    /// The evaluation with the weights for `rule`; `None` for the one made by hand.
    pub(crate) fn patterns(&self, rule: Rule) -> Result<Option<Patterns>, LoadWeightsError> {
        match self {
            Self::BuiltIn => Ok(Some(Patterns::built_in(rule))),
            Self::HandMade => Ok(None),
            Self::File(path) => read(path, |bytes| Patterns::from_bytes(bytes, rule)).map(Some),
        }
    }
}

/// Reads the bytes of a file.
fn read<T>(
    path: &Path,
    make: impl FnOnce(&[u8]) -> Result<T, WeightsError>,
) -> Result<T, LoadWeightsError> {
    let broken = |reason: Arc<dyn std::error::Error + Send + Sync>| LoadWeightsError {
        path: path.to_owned(),
        reason,
    };
    let bytes = fs::read(path).map_err(|error| broken(Arc::new(error)))?;
    make(&bytes).map_err(|error| broken(Arc::new(error)))
}

impl FromStr for EngineWeights {
    type Err = std::convert::Infallible;

    /// `built-in`, `hand-made`, or else the path of a file.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "built-in" => Self::BuiltIn,
            "hand-made" => Self::HandMade,
            path => Self::File(path.into()),
        })
    }
}

impl fmt::Display for EngineWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn => f.pad("built-in"),
            Self::HandMade => f.pad("hand-made"),
            Self::File(path) => f.pad(&path.display().to_string()),
        }
    }
}
