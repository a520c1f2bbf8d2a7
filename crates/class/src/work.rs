//! Work as workers see it. Who runs a PK is known here only by name.

use std::path::PathBuf;

use outflank_arena::PlayedGame;

use crate::{ClassError, JobId, Side, UnixMillis, VersionId, WorkerLoad};

/// A job that a worker has for a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobLease {
    /// The job.
    pub job: JobId,
    /// Proves that the worker has the job. A job that is taken again has another token.
    pub token: String,
    /// When the job is given to another worker, unless the lease is extended.
    pub until: UnixMillis,
}

/// What a worker has to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JobTask {
    /// Check a version.
    Check {
        /// The version.
        version: VersionId,
        /// The folder of its files.
        agent: PathBuf,
    },
    /// Play a PK.
    Pair {
        /// The sides; the first is black in the first game.
        sides: [Side; 2],
        /// The folders of the files of both sides; `None` for a built-in player.
        agents: [Option<PathBuf>; 2],
        /// The seed of both games.
        seed: u64,
        /// The seed of the openings, and the number of the opening.
        opening: (u64, u32),
    },
}

/// What a worker has done.
#[derive(Debug)]
pub enum JobReport {
    /// A version was checked.
    Checked {
        /// True if it may compete.
        usable: bool,
        /// The report as JSON.
        report: String,
    },
    /// A PK was played.
    Played {
        /// Both games.
        games: Box<[PlayedGame; 2]>,
        /// How busy the worker was.
        load: WorkerLoad,
    },
}

/// Hands out work, and takes the results. A worker that dies loses nothing: when its lease
/// ends, another one gets the job. A result counts once.
pub trait WorkQueue: Send + Sync {
    /// Takes the next job; `None` if nothing waits.
    fn take(
        &self,
        worker: &str,
        now: UnixMillis,
    ) -> Result<Option<(JobLease, JobTask)>, ClassError>;

    /// Extends a lease. False if it ended, and the work with it.
    fn extend(&self, lease: &JobLease, now: UnixMillis) -> Result<bool, ClassError>;

    /// Hands in a result. False if the lease ended: the result does not count.
    fn finish(
        &self,
        lease: &JobLease,
        done: JobReport,
        now: UnixMillis,
    ) -> Result<bool, ClassError>;

    /// Gives a job back that could not be done here, with the reason.
    fn give_back(&self, lease: &JobLease, problem: &str, now: UnixMillis)
    -> Result<(), ClassError>;
}
