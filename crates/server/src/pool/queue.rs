//! The queue: it decides the next job.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use outflank_engine::Stop;

use super::{Job, Next, Slice, Urgency};
use crate::id::Id;

/// The first turn of a job, if others wait.
const FIRST_QUANTUM: Duration = Duration::from_millis(20);
/// Slices double up to this length. Each slice restarts the deepening, which costs at
/// most about half of it.
const LAST_QUANTUM: Duration = Duration::from_secs(1);
/// A turn ends after this if somebody waits for a prompt answer.
const PROMPT_QUANTUM: Duration = Duration::from_millis(50);
/// The advantage of an urgent job over jobs of visitors with the same usage.
const HEAD_START: Duration = Duration::from_secs(1);
/// More jobs than all connections can have; only games could exceed it.
const MAX_WAITING: usize = 4096;
/// The number of idle visitors whose usage is remembered.
const MAX_REMEMBERED: usize = 4096;

/// The waiting jobs, the running jobs and the usage of each visitor.
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    /// By the number of the worker.
    running: Vec<Option<Running>>,
    accounts: HashMap<Id, Account>,
    /// The lowest usage of all visitors. Newcomers start here, so that they do not overtake
    /// everybody for long.
    floor: Duration,
    next_number: u64,
    is_closed: bool,
}

struct Waiting {
    number: u64,
    visitor: Id,
    urgency: Urgency,
    quantum: Duration,
    since: Instant,
    job: Box<dyn Job>,
}

struct Running {
    number: u64,
    visitor: Id,
    urgency: Urgency,
    quantum: Duration,
    started: Instant,
    /// The time charged to its visitor in advance.
    charged: Duration,
    granted: Duration,
    /// Others have to wait until it is over.
    is_whole: bool,
    stop: Stop,
    is_cancelled: bool,
}

/// The usage of a visitor.
#[derive(Default)]
struct Account {
    served: Duration,
    jobs: usize,
}

/// A turn for a worker.
pub(super) struct Turn {
    pub(super) job: Box<dyn Job>,
    pub(super) slice: Slice,
}

impl Queue {
    pub(super) fn new(workers: usize) -> Self {
        Self {
            waiting: Vec::new(),
            running: (0..workers).map(|_| None).collect(),
            accounts: HashMap::new(),
            floor: Duration::ZERO,
            next_number: 0,
            is_closed: false,
        }
    }

    pub(super) const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// The number of jobs that have an engine or wait for one.
    pub(super) fn jobs(&self) -> usize {
        self.waiting.len() + self.running.iter().flatten().count()
    }

    pub(super) fn is_running(&self, number: u64) -> bool {
        self.running.iter().flatten().any(|running| running.number == number)
    }

    /// The number of the job of a worker.
    #[cfg(test)]
    pub(super) fn running_number(&self, worker: usize) -> Option<u64> {
        self.running[worker].as_ref().map(|running| running.number)
    }

    /// Lets a job wait for its first turn, and gives it a number; `None` if too
    /// many wait.
    pub(super) fn add(
        &mut self,
        visitor: Id,
        urgency: Urgency,
        job: Box<dyn Job>,
        now: Instant,
    ) -> Option<u64> {
        if self.is_closed || self.waiting.len() >= MAX_WAITING {
            return None;
        }
        self.next_number += 1;
        let number = self.next_number;
        let account = self.accounts.entry(visitor).or_default();
        account.served = account.served.max(self.floor);
        account.jobs += 1;
        let (quantum, since) = (FIRST_QUANTUM, now);
        self.waiting.push(Waiting { number, visitor, urgency, quantum, since, job });
        Some(number)
    }

    /// Gives a job up, wherever it is.
    pub(super) fn cancel(&mut self, number: u64) {
        if let Some(at) = self.waiting.iter().position(|waiting| waiting.number == number) {
            let waiting = self.waiting.swap_remove(at);
            self.leave(waiting.visitor);
        }
        for running in self.running.iter_mut().flatten() {
            if running.number == number {
                running.is_cancelled = true;
                running.stop.ask();
            }
        }
    }

    /// Gives all jobs up for good.
    pub(super) fn close(&mut self) {
        self.is_closed = true;
        self.waiting.clear();
        for running in self.running.iter().flatten() {
            running.stop.ask();
        }
    }

