//! Stable discs, as the reports count them.

use outflank_core::{Bitboard, Board};

use super::Direction;

/// Discs of one side that are connected to a corner of that side along an edge.
/// They can never be turned, and are the only stable discs that reports 000 and
/// 004 count.
#[inline(always)]
pub(crate) fn corner_runs(discs: Bitboard) -> Bitboard {
    const ROWS: u64 = 0xff00_0000_0000_00ff;
    const COLUMNS: u64 = 0x8181_8181_8181_8181;
    let corners = (discs & Bitboard::CORNERS).bits();
    let mut runs = corners;
    for (direction, edges) in [(Direction::EAST, ROWS), (Direction::SOUTH, COLUMNS)] {
        let through = discs.bits() & edges;
        runs |= direction.reach(corners, through) | direction.opposite().reach(corners, through);
    }
    Bitboard::new(runs)
}

/// The sum of the stability degrees of the discs of the side to move, as report
/// 001 counts them.
///
/// The degree of a disc is the number, 0 to 4, of lines through it on which the
/// next move cannot turn it. To test a line, follow it in both directions over
/// discs of the same colour. The disc is safe on the line if one direction leads
/// off the board, or if both end at discs of the opponent.
#[inline(always)]
pub(crate) fn stability_degree(board: Board) -> u32 {
    let (own, opp) = (board.own().bits(), board.opp().bits());
    let mut degree = 0;
    for line in Direction::LINES {
        let [(forth_off, forth_opp), (back_off, back_opp)] =
            [line, line.opposite()].map(|way| ends(own, opp, way));
        let safe = forth_off | back_off | forth_opp & back_opp;
        degree += safe.count_ones();
    }
    degree
}

/// The discs of `own` whose run leads off the board, and those whose run ends
/// at a disc of `opp`.
#[inline(always)]
const fn ends(own: u64, opp: u64, way: Direction) -> (u64, u64) {
    let back = way.opposite();
    // A square that no step back arrives at is the last one on this way.
    let off = own & !back.step(!0);
    let beside = own & back.step(opp);
    (back.reach(off, own), back.reach(beside, own))
}
