//! The discs on the board, seen from the side to move.

use std::fmt;

use crate::kernel::{InstructionSet, Kernel, Task};
use crate::{Bitboard, Rule, Score, Square};

/// Discs of a position, seen from the side to move.
///
/// Invariant: `own` and `opp` share no square. A board does not know which game
/// is played: both games have the same moves.
///
/// ```
/// use outflank_core::{Board, Square};
///
/// // 1 - - - - - - - -
/// // 2 - - - - - - - -
/// // 3 - - - * - - - -
/// // 4 - - * O X - - -   X to move, * may be played
/// // 5 - - - X O * - -
/// // 6 - - - - * - - -
/// let moves: Vec<_> = Board::START.legal_moves().iter().collect();
/// assert_eq!(moves, [Square::D3, Square::C4, Square::F5, Square::E6]);
///
/// // After f5 the other side is to move, so its discs are `own`.
/// let next = Board::START.play(Square::F5).unwrap();
/// assert_eq!(next.own().len(), 1);
/// assert_eq!(next.opp().len(), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    own: Bitboard,
    opp: Bitboard,
}

impl Board {
    /// The starting position, black to move.
    pub const START: Self = Self {
        own: Bitboard::new(0x0000_0008_1000_0000),
        opp: Bitboard::new(0x0000_0010_0800_0000),
    };

    /// A board with these discs; `None` if a square is in both sets.
    pub const fn new(own: Bitboard, opp: Bitboard) -> Option<Self> {
        if own.is_disjoint(opp) { Some(Self { own, opp }) } else { None }
    }

    /// A board with these discs, which share no square.
    #[inline(always)]
    pub(crate) fn of_disjoint(own: Bitboard, opp: Bitboard) -> Self {
        debug_assert!(own.is_disjoint(opp));
        Self { own, opp }
    }

    /// Discs of the side to move.
    pub const fn own(self) -> Bitboard {
        self.own
    }

    /// Discs of the opponent.
    pub const fn opp(self) -> Bitboard {
        self.opp
    }

    /// Squares without a disc.
    pub const fn empties(self) -> Bitboard {
        Bitboard::new(!(self.own.bits() | self.opp.bits()))
    }

    /// Squares that the side to move may play.
    #[inline]
    pub fn legal_moves(self) -> Bitboard {
        InstructionSet::best().run(LegalMoves(self))
    }

    /// Discs turned by playing `square`; empty when the move is illegal.
    #[inline]
    pub fn flips(self, square: Square) -> Bitboard {
        InstructionSet::best().run(Flips(self, square))
    }

    /// The board after `square`, seen by the opponent; `None` if illegal.
    #[inline]
    pub fn play(self, square: Square) -> Option<Self> {
        let flips = self.flips(square);
        (!flips.is_empty()).then(|| self.play_flips(square, flips))
    }

    /// [`Board::play`] for a caller that has computed the flips.
    #[inline]
    #[must_use]
    pub fn play_flips(self, square: Square, flips: Bitboard) -> Self {
        debug_assert!(!flips.is_empty() && flips.is_subset(self.opp));
        debug_assert!(self.empties().has(square));
        Self { own: self.opp ^ flips, opp: self.own ^ flips ^ square.bitboard() }
    }

    /// [`Board::legal_moves`] inside a [`Task`], without the choice of an
    /// instruction set.
    #[inline(always)]
    pub fn legal_moves_on<K: Kernel>(self, kernel: K) -> Bitboard {
        Bitboard::new(kernel.legal_moves(self.own.bits(), self.opp.bits()))
    }

    /// [`Board::flips`] inside a [`Task`], without the choice of an
    /// instruction set. The square must be empty; this is not checked in release
    /// builds.
    #[inline(always)]
    pub fn flips_on<K: Kernel>(self, kernel: K, square: Square) -> Bitboard {
        debug_assert!(self.empties().has(square));
        Bitboard::new(kernel.flips(square.index(), self.own.bits(), self.opp.bits()))
    }

