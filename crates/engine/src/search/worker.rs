//! One thread of a search, and what all threads of it share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use outflank_eval::Evaluation;

use super::near_table::NearTable;
use super::split::{Pool, Split};
use crate::table::Table;
use crate::{Meter, Selectivity, Stop};

/// What all threads of a search share.
pub(crate) struct Shared<'e, E: Evaluation> {
    pub(crate) table: &'e Table,
    pub(crate) evaluation: &'e E,
    pub(crate) pool: Pool<E::State>,
    pub(crate) timer: Timer,
    /// Nodes that all threads have reported.
    reported: AtomicU64,
    /// Whether the search is over, for whatever reason.
    halted: AtomicBool,
}

/// When a search must end.
pub(crate) struct Timer {
    pub(crate) stop: Stop,
    pub(crate) deadline: Option<Instant>,
    pub(crate) nodes: Option<u64>,
    pub(crate) meter: Option<Meter>,
}

impl<'e, E: Evaluation> Shared<'e, E> {
    pub(crate) fn new(table: &'e Table, evaluation: &'e E, timer: Timer, threads: usize) -> Self {
        let pool = Pool::new(threads.saturating_sub(1));
        let (reported, halted) = (AtomicU64::new(0), AtomicBool::new(false));
        Self { table, evaluation, pool, timer, reported, halted }
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
    /// Cleared only by whoever started what is being given up.
    pub(crate) is_aborted: bool,
    pub(crate) selectivity: Selectivity,
    /// How many probable cuts are being tried above this node.
    pub(crate) probing: u32,
    /// The split whose job this thread does.
    pub(crate) split: Option<Arc<Split>>,
    pub(super) near: &'s mut NearTable,
    /// How many of the nodes have been reported.
    reported: u64,
    polls: u32,
    last_look: Instant,
    longest_gap: Duration,
}

/// How many nodes with a table look-up pass between two looks at the clock:
/// a fraction of a millisecond.
const POLLS_PER_LOOK: u32 = 64;

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
            longest_gap: Duration::ZERO,
        }
    }

    /// Counts a node, and says whether to give up.
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

    /// Notices that the search is over, or the part of it that this thread has.
    #[inline(always)]
    pub(crate) fn check(&mut self) {
        let is_cancelled = self.split.as_ref().is_some_and(|split| split.is_cancelled());
        self.is_aborted |= is_cancelled || self.shared.is_halted();
    }

    /// Reports the nodes of this thread, and gives those of all threads.
    pub(crate) fn all_nodes(&mut self) -> u64 {
        let news = self.nodes - std::mem::replace(&mut self.reported, self.nodes);
        self.shared.reported.fetch_add(news, Ordering::Relaxed) + news
    }

    /// A look at the clock and at everything else that can end a search.
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
            // Where the processor was taken away for long it will be again:
            // better to end a turn too early than one too late.
            self.longest_gap = self.longest_gap.max(now - self.last_look);
            self.last_look = now;
            is_over |= now + self.longest_gap * 3 / 2 >= deadline;
        }
        if is_over {
            self.shared.halt();
        }
    }
}
