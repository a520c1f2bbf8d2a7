//! The two games as types: the search is compiled once for each.

use outflank_core::{Bitboard, Board, Rule};

/// A [`Rule`] known at compile time.
pub(crate) trait Rules: Copy + Send + Sync + 'static {
    const RULE: Rule;
    /// `1` if more discs win, `-1` if fewer do.
    const SIGN: i32;
    /// What the endgame ordering thinks of a move that leaves the opponent a
    /// corner to play, in replies.
    const CORNER_REPLY: i32;

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
    const CORNER_REPLY: i32 = 1;

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
    const CORNER_REPLY: i32 = 0;

    #[inline(always)]
    fn lost_for_good(board: Board) -> Bitboard {
        board.stable_discs()
    }
}
