//! The limits for choosing a move.

use std::time::Duration;

use outflank_core::{Board, Move};
use rand::Rng;

use crate::{Analysis, Level, Limits};

/// The limits for choosing a move: a level, limits, or both. The first one reached ends
/// the search.
///
/// This is what people and other programs ask for. A [`Limits`] is what it
/// means on one board.
///
/// ```
/// use std::time::Duration;
/// use outflank_core::Board;
/// use outflank_engine::{Level, Thinking};
///
/// let thinking = Thinking { time: Some(Duration::from_secs(1)), ..Thinking::at_level(Level::MIN) };
/// let limits = thinking.limits(Board::START);
/// assert_eq!((limits.time, limits.depth), (Some(Duration::from_secs(1)), Some(1)));
/// let unlimited = Thinking::default().limits(Board::START);
/// assert_eq!(unlimited.time, Some(Thinking::DEFAULT_TIME));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Thinking {
    /// The level; full strength if absent.
    pub level: Option<Level>,
    /// The answer is there before this much time has passed.
    pub time: Option<Duration>,
    /// No deeper than this many plies.
    pub depth: Option<u32>,
    /// About this many positions.
    pub nodes: Option<u64>,
}

impl Thinking {
    /// The course's time for a move, where nothing else ends the thinking.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

    /// The limits of a position where results have to repeat: in a review, for a hint and for
    /// the first answer of an analysis. Nodes, because a number of nodes takes about as long
    /// on every board, and the same number finds the same moves.
    pub const REVIEW: Self = Self { level: None, time: None, depth: None, nodes: Some(1_600_000) };

    /// At this level and with no other limit.
    pub const fn at_level(level: Level) -> Self {
        Self { level: Some(level), time: None, depth: None, nodes: None }
    }

    /// The limits of a search of `board`.
    pub fn limits(self, board: Board) -> Limits {
        let limits = self.level.map_or_else(Limits::default, |level| level.limits(board));
        let depth = [limits.depth, self.depth].into_iter().flatten().min();
        let is_limited = self.time.is_some() || depth.is_some() || self.nodes.is_some();
        let time = self.time.or((!is_limited).then_some(Self::DEFAULT_TIME));
        Limits { time, depth, nodes: self.nodes, ..limits }
    }

    /// The move to play after a search with [`Thinking::limits`]. It is always legal, even if
    /// the search was stopped before it began; a pass if there is no other move.
    pub fn choose(self, analysis: &Analysis, random: &mut impl Rng) -> Move {
        let chosen = match self.level {
            Some(level) => level.choose(analysis, random),
            None => analysis.best,
        };
        let any = || analysis.board.legal_moves().first().map_or(Move::Pass, Move::Place);
        chosen.unwrap_or_else(any)
    }
}