    /// The next slice for a worker, if a job waits: of the visitor with the lowest usage.
    pub(super) fn turn(&mut self, worker: usize, now: Instant) -> Option<Turn> {
        let served = |waiting: &Waiting| {
            let served = self.accounts.get(&waiting.visitor).map_or(self.floor, |had| had.served);
            match waiting.urgency {
                Urgency::Prompt => served.saturating_sub(HEAD_START),
                Urgency::Patient => served,
            }
        };
        let order = |waiting: &Waiting| (served(waiting), waiting.since, waiting.number);
        let (at, _) = self.waiting.iter().enumerate().min_by_key(|(_, waiting)| order(waiting))?;
        let Waiting { number, visitor, urgency, quantum, job, .. } = self.waiting.swap_remove(at);
        let requested = job.requested_time();
        let is_whole = job.is_whole();
        let is_alone = self.waiting.is_empty();
        let granted = if is_alone || is_whole { requested } else { requested.min(quantum) };
        // Charged in advance, so that a visitor with several jobs waits like others.
        let charged = granted.min(quantum);
        if let Some(account) = self.accounts.get_mut(&visitor) {
            account.served += charged;
        }
        let stop = Stop::default();
        let slice = Slice { time: granted, stop: stop.clone() };
        self.running[worker] = Some(Running {
            number,
            visitor,
            urgency,
            quantum,
            started: now,
            charged,
            granted,
            is_whole,
            stop,
            is_cancelled: false,
        });
        Some(Turn { job, slice })
    }

    /// Ends the turn of a worker; `job` waits again unless it is done.
    pub(super) fn end(&mut self, worker: usize, job: Box<dyn Job>, next: Next, now: Instant) {
        let Some(running) = self.running[worker].take() else { return };
        let Running { number, visitor, urgency, quantum, started, charged, .. } = running;
        let used = now.saturating_duration_since(started);
        if let Some(account) = self.accounts.get_mut(&visitor) {
            account.served = (account.served + used).saturating_sub(charged);
        }
        if running.is_cancelled || self.is_closed || next == Next::Done {
            self.leave(visitor);
            return;
        }
        let quantum = if used >= quantum / 2 { (quantum * 2).min(LAST_QUANTUM) } else { quantum };
        let since = now;
        self.waiting.push(Waiting { number, visitor, urgency, quantum, since, job });
        self.raise_floor();
    }

    /// Ends the turn of a worker whose job is lost.
    pub(super) fn abandon(&mut self, worker: usize) {
        if let Some(running) = self.running[worker].take() {
            self.leave(running.visitor);
        }
    }

    /// Notes that a job of a visitor is over.
    fn leave(&mut self, visitor: Id) {
        if let Some(account) = self.accounts.get_mut(&visitor) {
            account.jobs = account.jobs.saturating_sub(1);
        }
        self.raise_floor();
        let floor = self.floor;
        let is_crowded = self.accounts.len() > MAX_REMEMBERED;
        // A visitor at the floor is the same as a newcomer.
        self.accounts
            .retain(|_, account| account.jobs > 0 || (account.served > floor && !is_crowded));
    }

    fn raise_floor(&mut self) {
        let active = self.accounts.values().filter(|account| account.jobs > 0);
        if let Some(least) = active.map(|account| account.served).min() {
            self.floor = self.floor.max(least);
        }
    }

    /// Stops turns that are over, and says when to look again: at the end of
    /// the next one. Nobody is stopped early while no one waits.
    pub(super) fn check_turns(&mut self, now: Instant) -> Option<Instant> {
        let is_anyone_waiting = !self.waiting.is_empty();
        let is_prompt = |waiting: &Waiting| waiting.urgency == Urgency::Prompt;
        let is_prompt_waiting = self.waiting.iter().any(is_prompt);
        let mut next: Option<Instant> = None;
        for running in self.running.iter().flatten() {
            let mut length = running.granted;
            if is_anyone_waiting && !running.is_whole {
                length = length.min(running.quantum);
            }
            if is_prompt_waiting && !running.is_whole && running.urgency == Urgency::Patient {
                length = length.min(PROMPT_QUANTUM);
            }
            let end = running.started + length;
            if end <= now {
                running.stop.ask();
            } else {
                next = Some(next.map_or(end, |next| next.min(end)));
            }
        }
        next
    }
}
