//! When a search ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::Selectivity;

/// When a search ends, and what it is to find.
///
/// The first limit that is reached ends the search; without any it goes on to
/// the exact score.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The answer is there before this much time has passed.
    pub time: Option<Duration>,
    /// No deeper than this many plies.
    pub depth: Option<u32>,
    /// About this many positions; with one thread always the same number.
    pub nodes: Option<u64>,
    /// How sure to be of what is left out before the search is complete.
    pub selectivity: Selectivity,
    /// How many of the best moves get a score of their own.
    pub lines: usize,
    /// What is asked of the end of the game.
    pub goal: Goal,
    /// Ends the search from outside.
    pub stop: Stop,
    /// Shows from outside how far the search is.
    pub meter: Option<Meter>,
}

/// What a search is to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// The best move and its score in discs.
    #[default]
    Score,
    /// The same, but nothing less than the exact score will do: the middle
    /// game is searched only to know good moves early.
    Solve,
    /// Whether the side to move wins, draws or loses: the score is its sign.
    Outcome,
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
/// Clones are the same handle. Once asked, it stays asked: every search has a
/// handle of its own.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks the search to end now.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been asked to end.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Shows another thread how many positions a search has looked at so far.
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

    /// Shows another number: nothing, before the next search with this meter.
    pub fn show(&self, nodes: u64) {
        self.0.store(nodes, Ordering::Relaxed);
    }
}
