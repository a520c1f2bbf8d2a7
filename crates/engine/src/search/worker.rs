//! One thread of a search, and what all threads of it share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use outflank_eval::Evaluation;

use super::near_table::NearTable;
use super::split::{Pool, Split};
use crate::table::Table;
use crate::{Meter, Selectivity, Stop};

/// The state shared by all threads of a search.
pub(crate) struct Shared<'e, E: Evaluation> {
    pub(crate) table: &'e Table,
    pub(crate) evaluation: &'e E,
    pub(crate) pool: Pool<E::State>,
    pub(crate) timer: Timer,
    /// Nodes that all threads have reported.
    reported: AtomicU64,
    /// True if the search is over, for any reason.
    halted: AtomicBool,
    /// The longest time between two looks of a thread at the clock, in microseconds.
    longest_gap: AtomicU64,
}

/// The deadline of a search.
pub(crate) struct Timer {
    pub(crate) stop: Stop,
    pub(crate) deadline: Option<Instant>,
    pub(crate) nodes: Option<u64>,
    pub(crate) meter: Option<Meter>,
}

impl<'e, E: Evaluation> Shared<'e, E> {
    pub(crate) fn new(table: &'e Table, evaluation: &'e E, timer: Timer, threads: usize) -> Self {
        let pool = Pool::new(threads.saturating_sub(1));
        let (reported, longest_gap) = (AtomicU64::new(0), AtomicU64::new(0));
        let halted = AtomicBool::new(false);
        Self { table, evaluation, pool, timer, reported, halted, longest_gap }
    }

    pub(crate) fn is_halted(&self) -> bool {
        self.halted.load(Ordering::Relaxed)
    }

    fn halt(&self) {
        self.halted.store(true, Ordering::Relaxed);
    }
}

/// One thread of a search.
pub(crate) struct Worker<'s, E: Evaluation> {
    pub(crate) shared: &'s Shared<'s, E>,
    pub(crate) nodes: u64,
    /// Cleared only by the code that started the abandoned search.
    pub(crate) is_aborted: bool,
    pub(crate) selectivity: Selectivity,
    /// The number of `ProbCut` probes in progress above this node.
    pub(crate) probing: u32,
    /// The split whose job this thread does.
    pub(crate) split: Option<Arc<Split>>,
    pub(super) near: &'s mut NearTable,
    /// The number of nodes already reported.
    reported: u64,
    polls: u32,
    last_look: Instant,
}

/// The number of nodes with a table look-up between two checks of the clock: a fraction
/// of a millisecond.
const POLLS_PER_LOOK: u32 = 64;

/// The number of times that a thread of this search may have to wait for a processor between its
/// end and the answer: the thread of the caller, its helpers, and the caller again, which still has
/// to write the answer.
const WAITS: u32 = 4;

impl<'s, E: Evaluation> Worker<'s, E> {
    pub(crate) fn new(
        shared: &'s Shared<'s, E>,
        near: &'s mut NearTable,
        selectivity: Selectivity,
    ) -> Self {
        Self {
            shared,
            nodes: 0,
            is_aborted: false,
            selectivity,
            probing: 0,
            split: None,
            near,
            reported: 0,
            polls: 0,
            last_look: Instant::now(),
        }
    }

    /// Counts a node. Returns true if the search must stop.
    #[inline(always)]
    pub(crate) fn enter(&mut self) -> bool {
        self.nodes += 1;
        self.polls += 1;
        if self.polls >= POLLS_PER_LOOK {
            self.look();
        }
        self.check();
        self.is_aborted
    }

    /// Updates `is_aborted`: the search, or this thread's part of it, may be over.
    #[inline(always)]
    pub(crate) fn check(&mut self) {
        let is_cancelled = self.split.as_ref().is_some_and(|split| split.is_cancelled());
        self.is_aborted |= is_cancelled || self.shared.is_halted();
    }

    /// Begins to measure the time between looks at the clock again, after a wait for other threads.
    pub(super) fn end_wait(&mut self) {
        if self.shared.timer.deadline.is_some() {
            self.last_look = Instant::now();
        }
    }

    /// Reports the nodes of this thread, and gives those of all threads.
    pub(crate) fn all_nodes(&mut self) -> u64 {
        let news = self.nodes - std::mem::replace(&mut self.reported, self.nodes);
        self.shared.reported.fetch_add(news, Ordering::Relaxed) + news
    }

    /// Checks the clock and the other limits of the search.
    #[cold]
    #[inline(never)]
    fn look(&mut self) {
        self.polls = 0;
        let shared = self.shared;
        let timer = &shared.timer;
        let is_used_up = timer.nodes.is_some_and(|most| self.all_nodes() >= most);
        if let Some(meter) = &timer.meter {
            meter.show(self.all_nodes());
        }
        let mut is_over = timer.stop.is_asked() || is_used_up;
        if let Some(deadline) = timer.deadline {
            let now = Instant::now();
            // If the system took the processor away for long, it will do so again: better to end
            // too early than too late.
            let gap = (now - self.last_look).as_micros() as u64;
            let longest = shared.longest_gap.fetch_max(gap, Ordering::Relaxed).max(gap);
            self.last_look = now;
            is_over |= now + Duration::from_micros(longest) * WAITS >= deadline;
        }
        if is_over {
            self.shared.halt();
        }
    }
}
