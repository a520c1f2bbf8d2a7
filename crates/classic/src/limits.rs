//! The limits of a search.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use outflank_core::Board;

use crate::search::Budget;

/// The limits of a search. The default limits are those of the report.
///
/// With only a depth, the agent searches that depth. With nodes or time it
/// searches deeper and deeper until it reaches one of the limits, and plays the
/// move of the last finished search. Without a time limit the same board gives
/// the same move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SearchLimits {
    /// The maximum depth in plies; the minimum is 1.
    pub depth: Option<u32>,
    /// The maximum number of positions.
    pub nodes: Option<u64>,
    /// The time limit for a move.
    pub time: Option<Duration>,
}

impl SearchLimits {
    /// The five seconds that the course allows for a move, less a margin for the
    /// work outside of the search.
    pub(crate) const COURSE_TIME: Duration = Duration::from_millis(4900);

    /// The depth at which agents that search until the clock stops them are shown.
    pub(crate) const SHOWN_DEPTH: u32 = 5;

    /// A depth without other limits.
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), nodes: None, time: None }
    }

    /// The depths to search in order; `usual` are those of the report.
    pub(crate) fn depths(self, usual: RangeInclusive<u32>) -> RangeInclusive<u32> {
        match self {
            Self { depth: None, nodes: None, time: None } => usual,
            Self { depth: Some(depth), nodes: None, time: None } => depth.max(1)..=depth.max(1),
            Self { depth, .. } => 1..=depth.unwrap_or(64).max(1),
        }
    }

    /// The budget of the search; `usual` is the time of the report.
    pub(crate) fn budget(self, usual: Option<Duration>) -> Budget {
        let time = if self == Self::default() { usual } else { self.time };
        // A time that overflows the clock is no limit.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Budget::new(self.nodes, deadline)
    }

    /// Whether `board` may be searched to the end of the game.
    pub(crate) fn allow_the_end(self, board: Board) -> bool {
        self.depth.is_none_or(|depth| board.empties().len() <= depth)
    }
}
