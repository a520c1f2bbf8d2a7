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
    /// The extra weight of a reply on a corner in the order of moves near the end,
    /// in replies. This and the following weights were found by experiment.
    const CORNER_REPLY: i32;
    /// The weight of a square in an odd quarter, in 32nds of a reply.
    const ODD_QUARTER: i32;
    /// The factor of the value of the square itself.
    const SQUARE: i32;
    /// The cost of a turned disc, in 32nds of a reply.
    const FLIP: i32;
    /// The cost of a reply in the order of a complete search by the evaluation, in units of
    /// the evaluation.
    const REPLY: i32;

    /// All squares, those first that a good move is most often on.
    const PROMISING: [Bitboard; 3];

    /// The board seen by the side whose discs count against the side to move.
    fn of_costly_side(board: Board) -> Board;

    /// The score of a finished board for the side to move.
    #[inline(always)]
    fn final_score(board: Board) -> i32 {
        let own = board.own().len().cast_signed();
        let opp = board.opp().len().cast_signed();
        let difference = own - opp;
        Self::SIGN * (difference + (64 - own - opp) * difference.signum())
    }
}

/// Squares from which the opponent may reach a corner.
const BESIDE_CORNERS: u64 = 0x42c3_0000_0000_c342;

/// Most discs win.
#[derive(Clone, Copy)]
pub(crate) struct Reversi;

impl Rules for Reversi {
    const RULE: Rule = Rule::Reversi;
    const SIGN: i32 = 1;
    const ENDGAME: u32 = 12;
    const CORNER_REPLY: i32 = 1;
    const ODD_QUARTER: i32 = 16;
    const SQUARE: i32 = 1;
    const FLIP: i32 = 0;
    const REPLY: i32 = 512;
    const PROMISING: [Bitboard; 3] = [
        Bitboard::CORNERS,
        Bitboard::new(!(Bitboard::CORNERS.bits() | BESIDE_CORNERS)),
        Bitboard::new(BESIDE_CORNERS),
    ];

    #[inline(always)]
    fn of_costly_side(board: Board) -> Board {
        board.pass()
    }
}

/// Fewest discs win.
#[derive(Clone, Copy)]
pub(crate) struct Reversed;

impl Rules for Reversed {
    const RULE: Rule = Rule::Reversed;
    const SIGN: i32 = -1;
    const ENDGAME: u32 = 10;
    /// A corner is bad in this game: a reply there does not count.
    const CORNER_REPLY: i32 = -1;
    /// Moving last gains discs, which is bad in this game.
    const ODD_QUARTER: i32 = 0;
    const SQUARE: i32 = 3;
    const FLIP: i32 = 12;
    const REPLY: i32 = 256;
    const PROMISING: [Bitboard; 3] = [
        Bitboard::new(BESIDE_CORNERS),
        Bitboard::new(!(Bitboard::CORNERS.bits() | BESIDE_CORNERS)),
        Bitboard::CORNERS,
    ];

    #[inline(always)]
    fn of_costly_side(board: Board) -> Board {
        board
    }
}
