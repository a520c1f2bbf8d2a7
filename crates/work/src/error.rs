//! Errors of items and of runs.

/// The reason why an item failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ItemError(pub String);

impl ItemError {
    /// An error from anything that can be shown.
    pub fn new(error: impl std::fmt::Display) -> Self {
        Self(error.to_string())
    }
}

/// The reason why a runner could not perform a batch.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The threads could not be started.
    #[error("cannot start threads: {0}")]
    Threads(String),
    /// The work cannot be sent to other machines.
    #[error("this cannot run on a cluster: {0}")]
    NotPortable(String),
    /// The cluster failed.
    #[error("the cluster: {0}")]
    Cluster(String),
}
