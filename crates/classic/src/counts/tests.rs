//! Counts, beside the words of the reports followed square by square.

use outflank_core::{Bitboard, Board, Square};
use proptest::prelude::{prop_assert_eq, proptest};

use super::{corner_runs, frontier, inner_frontier, stability_degree};
use crate::testing::{after_f5, any_board, board, random_boards, top_row};

const WAYS: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn neighbour(square: Square, (down, right): (isize, isize)) -> Option<Square> {
    let row = square.row().checked_add_signed(down)?;
    Square::at(row, square.column().checked_add_signed(right)?)
}

fn is_on_edge(square: Square) -> bool {
    WAYS.iter().any(|way| neighbour(square, *way).is_none())
}

fn slow_frontier(board: Board, discs: Bitboard) -> Bitboard {
    let is_open = |square: Square| board.empties().has(square);
    let is_frontier =
        |disc: &Square| WAYS.iter().any(|way| neighbour(*disc, *way).is_some_and(is_open));
    discs.iter().filter(is_frontier).collect()
}

/// Along an edge, a disc is safe if own discs alone lead from it to a corner.
fn slow_corner_runs(discs: Bitboard) -> Bitboard {
    let leads_to_a_corner = |disc: Square, way| {
        let mut at = disc;
        while discs.has(at) && is_on_edge(at) {
            match neighbour(at, way) {
                Some(next) => at = next,
                None => return Bitboard::CORNERS.has(at),
            }
        }
        false
    };
    // A step across an edge leads off it, or off the board where there is no
    // corner, so only the ways along the edge can answer yes; in a corner all do.
    let straight = [WAYS[0], WAYS[2], WAYS[4], WAYS[6]];
    discs.iter().filter(|disc| straight.iter().any(|way| leads_to_a_corner(*disc, *way))).collect()
}

fn slow_degree(board: Board) -> u32 {
    let end_of_run = |disc, way| {
        let mut at = neighbour(disc, way);
        while let Some(square) = at.filter(|square| board.own().has(*square)) {
            at = neighbour(square, way);
        }
        at
    };
    let mut degree = 0;
    for disc in board.own() {
        for line in 0..4 {
            let ends = [WAYS[line], WAYS[line + 4]].map(|way| end_of_run(disc, way));
            degree += u32::from(match ends {
                [Some(one), Some(other)] => board.opp().has(one) && board.opp().has(other),
                _ => true,
            });
        }
    }
    degree
}

proptest! {
    #[test]
    fn frontier_discs_have_an_empty_neighbour(board in any_board()) {
        let slow = [board.own(), board.opp()].map(|discs| slow_frontier(board, discs));
        prop_assert_eq!(frontier(board), slow);
        let inner = slow.map(|discs| discs.iter().filter(|disc| !is_on_edge(*disc)).collect());
        prop_assert_eq!(inner_frontier(board), inner);
    }

    #[test]
    fn corner_runs_lead_to_corners(board in any_board()) {
        prop_assert_eq!(corner_runs(board.own()), slow_corner_runs(board.own()));
    }

    #[test]
    fn a_degree_counts_the_lines_that_are_safe_now(board in any_board()) {
        prop_assert_eq!(stability_degree(board), slow_degree(board));
    }
}

#[test]
fn boards_of_games_are_counted_alike() {
    let boards = random_boards(100);
    let mut runs = 0;
    for board in &boards {
        assert_eq!(corner_runs(board.own()), slow_corner_runs(board.own()), "{board:?}");
        assert_eq!(stability_degree(*board), slow_degree(*board), "{board:?}");
        assert!(corner_runs(board.own()).is_subset(board.stable_discs()), "{board:?}");
        runs += corner_runs(board.own()).len();
    }
    assert!(runs > 1_000, "{runs} discs in runs were seen");
}

#[test]
fn counts_by_hand() {
    let (row, open) = (top_row(), after_f5());
    assert_eq!(frontier(row).map(Bitboard::len), [3, 1]);
    assert_eq!(inner_frontier(row).map(Bitboard::len), [0, 0]);
    assert_eq!(inner_frontier(open).map(Bitboard::len), [1, 4]);
    assert_eq!([row.own(), row.opp()].map(|discs| corner_runs(discs).len()), [3, 0]);
    // Every line through the discs of X leads off the board; d1 can be turned
    // along the row alone.
    assert_eq!(stability_degree(row), 12);
    assert_eq!(stability_degree(row.pass()), 3);
    // Between two opponents a disc is safe in that line, beside one it is not.
    let between = format!("{}OXO{} X", "-".repeat(26), "-".repeat(35));
    let beside = format!("{}OX-{} X", "-".repeat(26), "-".repeat(35));
    assert_eq!(stability_degree(board(&between)), 1);
    assert_eq!(stability_degree(board(&beside)), 0);
}
