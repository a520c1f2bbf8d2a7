//! A position to learn from.

use outflank_core::{Bitboard, Board};
use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

/// A position to learn from. Scores are discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// The discs, in the smallest of the eight symmetric views.
    pub board: Board,
    /// The score of the search; `None` if moves were random.
    pub search: Option<i8>,
    /// The weighted scores of this search and of the following ones, nearer ones more, with
    /// the result at the end.
    pub later: i8,
    /// The result of the game; the score of the search for a board after a move that was not
    /// played.
    pub result: i8,
}

/// The mark for no search. No score is this low.
const NO_SEARCH: i8 = i8::MIN;

/// A sample as it is stored in a file.
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
    /// The sample; `None` if the row is invalid.
    pub(super) fn sample(self) -> Option<Sample> {
        let board = Board::new(Bitboard::new(self.own.get()), Bitboard::new(self.opp.get()))?;
        let search = Some(self.search).filter(|search| *search != NO_SEARCH);
        let is_score = |score: i8| (-64..=64).contains(&score);
        let Self { later, result, .. } = self;
        let are_scores = is_score(result) && is_score(later) && search.is_none_or(is_score);
        are_scores.then_some(Sample { board, search, later, result })
    }
}
