//! Report 001: stability by direction, and a list of bad squares.

use outflank_core::{Bitboard, Board, Kernel, Rule, Square};

use crate::SearchLimits;
use crate::agent::Choice;
use crate::counts::{around, count, difference, stability_degree};
use crate::gene::{Group, Shape, Values};
use crate::search::{Evaluation, FinalScore, Minimax, Pass, search_to_depth};
use crate::square_map::SquareMap;

pub(crate) const GENES: [Group; 3] = [
    Group { name: "matrix", shape: Shape::Map, range: [-500.0, 500.0] },
    Group { name: "beside_taken_corner", shape: Shape::Number, range: [-500.0, 500.0] },
    Group {
        name: "weights",
        shape: Shape::Table(&["early", "middle", "late"], &["matrix", "stability", "mobility"]),
        range: [0.0, 50.0],
    },
];

/// The evaluation of report 001.
pub(crate) struct Staged {
    matrix: SquareMap,
    beside_taken_corner: f64,
    stages: [[f64; 3]; 3],
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
        let beside_taken_corner = values.number();
        Self { matrix, beside_taken_corner, stages: values.table() }
    }

    /// The value by the matrix. Squares beside a taken corner have a value of
    /// their own, because they no longer give the corner away.
    #[inline(always)]
    fn matrix_value(&self, board: Board) -> f64 {
        let taken = Bitboard::CORNERS & !board.empties();
        let freed = around(taken) & Self::X_AND_C;
        self.matrix.difference(board.own() & !freed, board.opp() & !freed)
            + self.beside_taken_corner * difference(board.own() & freed, board.opp() & freed)
    }

    /// The moves that the report avoids: X and C squares, and moves that open an
    /// edge square to the opponent.
    fn bad_moves(board: Board, moves: Bitboard) -> Bitboard {
        let open_before = board.pass().legal_moves();
        let opens_an_edge = |square: &Square| {
            let next = board.play_flips(*square, board.flips(*square));
            !(next.legal_moves() & Bitboard::EDGES & !open_before).is_empty()
        };
        moves & Self::X_AND_C | moves.iter().filter(opens_an_edge).collect()
    }

    /// The search depth: deeper if there are fewer moves.
    const fn depth(moves: Bitboard) -> u32 {
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
    fn value<K: Kernel>(&self, kernel: K, board: Board) -> f64 {
        let moves = board.legal_moves_on(kernel);
        if moves.is_empty() && board.pass().legal_moves_on(kernel).is_empty() {
            let score = board.final_score(Rule::Reversi).discs();
            return Self::WIN * f64::from(score.signum()) + f64::from(score);
        }
        let discs = 64 - board.empties().len();
        let stage = usize::from(discs > Self::EARLY) + usize::from(discs >= Self::LATE);
        let [matrix, stability, mobility] = self.stages[stage];
        matrix * self.matrix_value(board)
            + stability * f64::from(stability_degree(board))
            + mobility * count(moves)
    }
}

impl Choice for Staged {
    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square> {
        let good = moves & !Self::bad_moves(board, moves);
        let candidates = if good.is_empty() { moves } else { good };
        let empties = board.empties().len();
        if 64 - empties > Self::BRUTE_FORCE && limits.allow_the_end(board) {
            let mut budget = limits.budget(None);
            let mut search =
                Minimax { evaluation: &FinalScore(Rule::Reversi), budget: &mut budget };
            let found = search.best_move(board, candidates, empties);
            return found.ok().flatten().or_else(|| candidates.first());
        }
        search_to_depth(self, board, candidates, Self::depth(moves), limits)
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
        assert_near(value_of(&staged(), top_row()), 500.0 + 20.0 * 12.0 + 1.0);
        // O has d1, which can be turned along the row alone, and no move.
        assert_near(value_of(&staged(), top_row().pass()), -500.0 + 20.0 * 3.0);
        // d4 against three squares like it, no line safe, three moves.
        assert_near(value_of(&staged(), after_f5()), -4.0 + 3.0);
        // While a1 is empty, b1 is bad.
        let beside = board(&format!("-XO{} X", "-".repeat(61)));
        assert_near(value_of(&staged(), beside), -250.0 + 20.0 * 3.0 + 1.0);
    }

    #[test]
    fn weights_change_after_20_and_at_45_discs() {
        for board in random_boards(5).into_iter().filter(|board| !board.is_over()) {
            let discs = 64 - board.empties().len();
            let [x, y, z] = match discs {
                ..=20 => [1.0, 20.0, 1.0],
                21..=44 => [1.0, 20.0, 40.0],
                _ => [30.0, 1.0, 1.0],
            };
            let expected = x * staged().matrix_value(board)
                + y * f64::from(stability_degree(board))
                + z * f64::from(board.legal_moves().len());
            assert_near(value_of(&staged(), board), expected);
        }
    }

    #[test]
    fn bad_moves_are_played_only_where_there_is_no_other() {
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
        // Corners are no bad squares.
        assert_eq!(bad(board(&format!("-OX{} X", "-".repeat(61)))), []);
    }

    #[test]
    fn past_58_discs_the_best_of_the_good_moves_is_played() {
        let is_late = |board: &Board| (2..=5).contains(&board.empties().len());
        for board in random_boards(60).into_iter().filter(is_late) {
            let moves = board.legal_moves();
            let good = moves & !Staged::bad_moves(board, moves);
            let candidates = if good.is_empty() { moves } else { good };
            let score = |square: &Square| -solve(board.play(*square).unwrap(), Rule::Reversi);
            let Some(best) = candidates.iter().map(|square| score(&square)).max() else { continue };
            let chosen = staged().choose(board, moves, SearchLimits::default());
            assert_eq!(chosen, candidates.iter().find(|square| score(square) == best));
        }
    }

    #[test]
    fn the_search_is_deeper_where_there_is_less_to_choose_from() {
        let depths = [4, 5, 8, 9].map(|moves| Staged::depth(Bitboard::new((1 << moves) - 1)));
        assert_eq!(depths, [6, 5, 5, 4]);
    }
}
