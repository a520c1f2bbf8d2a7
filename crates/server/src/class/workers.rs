//! Workers: threads that take the jobs of the queue, and do them here or have them done by the
//! workers of a cluster.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use outflank_arena::{Terms, cache_folder};
use outflank_class::{
    ClassError, ClassStore, JobKind, JobLease, JobProgress, JobReport, JobTask, PlannedJob, Side,
    UnixMillis, WorkQueue,
};

use super::remote::Remote;
use super::{Class, ClassServing};
use crate::ServerError;
use crate::pool::{Niceness, step_back};

/// A worker looks for work this often, also if nobody wakes it.
const LOOK: Duration = Duration::from_secs(1);
/// A lease is extended this often, in milliseconds: several times in its minute.
const EXTEND: UnixMillis = 15_000;

/// Where a thread has its jobs done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// On this machine, as the worker of this number.
    Here(usize),
    /// On a core of the cluster.
    Cluster(usize),
}

/// The name of a worker in the database.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Here(number) => write!(f, "local-{}", number + 1),
            Self::Cluster(number) => write!(f, "cluster-{}", number + 1),
        }
    }
}

/// The workers of a class.
pub(super) struct Workers {
    /// The number of jobs that run at the same time on this machine.
    number: usize,
    python: Option<PathBuf>,
    pub(super) remote: Option<Remote>,
    /// True once the workers are to end.
    stop: AtomicBool,
    bell: (Mutex<()>, Condvar),
    busy: AtomicU32,
    /// The jobs that run, with the flags that abandon them.
    leases: Mutex<Vec<Leased>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

/// A job that runs.
struct Leased {
    lease: JobLease,
    /// When its lease was last extended. Each time is a write to the disk.
    extended: UnixMillis,
    place: Place,
    /// Once true, the job is abandoned.
    stop: Arc<AtomicBool>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Workers {
    pub(super) fn new(serving: &ClassServing) -> Self {
        Self {
            number: serving.workers,
            python: serving.python.clone(),
            remote: serving.cluster.clone().map(|runner| Remote::new(runner, &serving.folder)),
            stop: AtomicBool::new(false),
            bell: (Mutex::new(()), Condvar::new()),
            busy: AtomicU32::new(0),
            leases: Mutex::default(),
            threads: Mutex::default(),
        }
    }

    /// The number of jobs that can run at the same time.
    pub(super) fn number(&self) -> usize {
        self.number + self.remote.as_ref().map_or(0, Remote::cores)
    }

    pub(super) fn names(&self) -> Vec<String> {
        let here = (0..self.number).map(Place::Here);
        let there = (0..self.number() - self.number).map(Place::Cluster);
        here.chain(there).map(|place| place.to_string()).collect()
    }

    /// Lets workers look for work at once.
    pub(super) fn wake(&self) {
        self.bell.1.notify_all();
    }

    pub(super) fn is_ending(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits until somebody wakes the workers, but not for long.
    pub(super) fn rest(&self) {
        let bell = lock(&self.bell.0);
        if !self.is_ending() {
            let _ = self.bell.1.wait_timeout(bell, LOOK);
        }
    }

    /// Ends the workers and waits for them. PKs are abandoned, a check is run to its end.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        for leased in lock(&self.leases).iter() {
            leased.stop.store(true, Ordering::Relaxed);
        }
        self.wake();
        let threads = std::mem::take(&mut *lock(&self.threads));
        for thread in threads {
            let _ = thread.join();
        }
    }

