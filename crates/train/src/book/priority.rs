//! The order in which a book grows: likely and close lines first.

use std::collections::HashMap;

use outflank_book::{Book, Successor};
use outflank_core::Board;

/// The cost of a ply. Without it a book would follow one line to the end of the game.
const PLY_COST: u32 = 1;
/// The cost of each disc that either side loses against its best move.
const DISC_COST: u32 = 2;

/// The positions of a book that are not expanded, the next to expand first.
///
/// Positions are ordered by the cost of the cheapest path from the start; equal ones by their
/// boards, so that the order is always the same.
pub(super) fn leaves(book: &Book) -> Vec<Board> {
    let mut boards: Vec<_> = book.iter().map(|(board, _)| board).collect();
    // Each move fills a square, so every path to a board is known before its own moves.
    boards.sort_by_key(|board| std::cmp::Reverse(board.empties().len()));
    let mut costs = HashMap::from([(Board::START.canonical().0, 0_u32)]);
    let mut leaves = Vec::new();
    for board in boards {
        let (Some(&cost), Some(node)) = (costs.get(&board), book.node(board)) else { continue };
        if !node.entry.is_expanded {
            // Nothing follows the end of a game.
            leaves.extend(node.entry.best.map(|_| (cost, board)));
            continue;
        }
        for next in board.legal_moves().iter().filter_map(|square| Successor::of(board, square)) {
            let Some(below) = book.node(next.board) else { continue };
            let loss = u32::from(node.value.abs_diff(next.value_before(below.value)));
            let cost = cost + PLY_COST + DISC_COST * loss;
            costs.entry(next.board).and_modify(|least| *least = cost.min(*least)).or_insert(cost);
        }
    }
    leaves.sort_unstable();
    leaves.into_iter().map(|(_, board)| board).collect()
}
