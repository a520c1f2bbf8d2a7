//! The limits of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::Selectivity;

/// The limits and the goal of a search.
///
/// The first limit that is reached ends the search. Without limits it continues to the
/// exact score.
///
/// ```
/// use std::time::Duration;
/// use outflank_engine::{Goal, Limits};
///
/// let quick = Limits { time: Some(Duration::from_millis(100)), lines: 3, ..Limits::default() };
/// let solve = Limits { goal: Goal::Solve, ..Limits::default() };
/// assert_eq!((quick.depth, solve.time), (None, None));
/// ```
#[derive(Clone, Debug)]
pub struct Limits {
    /// The answer is there before this much time has passed.
    pub time: Option<Duration>,
    /// No deeper than this many plies.
    pub depth: Option<u32>,
    /// About this many positions; with one thread always the same number.
    pub nodes: Option<u64>,
    /// The selectivity before the search is complete.
    pub selectivity: Selectivity,
    /// The number of best moves with a score of their own.
    pub lines: usize,
    /// The goal of the search.
    pub goal: Goal,
    /// Ends the search from outside.
    pub stop: Stop,
    /// Reports the number of nodes to another thread.
    pub meter: Option<Meter>,
}

/// The goal of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The best move and its score in discs.
    #[default]
    Score,
    /// The exact score. The middle game is searched only to find good moves early.
    Solve,
    /// Win, draw or loss only: the score is its sign.
    Outcome,
}

impl Limits {
    /// More [`lines`](Self::lines) than any board has moves: every move gets a score.
    pub const ALL_LINES: usize = 64;
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            depth: None,
            nodes: None,
            selectivity: Selectivity::P73,
            lines: 1,
            goal: Goal::Score,
            stop: Stop::default(),
            meter: None,
        }
    }
}

/// A handle to end a search from another thread.
///
/// Clones are the same handle. A request is permanent, so every search needs a new
/// handle.
///
/// ```
/// use outflank_engine::{Limits, Stop};
///
/// let stop = Stop::default();
/// let limits = Limits { stop: stop.clone(), ..Limits::default() };
/// stop.ask();
/// assert!(limits.stop.is_asked());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end now.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// True if the search has been asked to end.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The node count of a running search, for another thread.
///
/// Clones are the same meter. It is brought up to date every fraction of a
/// millisecond.
#[derive(Clone, Debug, Default)]
pub struct Meter(Arc<AtomicU64>);

impl Meter {
    /// The positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Sets the number; 0 before the next search with this meter.
    pub fn show(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }
}
