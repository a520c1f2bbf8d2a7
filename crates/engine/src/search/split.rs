//! Moves of one node searched by several threads.
//!
//! The first moves of a node are searched alone, because they usually decide. Then a deep node
//! puts all other moves into the queue; a smaller one gives a move away when a thread has no job,
//! and searches the others itself. When no move is left, the owner takes its own moves back from
//! the queue, and waits for its helpers. While it waits, it takes jobs only from below its own
//! split, so that its work brings the awaited result closer.

use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use outflank_core::{Board, Kernel, Square, Task};
use outflank_eval::Evaluation;

use super::near_table::NearTable;
use super::node::Node;
use super::worker::{Shared, Worker};
use crate::Selectivity;
use crate::rules::Rules;

/// A node whose moves are searched by several threads.
pub(crate) struct Split {
    parent: Option<Arc<Self>>,
    /// True if one move above its window makes the others unnecessary.
    ends_with_first: bool,
    is_over: AtomicBool,
    state: Mutex<SplitState>,
}

#[derive(Default)]
struct SplitState {
    pending: usize,
    results: Vec<SplitResult>,
}

/// The result of a helper.
#[derive(Clone, Copy)]
pub(crate) struct SplitResult {
    pub(crate) square: Square,
    pub(crate) score: i32,
    /// The window that the score was found with: above it, the score is a
    /// lower bound.
    pub(crate) alpha: i32,
}

impl Split {
    fn new(parent: Option<Arc<Self>>, ends_with_first: bool) -> Self {
        let is_over = AtomicBool::new(false);
        Self { parent, ends_with_first, is_over, state: Mutex::default() }
    }

    /// True if the results below this split are no longer needed.
    pub(crate) fn is_cancelled(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
            || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }

    fn is_below(self: &Arc<Self>, ancestor: &Arc<Self>) -> bool {
        Arc::ptr_eq(self, ancestor)
            || self.parent.as_ref().is_some_and(|parent| parent.is_below(ancestor))
    }
}

/// A move to search: the board after it, with a window of zero width.
pub(crate) struct Job<S> {
    split: Arc<Split>,
    square: Square,
    board: Board,
    state: S,
    alpha: i32,
    depth: u32,
    expects_cut: bool,
    selectivity: Selectivity,
    probing: u32,
}

/// The threads of a search and the jobs that wait for them.
pub(crate) struct Pool<S> {
    /// The number of threads besides the one that began the search.
    helpers: usize,
    /// The number of idle threads for which no job waits.
    free: AtomicUsize,
    queue: Mutex<Queue<S>>,
    /// Counts the changes that a waiting thread may wait for.
    changes: AtomicU64,
    changed: Condvar,
}

/// The number of times that a thread without a job looks for a change before it sleeps: about
/// 20 microseconds. Most waits are shorter than it takes the system to wake a thread.
const SPINS: u32 = 1 << 10;

struct Queue<S> {
    /// The oldest first: these are of nodes near the root and usually the largest.
    jobs: Vec<Job<S>>,
    idle: usize,
    /// The jobs that no idle thread has looked at yet.
    fresh: usize,
    is_closed: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A thread that panicked ends the search anyway.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<S> Pool<S> {
    pub(crate) fn new(helpers: usize) -> Self {
        let queue = Queue { jobs: Vec::new(), idle: 0, fresh: 0, is_closed: helpers == 0 };
        Self {
            helpers,
            free: AtomicUsize::new(0),
            queue: Mutex::new(queue),
            changes: AtomicU64::new(0),
            changed: Condvar::new(),
        }
    }

    /// True if there is more than one thread.
    #[inline(always)]
    pub(crate) fn has_helpers(&self) -> bool {
        self.helpers > 0
    }

    /// True if an idle thread is available.
    #[inline(always)]
    pub(crate) fn has_room(&self) -> bool {
        self.free.load(Ordering::Relaxed) > 0
    }

    /// Ends the helper threads.
    pub(crate) fn close(&self) {
        lock(&self.queue).is_closed = true;
        self.notify();
    }

    /// Makes waiting threads look again.
    fn notify(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn push(&self, job: Job<S>) {
        let mut queue = lock(&self.queue);
        queue.jobs.push(job);
        queue.fresh += 1;
        self.count(&queue);
        let is_awaited = queue.idle > 0;
        drop(queue);
        if is_awaited {
            self.notify();
        }
    }

    fn count(&self, queue: &Queue<S>) {
        self.free.store(queue.idle.saturating_sub(queue.fresh), Ordering::Relaxed);
    }

    /// True if there is a change since `seen` within a short time.
    fn spin(&self, seen: u64) -> bool {
        (0..SPINS).any(|_| {
            std::hint::spin_loop();
            self.changes.load(Ordering::Relaxed) != seen
        })
    }

    /// The job at the place that is chosen, waiting for one until `is_done`.
    fn take(
        &self,
        choose: impl Fn(&[Job<S>]) -> Option<usize>,
        is_done: impl Fn(&Queue<S>) -> bool,
    ) -> Option<Job<S>> {
        let mut queue = lock(&self.queue);
        queue.idle += 1;
        let mut has_spun = false;
        let job = loop {
            if let Some(at) = choose(&queue.jobs) {
                queue.fresh = queue.fresh.saturating_sub(1);
                break Some(queue.jobs.remove(at));
            }
            if is_done(&queue) {
                break None;
            }
            queue.fresh = 0;
            self.count(&queue);
            if has_spun {
                // The lock was held since the last look, so no change is missed.
                queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
                has_spun = false;
            } else {
                let seen = self.changes.load(Ordering::Relaxed);
                drop(queue);
                has_spun = !self.spin(seen);
                queue = lock(&self.queue);
            }
        };
        queue.idle -= 1;
        self.count(&queue);
        job
    }
}

/// The loop of a helper thread.
pub(crate) struct Help<'s, R, E: Evaluation> {
    pub(crate) shared: &'s Shared<'s, E>,
    pub(crate) near: &'s mut NearTable,
    pub(crate) rules: PhantomData<R>,
}

impl<R: Rules, E: Evaluation> Task for Help<'_, R, E> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { shared, near, .. } = self;
        let mut worker = Worker::new(shared, near, Selectivity::Full);
        while let Some(job) = shared.pool.take(oldest, |queue| queue.is_closed) {
            work::<R, E, K>(kernel, &mut worker, job);
        }
    }
}

