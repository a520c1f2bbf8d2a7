//! Report 001: stability by direction, and a list of bad squares.

use outflank_core::{Bitboard, Board, Kernel, Rule, Square};

use crate::SearchLimits;
use crate::counts::{around, count, difference, stability_degree};
use crate::gene::{Group, Shape, Values};
use crate::program::Program;
use crate::search::{Evaluation, FinalScore, Minimax, Pass, Term, search_to_depth};
use crate::square_map::SquareMap;

pub(crate) const GENES: [Group; 4] = [
    Group { name: "matrix", shape: Shape::Map, range: [-500.0, 500.0] },
    Group {
        name: "beside_own_corner",
        shape: Shape::List(&["edge", "diagonal"]),
        range: [-500.0, 500.0],
    },
    Group {
        name: "weights",
        shape: Shape::Table(&["early", "middle"], &["matrix", "stability", "mobility"]),
        range: [0.0, 50.0],
    },
    Group {
        name: "late_weights",
        shape: Shape::List(&["discs", "stability", "mobility"]),
        range: [0.0, 50.0],
    },
];

/// The evaluation of report 001.
pub(crate) struct Staged {
    matrix: SquareMap,
    /// The values of the squares beside an own corner, on the edge and on the diagonal.
    beside_own_corner: [f64; 2],
    stages: [[f64; 3]; 2],
    late: [f64; 3],
}

impl Staged {
    /// The last number of discs of the early stage, and the first of the late one.
    const EARLY: u32 = 20;
    const LATE: u32 = 45;
    /// With more discs than this the search goes to the end.
    const BRUTE_FORCE: u32 = 58;
    /// The value of a won game, without its discs.
    const WIN: f64 = 1e6;
    /// The squares beside the corners: X and C squares.
    const X_AND_C: Bitboard =
        Bitboard::new(around(Bitboard::CORNERS).bits() ^ Bitboard::CORNERS.bits());

    pub(crate) fn new(values: &mut Values<'_>) -> Self {
        let matrix = values.map();
        let beside_own_corner = values.list();
        Self { matrix, beside_own_corner, stages: values.table(), late: values.list() }
    }

    /// X and C squares beside a corner of `discs`.
    #[inline(always)]
    fn freed(discs: Bitboard) -> Bitboard {
        around(discs & Bitboard::CORNERS) & Self::X_AND_C
    }

    /// The value of the discs of a side by the matrix. Squares beside its own corners have
    /// higher values, because they no longer give the corner away.
    #[inline(always)]
    fn matrix_value(&self, discs: Bitboard) -> f64 {
        let freed = discs & Self::freed(discs);
        let [edge, diagonal] = self.beside_own_corner;
        self.matrix.difference(discs & !freed, Bitboard::EMPTY)
            + edge * count(freed & Bitboard::EDGES)
            + diagonal * count(freed & !Bitboard::EDGES)
    }

    /// The moves in the order of the list: bad ones last. Bad are X and C squares whose
    /// corner is not its own, and moves that open an edge square to the opponent.
    fn ordered(board: Board, moves: Bitboard) -> Vec<Square> {
        let bad = Self::bad_moves(board, moves);
        (moves & !bad).iter().chain(bad).collect()
    }

    fn bad_moves(board: Board, moves: Bitboard) -> Bitboard {
        let open_before = board.pass().legal_moves();
        let opens_an_edge = |square: &Square| {
            let next = board.play_flips(*square, board.flips(*square));
            !(next.legal_moves() & Bitboard::EDGES & !open_before).is_empty()
        };
        let freed = Self::freed(board.own());
        moves & Self::X_AND_C & !freed | moves.iter().filter(opens_an_edge).collect()
    }

    /// The search depth: deeper if there are fewer moves.
    const fn depth_for(moves: Bitboard) -> u32 {
        match moves.len() {
            0..=4 => 6,
            5..=8 => 5,
            _ => 4,
        }
    }
}

impl Evaluation for Staged {
    const PASS: Pass = Pass::IsFree;

    /// Stability and mobility count only for the agent.
    #[inline(always)]
    fn terms<K: Kernel>(&self, kernel: K, board: Board, visit: &mut impl FnMut(Term)) {
        let moves = board.legal_moves_on(kernel);
        if moves.is_empty() && board.pass().legal_moves_on(kernel).is_empty() {
            let score = board.final_score(Rule::Reversi).discs();
            visit(Term::new("result", score.signum().into(), Self::WIN));
            return visit(Term::new("score", score.into(), 1.0));
        }
        let discs = 64 - board.empties().len();
        let [stability, mobility] = if discs >= Self::LATE {
            let [discs, stability, mobility] = self.late;
            visit(Term::new("discs", difference(board.own(), board.opp()), discs));
            [stability, mobility]
        } else {
            let [weight, stability, mobility] = self.stages[usize::from(discs > Self::EARLY)];
            let matrix = self.matrix_value(board.own()) - self.matrix_value(board.opp());
            visit(Term::new("matrix", matrix, weight));
            [stability, mobility]
        };
        visit(Term::new("own stability", stability_degree(board).into(), stability));
        visit(Term::new("own moves", count(moves), mobility));
    }
}

impl Program for Staged {
    type Evaluation = Self;