    /// Extends the leases of all jobs that run for this server. Work whose lease ended is
    /// abandoned.
    pub(super) fn extend_leases(&self, store: &ClassStore, now: UnixMillis) {
        let mut due = Vec::new();
        for leased in lock(&self.leases).iter_mut() {
            if leased.extended + EXTEND <= now {
                leased.extended = now;
                due.push((leased.lease.clone(), Arc::clone(&leased.stop)));
            }
        }
        for (lease, stop) in due {
            if matches!(store.extend(&lease, now), Ok(false)) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Abandons the jobs that were sent to the cluster.
    pub(super) fn take_back(&self) {
        let leases = lock(&self.leases);
        for leased in leases.iter().filter(|leased| matches!(leased.place, Place::Cluster(_))) {
            leased.stop.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn terms(&self, store: &ClassStore) -> Result<Terms, ClassError> {
        Ok(store.settings()?.terms(self.python.clone(), cache_folder()))
    }

    /// Starts a thread that ends with the workers.
    pub(super) fn spawn(
        &self,
        name: String,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<(), ServerError> {
        let thread = std::thread::Builder::new().name(name);
        let thread = thread.spawn(work).map_err(ServerError::Thread)?;
        lock(&self.threads).push(thread);
        Ok(())
    }
}

/// Starts the workers of a class.
pub(super) fn start(class: &Arc<Class>) -> Result<(), ServerError> {
    for number in 0..class.workers.number {
        let (worker, place) = (Arc::clone(class), Place::Here(number));
        class.workers.spawn(place.to_string(), move || {
            // Agents get this priority from the thread that starts them.
            step_back(Niceness::Agents);
            work(&worker, place);
        })?;
    }
    if class.workers.remote.is_some() {
        let watched = Arc::clone(class);
        class.workers.spawn("cluster".to_owned(), move || super::remote::watch(&watched))?;
    }
    Ok(())
}

/// Takes one job after another until the workers end.
pub(super) fn work(class: &Class, place: Place) {
    let workers = &class.workers;
    while !workers.is_ending() {
        let is_there = match place {
            Place::Here(_) => true,
            Place::Cluster(number) => {
                workers.remote.as_ref().is_some_and(|remote| number < remote.cores())
            }
        };
        if is_there {
            match class.store.take(&place.to_string(), class.now()) {
                Ok(Some((lease, task))) => {
                    run(class, place, &lease, &task);
                    continue;
                }
                Ok(None) => {}
                Err(error) => crate::log::complain(&error.to_string()),
            }
        }
        workers.rest();
    }
}

/// Has a job done and hands in its result.
fn run(class: &Class, place: Place, lease: &JobLease, task: &JobTask) {
    let workers = &class.workers;
    let stop = Arc::new(AtomicBool::new(workers.is_ending()));
    let leased =
        Leased { lease: lease.clone(), extended: class.now(), place, stop: Arc::clone(&stop) };
    lock(&workers.leases).push(leased);
    class.changed();
    let on_progress = progress(class, lease, task);
    let done = match (place, &workers.remote) {
        (Place::Cluster(_), Some(remote)) => {
            remote.perform(class, lease, task, &on_progress, &stop)
        }
        (Place::Cluster(number) | Place::Here(number), _) => {
            let done = perform(class, number, task, &on_progress, &stop);
            done.and_then(|done| done.map_or(Ok(()), |done| class.finish(lease, done)))
        }
    };
    class.live.remove(lease.job);
    lock(&workers.leases).retain(|leased| leased.lease.job != lease.job);
    if let Err(problem) = done {
        crate::log::complain(&format!("job {}: {problem}", lease.job));
        let problem = outflank_report::without_folders(&problem);
        if let Err(error) = class.store.give_back(lease, &problem, class.now()) {
            crate::log::complain(&error.to_string());
        }
    }
    class.changed();
}

/// Shows how a job stands.
fn progress<'a>(
    class: &'a Class,
    lease: &'a JobLease,
    task: &'a JobTask,
) -> impl Fn(JobProgress<'_>) + Sync + 'a {
    let kind = class.store.job(lease.job).map_or(JobKind::Playto, |job| job.kind);
    move |progress| match (task, progress) {
        (JobTask::Check { version, .. }, JobProgress::Step(step)) => {
            let _ = class.store.note_step(*version, step);
            class.changed();
        }
        (JobTask::Pair { sides, .. }, JobProgress::Turn { number, game }) => {
            let sides: &[Side; 2] = sides;
            class.live.show(lease.job, kind, sides, number, game);
        }
        _ => {}
    }
}

/// Does a job on this machine; `None` if it was abandoned: the server ends, or the lease did.
fn perform(
    class: &Class,
    number: usize,
    task: &JobTask,
    on_progress: &(dyn Fn(JobProgress<'_>) + Sync),
    stop: &AtomicBool,
) -> Result<Option<JobReport>, String> {
    let workers = &class.workers;
    let wrong = |error: ClassError| error.to_string();
    let settings = class.store.settings().map_err(wrong)?;
    let terms = workers.terms(&class.store).map_err(wrong)?;
    let planned = PlannedJob::new(&settings, task, terms, [number, workers.number.max(1)])?;
    let jobs = workers.busy.fetch_add(1, Ordering::Relaxed) + 1;
    let done = planned.perform(jobs, on_progress, stop);
    workers.busy.fetch_sub(1, Ordering::Relaxed);
    done
}

impl Class {
    /// Stores the result of a job. A result whose lease ended does not count.
    pub(super) fn finish(&self, lease: &JobLease, done: JobReport) -> Result<(), String> {
        let counted = self.store.finish(lease, done, self.now());
        counted.map(drop).map_err(|error| error.to_string())
    }
}
