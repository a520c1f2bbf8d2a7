//! A board looked at ever deeper.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use outflank_core::{Position, Rule};
use outflank_engine::{Analysis, Engine, Limits, Meter};
use tokio::sync::watch;

use crate::server::pool::{Job, Next, Slice};

/// The first look, so that there is something to see at once.
const FIRST_LOOK: Duration = Duration::from_millis(50);
/// No look is longer than this.
const LONGEST_LOOK: Duration = Duration::from_hours(1);
/// More than any board has moves: each gets a score of its own.
const ALL_LINES: usize = 64;

/// The best that was found so far.
#[derive(Clone)]
pub(super) struct Found {
    pub(super) analysis: Analysis,
    /// Whether there is nothing more to find.
    pub(super) done: bool,
}

/// What a job and the one who follows it share.
pub(super) struct Findings {
    /// The latest only: who is slow does not hear of all.
    pub(super) latest: watch::Sender<Option<Arc<Found>>>,
    /// The positions of the look that is going on.
    meter: Meter,
    spent: Mutex<Spent>,
}

/// What all looks have cost.
#[derive(Clone, Copy, Default)]
struct Spent {
    nodes: u64,
    time: Duration,
    /// Since when a look is going on.
    since: Option<Instant>,
}

impl Findings {
    pub(super) fn new() -> Arc<Self> {
        let latest = watch::Sender::new(None);
        let (meter, spent) = (Meter::default(), Mutex::default());
        Arc::new(Self { latest, meter, spent })
    }

    fn lock(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The positions looked at and the time taken until now.
    pub(super) fn spent(&self) -> (u64, Duration) {
        let spent = self.lock();
        let running = spent.since.map_or(Duration::ZERO, |since| since.elapsed());
        (spent.nodes + self.meter.nodes(), spent.time + running)
    }
}

/// A board to look at ever deeper, each time for twice as long: what was seen
/// before is in the table.
pub(super) struct Analyse {
    rule: Rule,
    position: Position,
    look: Duration,
    findings: Arc<Findings>,
}

impl Analyse {
    pub(super) fn new(rule: Rule, position: Position, findings: Arc<Findings>) -> Self {
        Self { rule, position, look: FIRST_LOOK, findings }
    }
}

impl Job for Analyse {
    fn wish(&self) -> Duration {
        self.look
    }

    fn work(&mut self, engine: &mut Engine, slice: &Slice) -> Next {
        let findings = &self.findings;
        let start = Instant::now();
        let before = *findings.lock();
        findings.lock().since = Some(start);
        let limits = Limits {
            time: Some(slice.time),
            lines: ALL_LINES,
            stop: slice.stop.clone(),
            meter: Some(findings.meter.clone()),
            ..Limits::default()
        };
        let tell = |analysis: &Analysis, done: bool| {
            let latest = findings.latest.borrow();
            let is_better =
                latest.as_ref().is_none_or(|found| is_deeper(analysis, &found.analysis));
            drop(latest);
            if is_better || done {
                let mut analysis = analysis.clone();
                analysis.nodes += before.nodes;
                analysis.time += before.time;
                findings.latest.send_replace(Some(Arc::new(Found { analysis, done })));
            }
        };
        let board = self.position.board();
        let found = engine.search(self.rule, board, &limits, &mut |found| {
            // The last word says the same and more.
            if found.depth > 0 && !found.exact {
                tell(found, false);
            }
        });
        {
            let mut spent = findings.lock();
            findings.meter.show(0);
            let (nodes, time) = (before.nodes + found.nodes, before.time + start.elapsed());
            *spent = Spent { nodes, time, since: None };
        }
        if found.exact {
            tell(&found, true);
            return Next::Done;
        }
        if start.elapsed() >= self.look / 2 {
            self.look = (self.look * 2).min(LONGEST_LOOK);
        }
        Next::Again
    }
}

/// Whether one look has seen more than another.
fn is_deeper(one: &Analysis, other: &Analysis) -> bool {
    (one.depth, one.selectivity) > (other.depth, other.selectivity)
}
