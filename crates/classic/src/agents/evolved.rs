//! Report 004: maps of squares and of moves, and an exact end.

use outflank_core::{Bitboard, Board, Kernel, Rule, Square};

use crate::SearchLimits;
use crate::agent::Choice;
use crate::counts::{corner_runs, difference, frontier};
use crate::gene::{Group, Shape, Values};
use crate::search::{AlphaBeta, Evaluation, Pass, WinDrawLoss, deepen};
use crate::square_map::SquareMap;

const PERIODS: Shape = Shape::List(&["start", "end"]);

pub(crate) const GENES: [Group; 7] = [
    Group { name: "map_start", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "map_end", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "mobility_start", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "mobility_end", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "stability", shape: Shape::Number, range: [0.0, 256.0] },
    Group { name: "frontier", shape: PERIODS, range: [-64.0, 64.0] },
    Group { name: "difference", shape: PERIODS, range: [-64.0, 64.0] },
];

/// The evaluation of report 004.
pub(crate) struct Evolved {
    periods: [Period; 2],
    stability: f64,
}

struct Period {
    map: SquareMap,
    mobility: SquareMap,
    frontier: f64,
    difference: f64,
}

impl Evolved {
    /// The second period begins with this number of discs.
    const END: u32 = 35;
    /// The final search begins with this number of discs.
    const FINAL: u32 = 54;
    /// The depth of the search before the final one. Its move is played if the
    /// final search finds only losses.
    const DEPTH_BEFORE_FINAL: u32 = 2;
    /// The value of a won game: more than any evaluation.
    const WIN: f64 = 1e9;

    pub(crate) fn new(values: &mut Values<'_>) -> Self {
        let [map_start, map_end, mobility_start, mobility_end] =
            std::array::from_fn(|_| values.map());
        let stability = values.number();
        let [frontier, difference]: [[f64; 2]; 2] = values.table();
        let period = |map, mobility, period: usize| Period {
            map,
            mobility,
            frontier: frontier[period],
            difference: difference[period],
        };
        let periods = [period(map_start, mobility_start, 0), period(map_end, mobility_end, 1)];
        Self { periods, stability }
    }
}

impl Evaluation for Evolved {
    const PASS: Pass = Pass::IsAPly;

    #[inline(always)]
    fn value<K: Kernel>(&self, kernel: K, board: Board) -> f64 {
        let own_moves = board.legal_moves_on(kernel);
        let opp_moves = board.pass().legal_moves_on(kernel);
        if own_moves.is_empty() && opp_moves.is_empty() {
            return Self::WIN * f64::from(board.final_score(Rule::Reversed).discs().signum());
        }
        let discs = 64 - board.empties().len();
        let period = &self.periods[usize::from(discs >= Self::END)];
        let [own_frontier, opp_frontier] = frontier(board);
        period.map.difference(board.own(), board.opp())
            + period.mobility.difference(own_moves, opp_moves)
            + self.stability * difference(corner_runs(board.opp()), corner_runs(board.own()))
            + period.frontier * difference(own_frontier, opp_frontier)
            + period.difference * difference(board.own(), board.opp())
    }
}

impl Choice for Evolved {
    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square> {
        let mut budget = limits.budget(Some(SearchLimits::COURSE_TIME));
        let empties = board.empties().len();
        if 64 - empties < Self::FINAL || !limits.allow_the_end(board) {
            return deepen(self, board, moves, limits.depths(3..=19), &mut budget);
        }
        let depth = Self::DEPTH_BEFORE_FINAL;
        let first = deepen(self, board, moves, depth..=depth, &mut budget);
        let mut search =
            AlphaBeta { evaluation: &WinDrawLoss(Rule::Reversed), budget: &mut budget };
        // Without a win or a draw the first move is played.
        let found = search.best_move(board, moves, empties, [-1.0, 1.0]);
        found.ok().flatten().or(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value_of;
    use crate::testing::{assert_near, board, random_boards, solve, top_row};

    fn map(first: f64) -> [f64; 10] {
        std::array::from_fn(|class| first + class as f64)
    }

    fn evolved() -> Evolved {
        let maps = [map(1.0), map(20.0), map(40.0), map(60.0)].concat();
        let values = [&maps[..], &[218.0, -52.0, -27.0, -51.0, -50.0]].concat();
        Evolved::new(&mut Values(&values))
    }

    #[test]
    fn the_value_by_hand() {
        // Squares 1 + 2 + 3 against 4, the move e1, which is like d1, three discs at
        // the corner, frontiers 3 and 1, discs 3 and 1.
        let expected = 2.0 + 43.0 - 3.0 * 218.0 - 2.0 * 52.0 - 2.0 * 51.0;
        assert_near(value_of(&evolved(), top_row()), expected);
        // Every factor is a difference.
        assert_near(value_of(&evolved(), top_row().pass()), -expected);
    }

    #[test]
    fn the_second_period_begins_at_35_discs() {
        let values = [&[0.0; 43][..], &[1.0, 100.0]].concat();
        let discs = Evolved::new(&mut Values(&values));
        for board in random_boards(3).into_iter().filter(|board| !board.is_over()) {
            let more = difference(board.own(), board.opp());
            let weight = if board.empties().len() > 29 { 1.0 } else { 100.0 };
            assert_near(value_of(&discs, board), weight * more);
        }
    }

    #[test]
    fn the_end_is_worth_more_than_anything() {
        let full = |own: usize| board(&format!("{}{} X", "X".repeat(own), "O".repeat(64 - own)));
        for (own, value) in [(31, 1e9), (32, 0.0), (33, -1e9)] {
            assert_near(value_of(&evolved(), full(own)), value);
        }
    }

    #[test]
    fn the_first_move_that_wins_or_else_draws_is_played() {
        let is_late = |board: &Board| (2..=7).contains(&board.empties().len());
        let mut lost = 0;
        for board in random_boards(40).into_iter().filter(is_late) {
            let moves = board.legal_moves();
            let outcome = |square| -solve(board.play(square).unwrap(), Rule::Reversed).signum();
            let Some(best) = moves.iter().map(outcome).max() else { continue };
            let chosen = evolved().choose(board, moves, SearchLimits::default()).unwrap();
            if best >= 0 {
                assert_eq!(Some(chosen), moves.iter().find(|square| outcome(*square) == best));
            } else {
                // Then it plays as it would have two plies deep.
                let shallow = evolved().choose(board, moves, SearchLimits::depth(2));
                assert!(board.empties().len() == 2 || Some(chosen) == shallow);
                lost += 1;
            }
        }
        assert!(lost > 10, "{lost} lost boards were seen");
    }
}