    fn evaluation(&self, _: Board) -> &Self {
        self
    }

    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square> {
        let candidates = Self::ordered(board, moves);
        let empties = board.empties().len();
        if 64 - empties > Self::BRUTE_FORCE && limits.allow_the_end(board) {
            let mut budget = limits.budget(None);
            let mut search =
                Minimax { evaluation: &FinalScore(Rule::Reversi), budget: &mut budget };
            let found = search.best_move(board, candidates.iter().copied(), empties);
            return found.ok().flatten().or_else(|| candidates.first().copied());
        }
        search_to_depth(self, board, &candidates, Self::depth_for(moves), limits)
    }

    fn depth(&self, moves: Bitboard) -> u32 {
        Self::depth_for(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value_of;
    use crate::testing::{after_f5, assert_near, board, random_boards, solve, top_row};
    use crate::{Form, Genome};

    fn staged() -> Staged {
        Staged::new(&mut Values(Genome::default_of(Form::Staged).values()))
    }

    #[test]
    fn the_value_by_hand() {
        // The corner, whose neighbour b1 is no longer bad; degree 12; one move.
        assert_near(value_of(&staged(), top_row()), 500.0 + 300.0 + 20.0 * 12.0 + 1.0);
        // O has d1, which can be turned along the row alone, and no move.
        assert_near(value_of(&staged(), top_row().pass()), -800.0 + 20.0 * 3.0);
        // d4 against three squares like it, no line safe, three moves.
        assert_near(value_of(&staged(), after_f5()), -4.0 + 3.0);
        // While a1 is empty or the opponent's, b1 is bad, and the diagonal rises less.
        let cornered = board(&format!("OX{} X", "-".repeat(62)));
        assert_near(value_of(&staged(), cornered), -250.0 - 500.0 + 20.0 * 3.0);
        let diagonal = board(&format!("X-------{}-X------{} X", "", "-".repeat(48)));
        let x_square = staged().matrix_value(diagonal.own());
        assert_near(x_square, 500.0 + 100.0);
        let beside = board(&format!("-XO{} X", "-".repeat(61)));
        assert_near(value_of(&staged(), beside), -250.0 + 20.0 * 3.0 + 1.0);
    }

    #[test]
    fn weights_change_after_20_and_at_45_discs() {
        for board in random_boards(5).into_iter().filter(|board| !board.is_over()) {
            let discs = 64 - board.empties().len();
            let [y, z] = match discs {
                ..=20 => [20.0, 1.0],
                21..=44 => [20.0, 40.0],
                _ => [1.0, 1.0],
            };
            let staged = staged();
            let first = if discs < 45 {
                staged.matrix_value(board.own()) - staged.matrix_value(board.opp())
            } else {
                30.0 * difference(board.own(), board.opp())
            };
            let expected = first
                + y * f64::from(stability_degree(board))
                + z * f64::from(board.legal_moves().len());
            assert_near(value_of(&staged, board), expected);
        }
    }

    #[test]
    fn bad_moves_are_the_last_of_the_list() {
        let bad = |board: Board| -> Vec<_> {
            Staged::bad_moves(board, board.legal_moves()).iter().collect()
        };
        // X may play d2, after which O has d1, or d6.
        let mut discs = vec!["-"; 64];
        (discs[19], discs[27], discs[35]) = ("O", "X", "O");
        let column = board(&format!("{} X", discs.concat()));
        assert_eq!(column.legal_moves().iter().collect::<Vec<_>>(), [Square::D2, Square::D6]);
        assert_eq!(bad(column), [Square::D2]);
        let play =
            |board: Board| staged().choose(board, board.legal_moves(), SearchLimits::default());
        assert_eq!(play(column), Some(Square::D6));
        // b2 is an X square, and all there is.
        let forced = board(&format!("{}OX{} X", "-".repeat(10), "-".repeat(52)));
        assert_eq!(bad(forced), [Square::B2]);
        assert_eq!(play(forced), Some(Square::B2));
        assert_eq!(bad(Board::START), []);
        // Squares beside a corner of its own leave the list, and corners are never in it.
        assert_eq!(bad(board(&format!("X-OX{} X", "-".repeat(60)))), []);
        assert_eq!(bad(board(&format!("--OX{} X", "-".repeat(60)))), [Square::B1]);
        assert_eq!(bad(board(&format!("-OX{} X", "-".repeat(61)))), []);
    }

    #[test]
    fn past_58_discs_the_best_move_is_played_a_bad_one_only_if_it_is_better() {
        let is_late = |board: &Board| (2..=5).contains(&board.empties().len());
        for board in random_boards(60).into_iter().filter(is_late) {
            let moves = board.legal_moves();
            let candidates = Staged::ordered(board, moves);
            let score = |square: &Square| -solve(board.play(*square).unwrap(), Rule::Reversi);
            let Some(best) = candidates.iter().map(score).max() else { continue };
            let chosen = staged().choose(board, moves, SearchLimits::default());
            assert_eq!(chosen, candidates.iter().copied().find(|square| score(square) == best));
        }
    }

    #[test]
    fn the_search_is_deeper_where_there_is_less_to_choose_from() {
        let depths = [4, 5, 8, 9].map(|moves| Staged::depth_for(Bitboard::new((1 << moves) - 1)));
        assert_eq!(depths, [6, 5, 5, 4]);
    }
}
