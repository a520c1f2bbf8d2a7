//! Jobs that the workers of a cluster do.
//!
//! A thread for each core of the cluster takes a job from the queue of the class, sends it as a
//! unit and waits for the result. The lease of the job stays here. So the class decides who is
//! next, and whatever dies, the job waits in the database of the class until its result is there.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use outflank_arena::GamesKind;
use outflank_class::{
    JobLease, JobProgress, JobTask, PlannedJob, describe_job, read_progress, read_report,
};
use outflank_cluster::QueueRunner;
use outflank_work::{
    Attention, ContentHash, ItemError, ItemResult, Performer, Runner as _, Thread, UnitKind as _,
    WorkBatch,
};

use super::Class;
use super::workers::{Place, work};

/// The time between two looks at the workers of the cluster.
const LOOK: Duration = Duration::from_secs(2);
/// If no worker is there for so long, jobs that were sent are taken back.
const GONE: Duration = Duration::from_secs(90);
/// The most jobs that are sent at the same time.
const MAX_CORES: usize = 512;

/// The cluster of a class.
pub(super) struct Remote {
    runner: Arc<QueueRunner>,
    /// Names this class among those of the cluster, also after a start.
    class: ContentHash,
    /// The cores of the workers for agents.
    cores: AtomicUsize,
}

impl Remote {
    pub(super) fn new(runner: Arc<QueueRunner>, folder: &Path) -> Self {
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let class = ContentHash::of(folder.as_os_str().as_encoded_bytes());
        Self { runner, class, cores: AtomicUsize::new(0) }
    }

    /// The number of jobs that the cluster can do at the same time.
    pub(super) fn cores(&self) -> usize {
        self.cores.load(Ordering::Relaxed)
    }

    /// Has a job done by the cluster, and stores its result. A job that is abandoned waits again
    /// when its lease ends. The error is a sentence.
    pub(super) fn perform(
        &self,
        class: &Class,
        lease: &JobLease,
        task: &JobTask,
        on_progress: &(dyn Fn(JobProgress<'_>) + Sync),
        stop: &AtomicBool,
    ) -> Result<(), String> {
        let wrong = |error: outflank_class::ClassError| error.to_string();
        let settings = class.store.settings().map_err(wrong)?;
        let terms = class.workers.terms(&class.store).map_err(wrong)?;
        let planned = PlannedJob::new(&settings, task, terms, [0, 1])?;
        let ticket = format!("{}-{}", self.class.short(), lease.job);
        let description = describe_job(&planned, &ticket).map_err(|error| error.to_string())?;
        let mut done = Ok(());
        let on_note = |note: &str| read_progress(note, on_progress);
        let describe = || Ok(description.clone());
        let batch = WorkBatch {
            cancelled: Some(stop),
            on_note: Some(&on_note),
            ..WorkBatch::new(0..1, &|_: Thread| Box::new(NotHere), &describe)
        };
        // The result is in the database before the cluster forgets it.
        let worked = self.runner.run(batch, &mut |items| {
            for item in items {
                done = item.result.map_err(|error| error.to_string()).and_then(|bytes| {
                    let report = read_report(&bytes, settings.rules);
                    class.finish(lease, report.ok_or("the result of a worker cannot be read")?)
                });
            }
            if done.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        worked.map_err(|error| error.to_string())?;
        done
    }
}

/// Jobs for the cluster are done nowhere else.
struct NotHere;

impl Performer for NotHere {
    fn perform(&mut self, _: u64, _: &Attention<'_>) -> ItemResult {
        Err(ItemError::new("this job is for the workers of a cluster"))
    }
}

/// Follows the workers of the cluster, and has a thread for each of their cores, until the
/// workers of the class end.
pub(super) fn watch(class: &Arc<Class>) {
    let workers = &class.workers;
    let Some(remote) = &workers.remote else { return };
    let kind = GamesKind::Agents.name();
    let mut threads = 0;
    let mut seen = Instant::now();
    let mut looked = None::<Instant>;
    while !workers.is_ending() {
        if looked.is_none_or(|looked| looked.elapsed() >= LOOK) {
            // A server that does not answer says nothing about the workers.
            if let Ok(found) = remote.runner.workers(kind) {
                let cores: usize = found.iter().map(|worker| worker.cores).sum();
                let cores = cores.min(MAX_CORES);
                if cores > 0 {
                    seen = Instant::now();
                }
                if remote.cores.swap(cores, Ordering::Relaxed) != cores {
                    class.changed();
                }
            }
            looked = Some(Instant::now());
        }
        if seen.elapsed() >= GONE {
            remote.cores.store(0, Ordering::Relaxed);
            workers.take_back();
        }
        while threads < remote.cores() {
            let (worker, place) = (Arc::clone(class), Place::Cluster(threads));
            if workers.spawn(place.to_string(), move || work(&worker, place)).is_err() {
                break;
            }
            threads += 1;
        }
        workers.rest();
    }
}
