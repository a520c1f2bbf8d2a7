//! Iterative analysis of a board.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_core::{Position, Rule};
use outflank_engine::{Analysis, Engine, Limits, Meter, Thinking};
use tokio::sync::watch;

use crate::pool::{Job, Next, Slice};

/// The nodes of the first look, so that there is something to see at once.
const FIRST_LOOK: u64 = 100_000;
/// Each look has this many times the nodes of the one before.
pub(super) const FACTOR: u64 = 4;
/// The turns that begin again with the first look and an empty table. More turns are needed
/// only if many visitors share the engines; results then differ a little from time to time,
/// but go deep.
const FRESH_TURNS: u32 = 8;
/// No turn is asked to be longer than this.
const LONGEST_TURN: Duration = Duration::from_hours(1);
/// Up to this many nodes, a look is a search of its own: the same as a hint. Later looks
/// continue with the table of the ones before, which saves much of their work.
const LAST_FRESH_LOOK: u64 = match Thinking::REVIEW.nodes {
    Some(nodes) => nodes,
    None => 0,
};

/// The best that was found so far.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) analysis: Analysis,
    /// True if the analysis is complete.
    pub(super) done: bool,
}

/// The latest result: a slow reader misses older ones. Without a job that can send another,
/// the channel is closed.
pub(super) type Latest = watch::Receiver<Option<Arc<Found>>>;

/// The cost of a job, which its follower may ask for at any time.
#[derive(Default)]
pub(super) struct Cost {
    /// The nodes of the current search.
    meter: Meter,
    spent: Mutex<Spent>,
}

/// The total cost of all searches.
#[derive(Clone, Copy, Default)]
struct Spent {
    nodes: u64,
    time: Duration,
    /// The start of the current search.
    since: Option<Instant>,
}

impl Cost {
    fn lock(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nodes and the time so far.
    pub(super) fn spent(&self) -> (u64, Duration) {
        let spent = self.lock();
        let running = spent.since.map_or(Duration::ZERO, |since| since.elapsed());
        (spent.nodes + self.meter.nodes(), spent.time + running)
    }
}

/// A board that is searched again and again, each time with more nodes.
///
/// A turn begins with an empty table, and its looks have stated numbers of nodes. So the same
/// board has the same scores at the same depth, whatever was searched before.
pub(super) struct Analyse {
    rule: Rule,
    position: Position,
    /// The nodes of the next look.
    look: u64,
    turns: u32,
    latest: watch::Sender<Option<Arc<Found>>>,
    cost: Arc<Cost>,
}

impl Analyse {
    /// The job, its results and its cost.
    pub(super) fn new(rule: Rule, position: Position) -> (Self, Latest, Arc<Cost>) {
        let (latest, results) = watch::channel(None);
        let cost = Arc::<Cost>::default();
        let shared = Arc::clone(&cost);
        (Self { rule, position, look: FIRST_LOOK, turns: 0, latest, cost }, results, shared)
    }

    /// Searches the board once; whether the result is exact.
    fn look(&self, engine: &mut Engine, slice: &Slice) -> bool {
        let start = Instant::now();
        let before = *self.cost.lock();
        self.cost.lock().since = Some(start);
        let limits = Limits {
            nodes: Some(self.look),
            lines: Limits::ALL_LINES,
            stop: slice.stop.clone(),
            meter: Some(self.cost.meter.clone()),
            ..Limits::default()
        };
        let board = self.position.board();
        let tell = &mut |found: &Analysis| {
            // The last word says the same and more.
            if found.depth > 0 && !found.exact {
                self.tell(found, before, false);
            }
        };
        let found = if self.look <= LAST_FRESH_LOOK {
            engine.search_afresh(self.rule, board, &limits, tell)
        } else {
            engine.search(self.rule, board, &limits, tell)
        };
        {
            let mut spent = self.cost.lock();
            self.cost.meter.show(0);
            let (nodes, time) = (before.nodes + found.nodes, before.time + start.elapsed());
            *spent = Spent { nodes, time, since: None };
        }
        if found.exact {
            self.tell(&found, before, true);
        }
        found.exact
    }

    /// Passes a result on, unless a deeper one is known.
    fn tell(&self, analysis: &Analysis, before: Spent, done: bool) {
        let is_better = match &*self.latest.borrow() {
            Some(found) => is_deeper(analysis, &found.analysis),
            None => true,
        };
        if is_better || done {
            let mut analysis = analysis.clone();
            analysis.nodes += before.nodes;
            analysis.time += before.time;
            self.latest.send_replace(Some(Arc::new(Found { analysis, done })));
        }
    }
}

impl Job for Analyse {
    fn requested_time(&self) -> Duration {
        LONGEST_TURN
    }

    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next {
        if self.turns < FRESH_TURNS {
            engine.clear();
            self.look = FIRST_LOOK;
        }
        self.turns += 1;
        loop {
            if self.look(engine, slice) {
                return Next::Done;
            }
            if slice.stop.is_asked() {
                return Next::Again;
            }
            self.look = self.look.saturating_mul(FACTOR);
        }
    }
}

/// True if one result is deeper than another.
fn is_deeper(one: &Analysis, other: &Analysis) -> bool {
    (one.depth, one.selectivity) > (other.depth, other.selectivity)
}
