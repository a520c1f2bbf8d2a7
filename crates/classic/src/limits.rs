//! When an agent has thought enough about a move.

use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use outflank_core::Board;

use crate::search::Budget;

/// When an agent has thought enough about a move; by default when its report
/// says so.
///
/// A depth alone is searched at once. Nodes or time make any agent search
/// deeper and deeper until one of the limits is reached, and play what the last
/// finished search found. Without time the same board gives the same move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// No deeper than this many plies; never less than one.
    pub depth: Option<u32>,
    /// At most this many positions.
    pub nodes: Option<u64>,
    /// The answer is there when this much time has passed.
    pub time: Option<Duration>,
}

impl Limits {
    /// The course's five seconds a move, less a little for what happens around
    /// the search.
    pub(crate) const COURSE_TIME: Duration = Duration::from_millis(4900);

    /// This depth and nothing else.
    pub const fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), nodes: None, time: None }
    }

    /// The depths to search one after the other, where `usual` are those of the
    /// report.
    pub(crate) fn depths(self, usual: RangeInclusive<u32>) -> RangeInclusive<u32> {
        match self {
            Self { depth: None, nodes: None, time: None } => usual,
            Self { depth: Some(depth), nodes: None, time: None } => depth.max(1)..=depth.max(1),
            Self { depth, .. } => 1..=depth.unwrap_or(64).max(1),
        }
    }

    /// Nodes and time to spend, where `usual` is the time of the report.
    pub(crate) fn budget(self, usual: Option<Duration>) -> Budget {
        let time = if self == Self::default() { usual } else { self.time };
        // A time too long to be counted is no limit.
        let deadline = time.and_then(|time| Instant::now().checked_add(time));
        Budget::new(self.nodes, deadline)
    }

    /// Whether `board` may be searched to the end of the game.
    pub(crate) fn allow_the_end(self, board: Board) -> bool {
        self.depth.is_none_or(|depth| board.empties().len() <= depth)
    }
}