    /// The same discs with the other side to move.
    #[inline]
    #[must_use]
    pub const fn pass(self) -> Self {
        Self { own: self.opp, opp: self.own }
    }

    /// Whether neither side can move.
    pub fn is_over(self) -> bool {
        self.legal_moves().is_empty() && self.pass().legal_moves().is_empty()
    }

    /// The score of the side to move if the game ends here.
    ///
    /// Empty squares count for the side with more discs. A Reversed score is the
    /// negated Reversi score.
    ///
    /// ```
    /// use outflank_core::{Bitboard, Board, Rule};
    ///
    /// // Three discs against one: the 60 empty squares go to the winner.
    /// let board = Board::new(Bitboard::new(0b111), Bitboard::new(0b1000)).unwrap();
    /// assert_eq!(board.final_score(Rule::Reversi).discs(), 62);
    /// assert_eq!(board.final_score(Rule::Reversed).discs(), -62);
    /// ```
    pub fn final_score(self, rule: Rule) -> Score {
        let own = self.own.len().cast_signed();
        let opp = self.opp.len().cast_signed();
        let empties = 64 - own - opp;
        let difference = own - opp + empties * (own - opp).signum();
        let score = Score::new(difference).expect("the winner's empties make the difference even");
        match rule {
            Rule::Reversi => score,
            Rule::Reversed => -score,
        }
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::START
    }
}

impl fmt::Debug for Board {
    /// 64 letters from a1 to h8, `X` for the side to move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::ALL {
            f.write_str(if self.own.has(square) {
                "X"
            } else if self.opp.has(square) {
                "O"
            } else {
                "-"
            })?;
        }
        Ok(())
    }
}

struct LegalMoves(Board);

impl Task for LegalMoves {
    type Output = Bitboard;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Bitboard {
        self.0.legal_moves_on(kernel)
    }
}

struct Flips(Board, Square);

impl Task for Flips {
    type Output = Bitboard;

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) -> Bitboard {
        let Self(board, square) = self;
        if board.empties().has(square) { board.flips_on(kernel, square) } else { Bitboard::EMPTY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(own: u64, opp: u64) -> Board {
        Board::new(Bitboard::new(own), Bitboard::new(opp)).unwrap()
    }

    #[test]
    fn the_start_has_four_moves_that_turn_one_disc_each() {
        let moves: Vec<_> = Board::START.legal_moves().iter().collect();
        assert_eq!(moves, [Square::D3, Square::C4, Square::F5, Square::E6]);
        for square in moves {
            assert_eq!(Board::START.flips(square).len(), 1);
        }
        assert_eq!(Board::START.play(Square::A1), None);
        assert_eq!(Board::START.play(Square::D4), None);
    }

    #[test]
    fn empties_go_to_the_side_with_more_discs_and_reversed_negates() {
        let ahead = board(0b111, 0b1000);
        assert_eq!(ahead.final_score(Rule::Reversi).discs(), 62);
        assert_eq!(ahead.final_score(Rule::Reversed).discs(), -62);
        assert_eq!(ahead.pass().final_score(Rule::Reversi).discs(), -62);
        assert_eq!(board(1, 2).final_score(Rule::Reversi), Score::DRAW);
        assert_eq!(board(0, 0).final_score(Rule::Reversi), Score::DRAW);
        assert_eq!(board(!0, 0).final_score(Rule::Reversi), Score::MAX);
    }

    #[test]
    fn the_same_board_is_won_by_different_sides_under_each_rule() {
        let finished = board(0xffff, !0xffff);
        assert!(finished.is_over());
        assert!(finished.final_score(Rule::Reversi) < Score::DRAW);
        assert!(finished.final_score(Rule::Reversed) > Score::DRAW);
    }

    #[test]
    fn overlapping_discs_are_no_board() {
        assert_eq!(Board::new(Bitboard::new(3), Bitboard::new(2)), None);
    }
}
