//! Errors of a cluster.

use outflank_work::{Build, WorkError};

/// The reason why a cluster cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// The server cannot be reached, or refuses.
    #[error("cannot use the server {address}: {reason}")]
    Connect {
        /// The address.
        address: String,
        /// Why.
        reason: String,
    },
    /// A file of credentials or certificates is missing or wrong.
    #[error("cannot use {variable}: {reason}")]
    Access {
        /// The environment variable that names it.
        variable: &'static str,
        /// Why.
        reason: String,
    },
    /// The cluster runs another build.
    #[error(
        "the cluster runs {cluster}; this is {own}: install the same build everywhere, or clear \
         the cluster with outflank cluster purge"
    )]
    OtherBuild {
        /// The build of the cluster.
        cluster: Build,
        /// The build of this program.
        own: Build,
    },
    /// The server answered a request with an error.
    #[error("{what}: {reason}")]
    Request {
        /// What was asked.
        what: &'static str,
        /// The answer.
        reason: String,
    },
    /// There is no such kind of work.
    #[error("'{}' is no kind of work: expected {expected}", found.escape_debug())]
    Kind {
        /// The name given.
        found: String,
        /// The names of all kinds.
        expected: String,
    },
    /// The runtime could not be started.
    #[error("cannot start: {0}")]
    Start(String),
}

impl ClusterError {
    /// The error of a request, from any error of the client.
    pub(crate) fn of<E: std::fmt::Display>(what: &'static str) -> impl FnOnce(E) -> Self {
        move |error| Self::Request { what, reason: error.to_string() }
    }
}

impl From<ClusterError> for WorkError {
    fn from(error: ClusterError) -> Self {
        Self::Cluster(error.to_string())
    }
}
