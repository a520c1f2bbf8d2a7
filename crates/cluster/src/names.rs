//! The names of everything on the server.

use outflank_work::ContentHash;

/// The stream of units that wait or are performed.
pub(crate) const WORK: &str = "OUTFLANK_WORK";
/// The stream of results that wait for their collector.
pub(crate) const RESULTS: &str = "OUTFLANK_RESULTS";
/// The bucket of facts about the cluster.
pub(crate) const STATE: &str = "OUTFLANK_STATE";
/// The bucket of workers, which forgets those that are gone.
pub(crate) const WORKERS: &str = "OUTFLANK_WORKERS";
/// The bucket of units that failed.
pub(crate) const FAILURES: &str = "OUTFLANK_FAILURES";
/// The object store of inputs and of large results, by content.
pub(crate) const INPUTS: &str = "OUTFLANK_INPUTS";

/// The key of the build of the cluster.
pub(crate) const BUILD: &str = "build";

/// All units.
pub(crate) const ALL_WORK: &str = "outflank.work.>";
/// All results.
pub(crate) const ALL_RESULTS: &str = "outflank.result.>";
/// Tells workers that there is work; the message is its kind.
pub(crate) const HINT: &str = "outflank.hint";
/// Tells workers that a job or a unit is not wanted any more; the message is its id.
pub(crate) const CANCEL: &str = "outflank.cancel";
/// Tells workers to finish their units and end.
pub(crate) const DRAIN: &str = "outflank.drain";

/// A unit of a job.
pub(crate) fn work(kind: &str, job: &ContentHash, unit: &ContentHash) -> String {
    format!("outflank.work.{kind}.{job}.{unit}")
}

/// The units of a job.
pub(crate) fn work_of_job(kind: &str, job: &ContentHash) -> String {
    format!("outflank.work.{kind}.{job}.>")
}

/// All units of a kind.
pub(crate) fn work_of_kind(kind: &str) -> String {
    format!("outflank.work.{kind}.>")
}

/// The kind of a unit, by its subject.
pub(crate) fn kind_of(subject: &str) -> Option<&str> {
    subject.strip_prefix("outflank.work.")?.split('.').next()
}

/// The results of a job.
pub(crate) fn results(job: &ContentHash) -> String {
    format!("outflank.result.{job}.>")
}

/// The result of a unit.
pub(crate) fn result(job: &ContentHash, unit: &ContentHash) -> String {
    format!("outflank.result.{job}.{unit}")
}

/// What performers tell during the items of a job.
pub(crate) fn notes(job: &ContentHash) -> String {
    format!("outflank.note.{job}")
}

/// Where a worker tells of a unit that it performs. Nothing is kept there.
pub(crate) fn progress(unit: &ContentHash) -> String {
    format!("outflank.progress.{unit}")
}

/// The consumer that hands out the units of a kind.
pub(crate) fn queue(kind: &str) -> String {
    format!("queue-{kind}")
}

/// The consumer of the results of a job.
pub(crate) fn collector(job: &ContentHash) -> String {
    format!("collector-{}", job.short())
}
