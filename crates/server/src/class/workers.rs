//! Workers: threads that run the jobs of the queue on this machine.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use outflank_arena::{Check, PlannedPair, PlayerName, Terms, cache_folder, milliseconds};
use outflank_class::{
    ClassError, ClassStore, JobKind, JobLease, JobReport, JobTask, Side, UnixMillis, VersionId,
    WorkQueue, WorkerLoad,
};
use outflank_report::CheckLine;

use super::{Class, ClassServing};
use crate::ServerError;

/// A worker looks for work this often, also if nobody wakes it.
const LOOK: Duration = Duration::from_secs(1);
/// The letters of an agent's log that a report keeps.
const LOG_LETTERS: usize = 20_000;

/// The workers of this machine.
pub(super) struct Workers {
    number: usize,
    python: Option<PathBuf>,
    /// True once the workers are to end.
    stop: AtomicBool,
    bell: (Mutex<()>, Condvar),
    busy: AtomicU32,
    leases: Mutex<Vec<(JobLease, Arc<AtomicBool>)>>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn name_of(number: usize) -> String {
    format!("local-{}", number + 1)
}

impl Workers {
    pub(super) fn new(serving: &ClassServing) -> Self {
        Self {
            number: serving.workers,
            python: serving.python.clone(),
            stop: AtomicBool::new(false),
            bell: (Mutex::new(()), Condvar::new()),
            busy: AtomicU32::new(0),
            leases: Mutex::default(),
            threads: Mutex::default(),
        }
    }

    pub(super) const fn number(&self) -> usize {
        self.number
    }

    pub(super) fn names(&self) -> Vec<String> {
        (0..self.number).map(name_of).collect()
    }

    /// Lets workers look for work at once.
    pub(super) fn wake(&self) {
        self.bell.1.notify_all();
    }

