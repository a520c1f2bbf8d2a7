//! A position to learn from.

use outflank_core::{Bitboard, Board};
use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A position to learn from. Scores are discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// The discs, in the smallest of the eight symmetric views.
    pub board: Board,
    /// What the search said; `None` where moves were made at random.
    pub search: Option<i8>,
    /// What this search and those of the moves that followed said, nearer ones
    /// more, and in the end the result.
    pub later: i8,
    /// How the game ended.
    pub result: i8,
}

/// No search: no score is as low.
const NO_SEARCH: i8 = i8::MIN;

/// A sample as it is kept in a file.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Row {
    own: U64,
    opp: U64,
    search: i8,
    later: i8,
    result: i8,
}

impl From<Sample> for Row {
    fn from(sample: Sample) -> Self {
        Self {
            own: sample.board.own().bits().into(),
            opp: sample.board.opp().bits().into(),
            search: sample.search.unwrap_or(NO_SEARCH),
            later: sample.later,
            result: sample.result,
        }
    }
}

impl Row {
    /// The sample; `None` if it is none.
    pub(super) fn sample(self) -> Option<Sample> {
        let board = Board::new(Bitboard::new(self.own.get()), Bitboard::new(self.opp.get()))?;
        let search = Some(self.search).filter(|search| *search != NO_SEARCH);
        let is_score = |score: i8| (-64..=64).contains(&score);
        let Self { later, result, .. } = self;
        let are_scores = is_score(result) && is_score(later) && search.is_none_or(is_score);
        are_scores.then_some(Sample { board, search, later, result })
    }
}
