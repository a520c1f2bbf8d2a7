//! Report 004: maps of squares and of moves, and an exact end.

use outflank_core::{Bitboard, Board, Kernel, Rule, Square};

use crate::SearchLimits;
use crate::counts::{corner_runs, difference, frontier};
use crate::gene::{Group, Shape, Values};
use crate::program::Program;
use crate::search::{AlphaBeta, Evaluation, Pass, Term, WinDrawLoss, deepen};
use crate::square_map::SquareMap;

const PERIODS: Shape = Shape::List(&["start", "end"]);

pub(crate) const GENES: [Group; 7] = [
    Group { name: "map_start", shape: Shape::Map, range: [-63.0, 63.0] },
    Group { name: "map_end", shape: Shape::Map, range: [-63.0, 63.0] },
    Group { name: "mobility_start", shape: Shape::Map, range: [-63.0, 63.0] },
    Group { name: "mobility_end", shape: Shape::Map, range: [-63.0, 63.0] },
    Group { name: "stability", shape: Shape::Number, range: [-256.0, 256.0] },
    Group { name: "frontier", shape: PERIODS, range: [-63.0, 63.0] },
    Group { name: "difference", shape: PERIODS, range: [-63.0, 63.0] },
];

/// The evaluations of report 004. The board before the search decides between them.
pub(crate) struct Evolved {
    periods: [Period; 2],
}

/// The evaluation of one period of report 004.
pub(crate) struct Period {
    stability: f64,
    map: SquareMap,
    mobility: SquareMap,
    frontier: f64,
    difference: f64,
}

impl Evolved {
    /// The second period begins with this number of discs.
    const END: u32 = 35;

    pub(crate) fn new(values: &mut Values<'_>) -> Self {
        let [map_start, map_end, mobility_start, mobility_end] =
            std::array::from_fn(|_| values.map());
        let stability = values.number();
        let [frontier, difference]: [[f64; 2]; 2] = values.table();
        let period = |map, mobility, period: usize| Period {
            stability,
            map,
            mobility,
            frontier: frontier[period],
            difference: difference[period],
        };
        let periods = [period(map_start, mobility_start, 0), period(map_end, mobility_end, 1)];
        Self { periods }
    }

    /// The evaluation of a search that begins at `root`.
    pub(crate) fn period(&self, root: Board) -> &Period {
        let discs = 64 - root.empties().len();
        &self.periods[usize::from(discs >= Self::END)]
    }
}

/// The final search begins with this number of discs.
const FINAL: u32 = 54;
/// The depth of the search before the final one. Its move is played if the final search
/// finds only losses.
const DEPTH_BEFORE_FINAL: u32 = 2;
/// The value of a won game: more than any evaluation.
pub(crate) const WIN: f64 = 1e9;

impl Evaluation for Period {
    const PASS: Pass = Pass::IsAPly;

    #[inline(always)]
    fn terms<K: Kernel>(&self, kernel: K, board: Board, visit: &mut impl FnMut(Term)) {
        let own_moves = board.legal_moves_on(kernel);
        let opp_moves = board.pass().legal_moves_on(kernel);
        if own_moves.is_empty() && opp_moves.is_empty() {
            let result = board.final_score(Rule::Reversed).discs().signum();
            return visit(Term::new("result", result.into(), WIN));
        }
        let [own_frontier, opp_frontier] = frontier(board);
        let runs = difference(corner_runs(board.own()), corner_runs(board.opp()));
        visit(Term::new("squares", self.map.difference(board.own(), board.opp()), 1.0));
        visit(Term::new("moves", self.mobility.difference(own_moves, opp_moves), 1.0));
        visit(Term::new("corner runs", runs, -self.stability));
        visit(Term::new("frontier", difference(own_frontier, opp_frontier), self.frontier));
        visit(Term::new("discs", difference(board.own(), board.opp()), self.difference));
    }
}

impl Program for Evolved {
    type Evaluation = Period;

    fn evaluation(&self, root: Board) -> &Period {
        self.period(root)
    }

    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square> {
        deepen_or_solve(self.period(board), Rule::Reversed, board, moves, limits)
    }
}

/// The search of report 004: deeper and deeper, and near the end for the result.
pub(crate) fn deepen_or_solve(
    evaluation: &impl Evaluation,
    rule: Rule,
    board: Board,
    moves: Bitboard,
    limits: SearchLimits,
) -> Option<Square> {
    let mut budget = limits.budget(Some(SearchLimits::COURSE_TIME));
    let moves: Vec<_> = moves.iter().collect();
    let empties = board.empties().len();
    if 64 - empties < FINAL || !limits.allow_the_end(board) {
        return deepen(evaluation, board, &moves, limits.depths(3..=19), &mut budget);
    }
    let depth = DEPTH_BEFORE_FINAL;
    let first = deepen(evaluation, board, &moves, depth..=depth, &mut budget);
    let mut search = AlphaBeta { evaluation: &WinDrawLoss(rule), budget: &mut budget };
    // Without a win or a draw the first move is played.
    let found = search.best_move(board, moves, empties, [-1.0, 1.0]);
    found.ok().flatten().or(first)
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
        let evolved = evolved();
        let start = evolved.period(top_row());
        assert_near(value_of(start, top_row()), expected);
        // Every factor is a difference.
        assert_near(value_of(start, top_row().pass()), -expected);
    }

    #[test]
    fn the_second_period_begins_at_35_discs() {
        let values = [&[0.0; 43][..], &[1.0, 100.0]].concat();
        let discs = Evolved::new(&mut Values(&values));
        for board in random_boards(3).into_iter().filter(|board| !board.is_over()) {
            let more = difference(board.own(), board.opp());
            let weight = if board.empties().len() > 29 { 1.0 } else { 100.0 };
            assert_near(value_of(discs.period(board), board), weight * more);
            // The board before the search decides.
            assert_near(value_of(discs.period(Board::START), board), more);
        }
    }

    #[test]
    fn the_end_is_worth_more_than_anything() {
        let full = |own: usize| board(&format!("{}{} X", "X".repeat(own), "O".repeat(64 - own)));
        for (own, value) in [(31, 1e9), (32, 0.0), (33, -1e9)] {
            assert_near(value_of(evolved().period(full(own)), full(own)), value);
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