    /// Ends the workers and waits for them. PKs are abandoned, a check is run to its end.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        for (_, stop) in lock(&self.leases).iter() {
            stop.store(true, Ordering::Relaxed);
        }
        self.wake();
        let threads = std::mem::take(&mut *lock(&self.threads));
        for thread in threads {
            let _ = thread.join();
        }
    }

    /// Extends the leases of all jobs that run here. Work whose lease ended is abandoned.
    pub(super) fn extend_leases(&self, store: &ClassStore, now: UnixMillis) {
        for (lease, stop) in &*lock(&self.leases) {
            if matches!(store.extend(lease, now), Ok(false)) {
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    fn terms(&self, store: &ClassStore) -> Result<Terms, ClassError> {
        Ok(store.settings()?.terms(self.python.clone(), cache_folder()))
    }
}

/// Starts the workers of a class.
pub(super) fn start(class: &Arc<Class>) -> Result<(), ServerError> {
    for number in 0..class.workers.number {
        let worker = Arc::clone(class);
        let thread = std::thread::Builder::new().name(name_of(number));
        let thread = thread.spawn(move || work(&worker, number)).map_err(ServerError::Thread)?;
        lock(&class.workers.threads).push(thread);
    }
    Ok(())
}

/// Runs one job after another until the workers end.
fn work(class: &Class, number: usize) {
    let workers = &class.workers;
    let name = name_of(number);
    while !workers.stop.load(Ordering::Relaxed) {
        match class.store.take(&name, class.now()) {
            Ok(Some((lease, task))) => {
                run(class, number, &lease, task);
                continue;
            }
            Ok(None) => {}
            Err(error) => crate::log::complain(&error.to_string()),
        }
        let bell = lock(&workers.bell.0);
        if !workers.stop.load(Ordering::Relaxed) {
            let _ = workers.bell.1.wait_timeout(bell, LOOK);
        }
    }
}

/// Runs a job and hands in its result.
fn run(class: &Class, number: usize, lease: &JobLease, task: JobTask) {
    let workers = &class.workers;
    let stop = Arc::new(AtomicBool::new(workers.stop.load(Ordering::Relaxed)));
    lock(&workers.leases).push((lease.clone(), Arc::clone(&stop)));
    workers.busy.fetch_add(1, Ordering::Relaxed);
    class.changed();
    let done = match task {
        JobTask::Check { version, agent } => check(class, version, &agent).map(Some),
        JobTask::Pair { sides, agents, seed, opening } => {
            let played = play(class, number, lease, &sides, &agents, seed, opening, &stop);
            class.live.remove(lease.job);
            played
        }
    };
    workers.busy.fetch_sub(1, Ordering::Relaxed);
    lock(&workers.leases).retain(|(other, _)| other.job != lease.job);
    let handed_in = match done {
        Ok(Some(done)) => class.store.finish(lease, done, class.now()).map(drop),
        // The server ends, or the lease did. The job waits for the next start.
        Ok(None) => Ok(()),
        Err(problem) => {
            crate::log::complain(&format!("job {}: {problem}", lease.job));
            let problem = outflank_report::without_folders(&problem);
            class.store.give_back(lease, &problem, class.now())
        }
    };
    if let Err(error) = handed_in {
        crate::log::complain(&error.to_string());
    }
    class.changed();
}

/// Checks a version, and tells of each step.
fn check(class: &Class, version: VersionId, agent: &Path) -> Result<JobReport, String> {
    let wrong = |error: ClassError| error.to_string();
    let settings = class.store.settings().map_err(wrong)?;
    let check = Check {
        player: PlayerName::Python(agent.to_owned()),
        rule: settings.rules,
        terms: class.workers.terms(&class.store).map_err(wrong)?,
        seed: settings.seed.into(),
        cases: Check::usual_cases(),
    };
    let report = check.run(&mut |step| {
        let _ = class.store.note_step(version, step);
        class.changed();
    });
    let report = report.map_err(|error| error.to_string())?;
    let line = CheckLine::new(&report, "agent", &check).with_games(&report, LOG_LETTERS);
    let json = serde_json::to_string(&line).map_err(|error| error.to_string())?;
    Ok(JobReport::Checked { usable: report.is_usable(), report: json })
}

/// Plays a PK; `None` if it was abandoned.
#[expect(clippy::too_many_arguments, reason = "they are the parts of one task")]
fn play(
    class: &Class,
    number: usize,
    lease: &JobLease,
    sides: &[Side; 2],
    agents: &[Option<PathBuf>; 2],
    seed: u64,
    opening: (u64, u32),
    stop: &AtomicBool,
) -> Result<Option<JobReport>, String> {
    let wrong = |error: ClassError| error.to_string();
    let settings = class.store.settings().map_err(wrong)?;
    let player = |at: usize| match (&sides[at], &agents[at]) {
        (_, Some(folder)) => Ok(PlayerName::Python(folder.clone())),
        (Side::BuiltIn(name), None) => {
            name.parse().map_err(|error| format!("cannot make {name}: {error}"))
        }
        (Side::Version { version, .. }, None) => Err(format!("version {version} has no files")),
    };
    let pair = PlannedPair {
        rule: settings.rules,
        players: [player(0)?, player(1)?],
        opening: settings.opening(opening.0, opening.1),
        seed,
        terms: class.workers.terms(&class.store).map_err(wrong)?,
        worker: [number, class.workers.number.max(1)],
    };
    let kind = class.store.job(lease.job).map_or(JobKind::Playto, |job| job.kind);
    let on_turn = |at: usize, game: &_| class.live.show(lease.job, kind, sides, at, game);
    let Some(games) = pair.play(&on_turn, stop).map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let delays = games.iter().flat_map(|game| &game.moves).map(|seen| milliseconds(seen.delay));
    let load = WorkerLoad {
        jobs: class.workers.busy.load(Ordering::Relaxed),
        cores: std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32),
        average: load_average(),
        longest_delay_ms: delays.fold(0.0, f64::max),
    };
    Ok(Some(JobReport::Played { games: Box::new(games), load }))
}

/// The load average of the last minute, where the system tells.
fn load_average() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
