//! Report 002: five factors in two stages.

use outflank_core::{Board, Kernel};

use crate::counts::{difference, frontier};
use crate::gene::{Group, Shape, Values};
use crate::program::FixedDepth;
use crate::search::{Evaluation, Pass, Term};
use crate::square_map::SquareMap;

const STAGES: Shape = Shape::List(&["early", "late"]);

pub(crate) const GENES: [Group; 6] = [
    Group { name: "mobility", shape: STAGES, range: [0.0, 10.0] },
    Group { name: "frontier", shape: STAGES, range: [0.0, 10.0] },
    Group { name: "stability", shape: STAGES, range: [0.0, 10.0] },
    Group { name: "discs", shape: STAGES, range: [0.0, 10.0] },
    Group { name: "board", shape: Shape::Number, range: [0.0, 10.0] },
    Group { name: "squares", shape: Shape::Map, range: [-200.0, 200.0] },
];

/// The evaluation of report 002.
pub(crate) struct FiveFactor {
    stages: [Stage; 2],
    board: f64,
    squares: SquareMap,
}

struct Stage {
    mobility: f64,
    frontier: f64,
    stability: f64,
    discs: f64,
}

impl FiveFactor {
    /// The second stage begins at this step.
    const LATE: u32 = 30;

    pub(crate) fn new(values: &mut Values<'_>) -> Self {
        let [mobility, frontier, stability, discs]: [[f64; 2]; 4] = values.table();
        let board = values.number();
        let stages = std::array::from_fn(|stage| Stage {
            mobility: mobility[stage],
            frontier: frontier[stage],
            stability: stability[stage],
            discs: discs[stage],
        });
        Self { stages, board, squares: values.map() }
    }
}

impl Evaluation for FiveFactor {
    const PASS: Pass = Pass::IsFree;

    /// The side with fewer discs wins, so frontier, stability and discs count for
    /// the opponent.
    #[inline(always)]
    fn terms<K: Kernel>(&self, kernel: K, board: Board, visit: &mut impl FnMut(Term)) {
        let step = 60_u32.saturating_sub(board.empties().len());
        let stage = &self.stages[usize::from(step >= Self::LATE)];
        let own_moves = board.legal_moves_on(kernel);
        let opp_moves = board.pass().legal_moves_on(kernel);
        let [own_frontier, opp_frontier] = frontier(board);
        let stable = difference(board.stable_discs(), board.pass().stable_discs());
        let squares = self.squares.difference(board.own(), board.opp());
        visit(Term::new("moves", difference(own_moves, opp_moves), stage.mobility));
        visit(Term::new("frontier", difference(own_frontier, opp_frontier), -stage.frontier));
        visit(Term::new("stable discs", stable, -stage.stability));
        visit(Term::new("discs", difference(board.own(), board.opp()), -stage.discs));
        visit(Term::new("squares", squares, self.board));
    }
}

impl FixedDepth for FiveFactor {
    const DEPTH: u32 = 4;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value_of;
    use crate::testing::{after_f5, assert_near, random_boards, top_row};
    use crate::{Form, Genome};

    fn five_factor() -> FiveFactor {
        FiveFactor::new(&mut Values(Genome::default_of(Form::FiveFactor).values()))
    }

    #[test]
    fn the_value_by_hand() {
        // One move against none, frontiers 3 and 1, stable discs 3 and 0, discs 3
        // and 1, squares -150 + 48 - 8 against 6.
        let expected = 2.51 - 2.0 * 5.75 - 3.0 * 0.75 - 2.0 * 1.56 + 2.22 * -116.0;
        assert_near(value_of(&five_factor(), top_row()), expected);
        // Every factor is a difference.
        assert_near(value_of(&five_factor(), top_row().pass()), -expected);
        // As many moves, frontiers 1 and 4, discs 1 and 4; f5 is worth 4, and each square
        // of the centre nothing.
        let expected = 3.0 * 5.75 + 3.0 * 1.56 - 2.22 * 4.0;
        assert_near(value_of(&five_factor(), after_f5()), expected);
    }

    #[test]
    fn the_second_stage_begins_at_step_30() {
        let values = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 100.0, 0.0];
        let values = [&values[..], &[0.0; 10]].concat();
        let discs = FiveFactor::new(&mut Values(&values));
        for board in random_boards(3) {
            let more = f64::from(board.opp().len()) - f64::from(board.own().len());
            let weight = if board.empties().len() > 30 { 1.0 } else { 100.0 };
            assert_near(value_of(&discs, board), weight * more);
        }
    }
}