/// The place of the oldest job.
fn oldest<S>(jobs: &[Job<S>]) -> Option<usize> {
    (!jobs.is_empty()).then_some(0)
}

/// Does a job and reports its result, unless it is no longer needed.
#[inline(always)]
fn work<R: Rules, E: Evaluation, K: Kernel>(
    kernel: K,
    worker: &mut Worker<'_, E>,
    job: Job<E::State>,
) {
    let Job { split, square, board, state, alpha, depth, expects_cut, selectivity, probing } = job;
    worker.end_wait();
    let context = (worker.split.replace(split.clone()), worker.selectivity, worker.probing);
    worker.selectivity = selectivity;
    worker.probing = probing;
    let moves = board.legal_moves_on(kernel);
    let node = Node::<R, E, false>::new(worker, board, moves, state, !alpha, -alpha, depth);
    let score = -kernel.run(node.expecting_cut(expects_cut));
    let is_aborted = std::mem::take(&mut worker.is_aborted);
    (worker.split, worker.selectivity, worker.probing) = context;

    worker.all_nodes();
    let mut state = lock(&split.state);
    state.pending -= 1;
    if !is_aborted {
        state.results.push(SplitResult { square, score, alpha });
        if split.ends_with_first && score > alpha {
            split.is_over.store(true, Ordering::Relaxed);
        }
    }
    drop(state);
    // The owner waits on the queue, for jobs and results alike. Taking the
    // lock makes sure that it either sees this result or is woken for it.
    let is_awaited = lock(&worker.shared.pool.queue).idle > 0;
    if is_awaited {
        worker.shared.pool.notify();
    }
}

/// The jobs that a node has given away.
pub(crate) struct Helpers {
    split: Option<Arc<Split>>,
    ends_with_first: bool,
    /// What a [`Node`] expects, for the boards after the moves.
    expect_cuts: bool,
}

impl Helpers {
    /// Nothing given away yet; with `ends_with_first` one move above its
    /// window makes the others unnecessary.
    #[inline(always)]
    pub(crate) fn new(ends_with_first: bool, expect_cuts: bool) -> Self {
        Self { split: None, ends_with_first, expect_cuts }
    }

    /// Gives a move away.
    pub(crate) fn give<E: Evaluation>(
        &mut self,
        worker: &Worker<'_, E>,
        square: Square,
        board: Board,
        state: E::State,
        alpha: i32,
        depth: u32,
    ) {
        let split = self.split.get_or_insert_with(|| {
            Arc::new(Split::new(worker.split.clone(), self.ends_with_first))
        });
        lock(&split.state).pending += 1;
        let (selectivity, probing) = (worker.selectivity, worker.probing);
        let expects_cut = self.expect_cuts;
        let split = split.clone();
        worker.shared.pool.push(Job {
            split,
            square,
            board,
            state,
            alpha,
            depth,
            expects_cut,
            selectivity,
            probing,
        });
    }

    /// True if a move has been given away.
    #[inline(always)]
    pub(crate) fn have_some(&self) -> bool {
        self.split.is_some()
    }

    /// True if a helper has found a move above its window.
    #[inline(always)]
    pub(crate) fn have_found(&self) -> bool {
        self.split.as_ref().is_some_and(|split| split.is_over.load(Ordering::Relaxed))
    }

    /// Notifies the helpers that their results are no longer needed.
    pub(crate) fn cancel(&self) {
        if let Some(split) = &self.split {
            split.is_over.store(true, Ordering::Relaxed);
        }
    }

    /// Waits until all jobs given away are done, helping with them, and gives
    /// their results.
    #[inline(always)]
    pub(crate) fn finish<R: Rules, E: Evaluation, K: Kernel>(
        &mut self,
        kernel: K,
        worker: &mut Worker<'_, E>,
    ) -> Vec<SplitResult> {
        let Some(split) = self.split.take() else { return Vec::new() };
        // The moves of this node in their order, otherwise the oldest job below it.
        let choose = |jobs: &[Job<E::State>]| {
            let is_own = |job: &Job<E::State>| Arc::ptr_eq(&job.split, &split);
            let is_below = |job: &Job<E::State>| job.split.is_below(&split);
            jobs.iter().position(is_own).or_else(|| jobs.iter().position(is_below))
        };
        let is_done = |_: &Queue<E::State>| lock(&split.state).pending == 0;
        while let Some(job) = worker.shared.pool.take(choose, is_done) {
            // An abandoned job gives no result for this node.
            let is_aborted = worker.is_aborted;
            work::<R, E, K>(kernel, worker, job);
            worker.is_aborted = is_aborted;
        }
        worker.end_wait();
        worker.check();
        std::mem::take(&mut lock(&split.state).results)
    }
}
