//! The processes of a program, as the arena holds them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::Signal;

use super::schedule::Sample;
use super::tree::{Tree, is_still, is_stopped, send};
use crate::sandbox::Hold;

/// The maximum number of processes that are stopped or killed one by one.
const MAX_LISTED: usize = 4096;
/// The maximum number of times that the tree is walked to stop all of it.
const MAX_WALKS: usize = 100;
/// The processor time that a program may use in all its stops together. Handling
/// the signal costs a little.
const MAX_STOLEN: Duration = Duration::from_millis(50);

/// The processes of a program: those of a sandbox, or the descendants of the
/// first process.
#[derive(Debug)]
pub(super) struct Held {
    /// The process that was started, from which all others of a program without
    /// a sandbox descend.
    started: u32,
    sandbox: Option<Hold>,
    rest: Mutex<Rest>,
    /// The number of processes that have ended unseen, see [`Self::note`].
    ended: AtomicU64,
    /// The processor time in microseconds that was used in spite of a stop.
    stolen: AtomicU64,
}

/// Whether a program may run now.
#[derive(Debug, Default)]
enum Rest {
    #[default]
    Awake,
    /// The kernel has stopped the control group.
    Frozen,
    /// These processes were stopped by a signal, and have used this processor
    /// time.
    Stopped { pids: Vec<u32>, used: Duration },
}

impl Held {
    pub(super) fn new(started: u32, sandbox: Option<Hold>) -> Self {
        Self {
            started,
            sandbox,
            rest: Mutex::default(),
            ended: AtomicU64::new(0),
            stolen: AtomicU64::new(0),
        }
    }

    pub(super) const fn sandbox(&self) -> Option<&Hold> {
        self.sandbox.as_ref()
    }

    /// The present processes, up to `most` of them. The first process of a
    /// sandbox is one of them.
    pub(super) fn tree(&self, most: usize) -> Tree {
        Tree::of(self.sandbox.as_ref().map_or(self.started, Hold::first), most)
    }

    /// Stops the program until [`Self::wake`]; returns its times.
    pub(super) fn rest(&self) -> Sample {
        let mut rest = self.lock();
        if !matches!(*rest, Rest::Awake) {
            return self.sample();
        }
        if self.sandbox.as_ref().is_some_and(Hold::freeze) {
            *rest = Rest::Frozen;
            return self.sample();
        }
        let mut pids = Vec::new();
        self.stop(&mut pids);
        let sample = self.sample();
        *rest = Rest::Stopped { pids, used: sample.processor };
        sample
    }

    /// Lets the program run.
    pub(super) fn wake(&self) {
        match std::mem::take(&mut *self.lock()) {
            Rest::Awake => {}
            Rest::Frozen => self.sandbox.iter().for_each(Hold::thaw),
            Rest::Stopped { pids, .. } => pids.iter().for_each(|pid| send(*pid, Signal::CONT)),
        }
    }

    /// Stops what has woken itself up in a rest; `false` if it has run too long.
    /// Nothing wakes up in a control group.
    pub(super) fn keep_still(&self) -> bool {
        let mut rest = self.lock();
        let Rest::Stopped { pids, used } = &mut *rest else {
            return true;
        };
        self.stop(pids);
        let awake: Vec<_> = pids.iter().copied().filter(|pid| !is_still(*pid)).collect();
        for pid in &awake {
            send(*pid, Signal::STOP);
        }
        if awake.is_empty() {
            return true;
        }
        let now = self.tree(MAX_LISTED).processor_time();
        let more = now.saturating_sub(std::mem::replace(used, now)).as_micros() as u64;
        let stolen = self.stolen.fetch_add(more, Ordering::Relaxed) + more;
        Duration::from_micros(stolen) <= MAX_STOLEN
    }

    /// Whether the kernel has stopped the program, so that nothing about it
    /// changes.
    pub(super) fn is_frozen(&self) -> bool {
        matches!(*self.lock(), Rest::Frozen)
    }

    /// Stops all processes and adds them to `stopped`. A process with a pending
    /// stop cannot start another, so this ends when a walk finds nobody new.
    fn stop(&self, stopped: &mut Vec<u32>) {
        let first = self.sandbox.as_ref().map(Hold::first);
        for _ in 0..MAX_WALKS {
            let tree = self.tree(MAX_LISTED);
            // The first process of a sandbox only waits for others to end.
            let found = tree.pids().iter().filter(|pid| Some(**pid) != first);
            // What the program has stopped by itself is not ours to wake.
            let new = found.filter(|pid| !stopped.contains(pid) && !is_stopped(**pid));
            let new: Vec<_> = new.copied().collect();
            if new.is_empty() {
                return;
            }
            for pid in &new {
                send(*pid, Signal::STOP);
            }
            stopped.extend(new);
        }
    }

    /// The times of the program up to now.
    pub(super) fn sample(&self) -> Sample {
        let tree = self.tree(MAX_LISTED);
        let counted = self.sandbox.as_ref().and_then(Hold::processor_time);
        Sample {
            threads: tree.thread_times(),
            processor: counted.unwrap_or_else(|| tree.processor_time()),
            // The kernel counts the time of ended processes in a control group.
            ended: if counted.is_some() { 0 } else { self.ended.load(Ordering::Relaxed) },
        }
    }

    /// Notes the processes that were there at the last look and are gone.
    pub(super) fn note(&self, before: &Tree, now: &Tree) {
        let gone = before.pids().iter().filter(|pid| !now.pids().contains(pid)).count();
        self.ended.fetch_add(gone as u64, Ordering::Relaxed);
    }

    fn lock(&self) -> MutexGuard<'_, Rest> {
        // The state is replaced as a whole.
        self.rest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
