//! Report 000: weights that change with the round.

use outflank_core::{Board, Kernel, Rule};

use crate::counts::{corner_runs, count, inner_frontier};
use crate::gene::{Group, Shape, Values};
use crate::program::FixedDepth;
use crate::search::{Evaluation, Pass, Term};
use crate::square_map::SquareMap;

const PHASES: [&str; 3] = ["early", "middle", "late"];

pub(crate) const GENES: [Group; 4] = [
    Group { name: "position", shape: Shape::Map, range: [-10.0, 10.0] },
    Group { name: "position_scale", shape: Shape::List(&PHASES), range: [-4.0, 4.0] },
    Group {
        name: "mobility",
        shape: Shape::Table(
            &PHASES,
            &["own_moves", "opponent_moves", "own_frontier", "opponent_frontier"],
        ),
        range: [-40.0, 40.0],
    },
    Group {
        name: "stability",
        shape: Shape::Table(&PHASES, &["own", "opponent"]),
        range: [-40.0, 40.0],
    },
];

/// The evaluation of report 000.
pub(crate) struct Phased {
    position: SquareMap,
    phases: [Phase; 3],
}

struct Phase {
    scale: f64,
    mobility: [f64; 4],
    stability: [f64; 2],
}

impl Phased {
    /// The rounds at which the second and the third phase begin. A round is one disc placed.
    const CHANGES: [u32; 2] = [18, 40];
    /// The value of a won game.
    const WIN: f64 = 1e5;

    pub(crate) fn new(values: &mut Values<'_>) -> Self {
        let position = values.map();
        let scales: [f64; 3] = values.list();
        let mobility: [_; 3] = values.table();
        let stability: [_; 3] = values.table();
        let phases = std::array::from_fn(|phase| Phase {
            scale: scales[phase],
            mobility: mobility[phase],
            stability: stability[phase],
        });
        Self { position, phases }
    }

    /// The weights of a board.
    #[inline(always)]
    fn phase(&self, board: Board) -> &Phase {
        let round = 60_u32.saturating_sub(board.empties().len());
        &self.phases[Self::CHANGES.iter().filter(|change| round >= **change).count()]
    }
}

impl Evaluation for Phased {
    const PASS: Pass = Pass::EndsTheBranch;

    #[inline(always)]
    fn terms<K: Kernel>(&self, kernel: K, board: Board, visit: &mut impl FnMut(Term)) {
        let own_moves = board.legal_moves_on(kernel);
        let opp_moves = board.pass().legal_moves_on(kernel);
        if own_moves.is_empty() && opp_moves.is_empty() {
            // The report has only wins: a draw counts as a loss.
            let is_won = board.final_score(Rule::Reversed).discs() > 0;
            return visit(Term::new("result", if is_won { 1.0 } else { -1.0 }, Self::WIN));
        }
        let phase = self.phase(board);
        let [own_frontier, opp_frontier] = inner_frontier(board);
        let [moves, opp_moves_weight, inner, opp_inner] = phase.mobility;
        let [runs, opp_runs] = phase.stability;
        let squares = self.position.difference(board.own(), board.opp());
        visit(Term::new("squares", squares, phase.scale));
        visit(Term::new("own moves", count(own_moves), moves));
        visit(Term::new("opponent's moves", count(opp_moves), opp_moves_weight));
        visit(Term::new("own inner frontier", count(own_frontier), inner));
        visit(Term::new("opponent's inner frontier", count(opp_frontier), opp_inner));
        visit(Term::new("own corner runs", count(corner_runs(board.own())), runs));
        visit(Term::new("opponent's corner runs", count(corner_runs(board.opp())), opp_runs));
    }
}

impl FixedDepth for Phased {
    /// Its `d_cut` of 5 counts from 0, and it cuts where the depth is greater.
    const DEPTH: u32 = 6;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value_of;
    use crate::testing::{after_f5, assert_near, board, random_boards, top_row};

    /// The matrix of the report, and numbers that cannot be mistaken for each
    /// other.
    #[rustfmt::skip]
    const VALUES: [f64; 31] = [
        1.0, 8.0, 3.0, 7.0, 3.0, 2.0, 5.0, 6.0, 6.0, 4.0,
        2.0, 20.0, 200.0,
        4.0, -5.0, -2.0, 3.0,
        40.0, -50.0, -20.0, 30.0,
        400.0, -500.0, -200.0, 300.0,
        -10.0, 11.0,
        -100.0, 110.0,
        -1000.0, 1100.0,
    ];

    fn phased() -> Phased {
        Phased::new(&mut Values(&VALUES))
    }

    #[test]
    fn the_value_by_hand() {
        // Squares 1 + 8 + 3 - 7 twice, one move for X, three discs at the corner.
        assert_near(value_of(&phased(), top_row()), 2.0 * 5.0 + 4.0 - 30.0);
        // The same seen by O.
        assert_near(value_of(&phased(), top_row().pass()), 2.0 * -5.0 - 5.0 + 33.0);
        // d4 against three squares like it and f5; three moves each; frontiers 1 and 4.
        let expected = 2.0 * (4.0 - 18.0) + 3.0 * 4.0 - 3.0 * 5.0 - 2.0 + 4.0 * 3.0;
        assert_near(value_of(&phased(), after_f5()), expected);
    }

    #[test]
    fn weights_change_at_rounds_18_and_40() {
        let boards = random_boards(3);
        for board in boards.iter().filter(|board| !board.is_over()) {
            let round = 60 - board.empties().len();
            let scale = [1.0, 10.0, 100.0][if round < 18 {
                0
            } else if round < 40 {
                1
            } else {
                2
            }];
            let early = Phased {
                position: phased().position,
                phases: std::array::from_fn(|_| phase_of(&phased(), 0)),
            };
            assert_near(value_of(&phased(), *board), scale * value_of(&early, *board));
        }
    }

    fn phase_of(phased: &Phased, number: usize) -> Phase {
        let Phase { scale, mobility, stability } = &phased.phases[number];
        Phase { scale: *scale, mobility: *mobility, stability: *stability }
    }

    #[test]
    fn the_end_is_won_or_not() {
        let full = |own: usize| board(&format!("{}{} X", "X".repeat(own), "O".repeat(64 - own)));
        for (own, value) in [(31, 1e5), (32, -1e5), (33, -1e5)] {
            assert_near(value_of(&phased(), full(own)), value);
        }
    }
}
