//! The two games as types: the search is compiled once for each.

use outflank_core::{Bitboard, Board, Rule};

/// A [`Rule`] known at compile time.
pub(crate) trait Rules: Copy + Send + Sync + 'static {
    const RULE: Rule;
    /// `1` if more discs win, `-1` if fewer do.
    const SIGN: i32;
    /// With at most this many empty squares a complete search orders moves
    /// without the evaluation.
    const ENDGAME: u32;
    /// The order of moves near the end, by what experiments showed: how much a
    /// reply on a corner counts beyond one elsewhere, in replies;
    const CORNER_REPLY: i32;
    /// how much a square in an odd quarter counts, in 32nds of a reply;
    const ODD_QUARTER: i32;
    /// how much the square itself counts, times its value;
    const SQUARE: i32;
    /// and how much a turned disc costs, in 32nds of a reply.
    const FLIP: i32;

    /// Discs that no play can take from the score of the side that waits.
    fn lost_for_good(board: Board) -> Bitboard;

    /// The score of a finished board for the side to move.
    #[inline(always)]
    fn final_score(board: Board) -> i32 {
        let own = board.own().len().cast_signed();
        let opp = board.opp().len().cast_signed();
        let difference = own - opp;
        Self::SIGN * (difference + (64 - own - opp) * difference.signum())
    }
}

/// Most discs win.
#[derive(Clone, Copy)]
pub(crate) struct Reversi;

impl Rules for Reversi {
    const RULE: Rule = Rule::Reversi;
    const SIGN: i32 = 1;
    const ENDGAME: u32 = 14;
    const CORNER_REPLY: i32 = 1;
    const ODD_QUARTER: i32 = 16;
    const SQUARE: i32 = 1;
    const FLIP: i32 = 0;

    #[inline(always)]
    fn lost_for_good(board: Board) -> Bitboard {
        board.pass().stable_discs()
    }
}

/// Fewest discs win.
#[derive(Clone, Copy)]
pub(crate) struct Reversed;

impl Rules for Reversed {
    const RULE: Rule = Rule::Reversed;
    const SIGN: i32 = -1;
    const ENDGAME: u32 = 10;
    /// A corner is no gift here: a reply there is no reply.
    const CORNER_REPLY: i32 = -1;
    /// To move last is to take discs last.
    const ODD_QUARTER: i32 = 0;
    const SQUARE: i32 = 3;
    const FLIP: i32 = 12;

    #[inline(always)]
    fn lost_for_good(board: Board) -> Bitboard {
        board.stable_discs()
    }
}
