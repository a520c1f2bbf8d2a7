//! Clusters, as commands use them.

use outflank_cluster::{Access, ClusterError, QueueRunner};
use outflank_train::MeasuredBuild;
use outflank_work::{Runner, Threads};
use tokio::runtime::Runtime;

use crate::cli::ClusterFlag;
use crate::failure::Failure;
use crate::screen::tell;

impl ClusterFlag {
    /// The runner of a command: the cluster, or this many threads.
    pub(crate) fn runner(&self, threads: usize) -> Result<Box<dyn Runner>, Failure> {
        if let Some(queue) = self.queue(threads)? {
            return Ok(Box::new(queue));
        }
        let threads = Threads::new(threads).map_err(|error| Failure::Run(error.into()))?;
        Ok(Box::new(threads))
    }

    /// The cluster, if one was named. Short work is done here with this many threads.
    pub(crate) fn queue(&self, threads: usize) -> Result<Option<QueueRunner>, Failure> {
        let Some(address) = &self.cluster else { return Ok(None) };
        let build = MeasuredBuild::measure().build;
        let access = Access::from_environment();
        let notice = Box::new(|sentence: &str| tell(sentence));
        let runner = QueueRunner::connect(address, &access, build, threads, notice);
        runner.map(Some).map_err(failure)
    }
}

/// The runtime of a command that speaks to a server.
pub(crate) fn runtime() -> Result<Runtime, Failure> {
    Ok(tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?)
}

/// A failed run: exit code 2 if the command was wrong, otherwise 1.
pub(crate) fn failure(error: ClusterError) -> Failure {
    match error {
        ClusterError::Kind { .. } | ClusterError::Access { .. } => Failure::input(error),
        _ => Failure::Run(error.into()),
    }
}
