//! Report 003: corners before anything else.

use outflank_core::{Bitboard, Board, Kernel, Square};

use crate::SearchLimits;
use crate::counts::count;
use crate::gene::{Group, Shape, Values};
use crate::program::Program;
use crate::search::{Evaluation, Pass, Term, deepen, value_of};
use crate::square_map::SquareMap;

pub(crate) const GENES: [Group; 4] = [
    Group { name: "map", shape: Shape::Map, range: [-500.0, 500.0] },
    Group { name: "stability", shape: Shape::Number, range: [0.0, 100.0] },
    Group { name: "mobility", shape: Shape::Number, range: [0.0, 100.0] },
    Group { name: "discs", shape: Shape::Number, range: [0.0, 100.0] },
];

/// The evaluation of report 003.
pub(crate) struct Corner {
    map: SquareMap,
    stability: f64,
    mobility: f64,
    discs: f64,
}

impl Corner {
    /// Up to this number of discs mobility counts, and after it discs.
    const EARLY: u32 = 50;

    pub(crate) fn new(values: &mut Values<'_>) -> Self {
        let map = values.map();
        let [stability, mobility, discs] = values.list();
        Self { map, stability, mobility, discs }
    }

    /// The corner that leads to the board with the highest value.
    fn best_corner(&self, board: Board, corners: Bitboard) -> Option<Square> {
        let value_after = |square| {
            let next = board.play_flips(square, board.flips(square));
            value_of(self, next.pass())
        };
        let valued = corners.iter().map(|square| (square, value_after(square)));
        valued
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .map(|(square, _)| square)
    }
}

impl Evaluation for Corner {
    const PASS: Pass = Pass::IsFree;

    /// Only the map counts the opponent's discs.
    #[inline(always)]
    fn terms<K: Kernel>(&self, kernel: K, board: Board, visit: &mut impl FnMut(Term)) {
        let discs = 64 - board.empties().len();
        visit(Term::new("squares", self.map.difference(board.own(), board.opp()), 1.0));
        visit(Term::new("own stable discs", count(board.stable_discs()), self.stability));
        visit(if discs <= Self::EARLY {
            Term::new("own moves", count(board.legal_moves_on(kernel)), self.mobility)
        } else {
            Term::new("own discs", count(board.own()), self.discs)
        });
    }
}

impl Program for Corner {
    type Evaluation = Self;

    fn evaluation(&self, _: Board) -> &Self {
        self
    }

    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square> {
        self.best_corner(board, moves & Bitboard::CORNERS).or_else(|| {
            let mut budget = limits.budget(Some(SearchLimits::COURSE_TIME));
            let moves: Vec<_> = moves.iter().collect();
            deepen(self, board, &moves, limits.depths(1..=64), &mut budget)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_near, board, random_boards, top_row};
    use crate::{Form, Genome};

    fn corner() -> Corner {
        Corner::new(&mut Values(Genome::default_of(Form::Corner).values()))
    }

    #[test]
    fn the_value_by_hand() {
        // Squares 500 - 25 + 10 against 5, three stable discs, one move.
        assert_near(value_of(&corner(), top_row()), 480.0 + 30.0 + 30.0);
        // O has nothing but its square.
        assert_near(value_of(&corner(), top_row().pass()), -480.0);
    }

    /// The matrix as the report prints it.
    #[rustfmt::skip]
    const WEIGHT: [[i32; 8]; 8] = [
        [500, -25, 10, 5, 5, 10, -25, 500],
        [-25, -45, -1, -1, -1, -1, -45, -25],
        [10, -1, 3, 2, 2, 3, -1, 10],
        [5, -1, 2, 1, 1, 2, -1, 5],
        [5, -1, 2, 1, 1, 2, -1, 5],
        [10, -1, 3, 2, 2, 3, -1, 10],
        [-25, -45, -1, -1, -1, -1, -45, -25],
        [500, -25, 10, 5, 5, 10, -25, 500],
    ];

    #[test]
    fn moves_count_up_to_50_discs_and_then_discs() {
        for board in random_boards(5) {
            let sum = |discs: Bitboard| -> i32 {
                discs.iter().map(|square| WEIGHT[square.row()][square.column()]).sum()
            };
            let map = f64::from(sum(board.own()) - sum(board.opp()));
            let last = if board.empties().len() >= 14 { board.legal_moves() } else { board.own() };
            let expected = map + 10.0 * count(board.stable_discs()) + 30.0 * count(last);
            assert_near(value_of(&corner(), board), expected);
        }
    }

    #[test]
    fn the_better_corner_is_taken_at_once() {
        // a1 turns b1, h8 turns six discs for good.
        let board = board(&format!("-OX-----{}XOOOOOO- X", "-".repeat(48)));
        let moves = board.legal_moves();
        assert!(moves.has(Square::A1) && moves.has(Square::H8));
        for limits in
            [SearchLimits::depth(1), SearchLimits { nodes: Some(1), ..SearchLimits::default() }]
        {
            assert_eq!(corner().choose(board, moves, limits), Some(Square::H8));
        }
    }
}
