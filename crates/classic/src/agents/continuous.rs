//! The form that the authors of the reports wished for: every term of the five reports, and
//! parity and quiet moves besides, each weight a smooth function of the number of discs.

use outflank_core::{Bitboard, Board, Kernel, Rule, Square};

use super::evolved::{WIN, deepen_or_solve};
use crate::SearchLimits;
use crate::counts::{
    corner_runs, count, difference, frontier, inner_frontier, odd_quarters, quiet_moves,
    stability_degree,
};
use crate::gene::{Group, Shape, Values};
use crate::genome::WeightCurve;
use crate::program::Program;
use crate::search::{Evaluation, Pass, Term};
use crate::square_map::SquareMap;

const STAGES: [&str; 3] = ["early", "middle", "late"];
const BOTH_SIDES: Shape = Shape::Table(&["own", "opponent"], &STAGES);
const DIFFERENCE: Shape = Shape::List(&STAGES);

pub(crate) const GENES: [Group; 18] = [
    Group { name: "change_at", shape: Shape::List(&["middle", "late"]), range: [4.0, 64.0] },
    Group { name: "change_width", shape: Shape::List(&["middle", "late"]), range: [0.1, 16.0] },
    Group { name: "squares_early", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "squares_middle", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "squares_late", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "moves_early", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "moves_middle", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "moves_late", shape: Shape::Map, range: [-64.0, 64.0] },
    Group { name: "moves", shape: BOTH_SIDES, range: [-64.0, 64.0] },
    Group { name: "frontier", shape: BOTH_SIDES, range: [-64.0, 64.0] },
    Group { name: "inner_frontier", shape: BOTH_SIDES, range: [-64.0, 64.0] },
    Group { name: "corner_runs", shape: BOTH_SIDES, range: [-256.0, 256.0] },
    Group { name: "stable_discs", shape: BOTH_SIDES, range: [-256.0, 256.0] },
    Group { name: "stability_degree", shape: BOTH_SIDES, range: [-32.0, 32.0] },
    Group { name: "quiet_moves", shape: BOTH_SIDES, range: [-64.0, 64.0] },
    Group { name: "mobility_ratio", shape: DIFFERENCE, range: [-512.0, 512.0] },
    Group { name: "parity", shape: DIFFERENCE, range: [-128.0, 128.0] },
    Group { name: "discs", shape: DIFFERENCE, range: [-64.0, 64.0] },
];

/// The names of the terms that are no maps, in the order of their genes.
const TERMS: [&str; 17] = [
    "own moves",
    "opponent's moves",
    "own frontier",
    "opponent's frontier",
    "own inner frontier",
    "opponent's inner frontier",
    "own corner runs",
    "opponent's corner runs",
    "own stable discs",
    "opponent's stable discs",
    "own stability",
    "opponent's stability",
    "own quiet moves",
    "opponent's quiet moves",
    "mobility ratio",
    "parity",
    "discs",
];

/// The evaluation with smooth weights.
pub(crate) struct Continuous {
    rule: Rule,
    /// The weights for each number of discs.
    by_discs: Vec<Weights>,
}

/// The weights at one number of discs.
struct Weights {
    squares: SquareMap,
    moves: SquareMap,
    terms: [f64; TERMS.len()],
}

impl Continuous {
    pub(crate) fn new(values: &mut Values<'_>, rule: Rule) -> Self {
        let changes: [f64; 2] = values.list();
        let widths: [f64; 2] = values.list();
        let squares: [SquareMap; 3] = std::array::from_fn(|_| values.map());
        let moves: [SquareMap; 3] = std::array::from_fn(|_| values.map());
        let terms: [[f64; 3]; TERMS.len()] = values.table();
        let weights = |discs: u32| {
            let shares = shares(discs.into(), changes, widths);
            let blend = |stages: [f64; 3]| {
                stages.iter().zip(shares).map(|(weight, share)| weight * share).sum()
            };
            let map = |maps: &[SquareMap; 3]| {
                SquareMap(std::array::from_fn(|class| {
                    blend(std::array::from_fn(|stage| maps[stage].0[class]))
                }))
            };
            Weights { squares: map(&squares), moves: map(&moves), terms: terms.map(blend) }
        };
        Self { rule, by_discs: (0..=64).map(weights).collect() }
    }

    /// The weights as curves. A map is the mean of its squares.
    pub(crate) fn curves(&self) -> Vec<WeightCurve> {
        let curve = |name, of: &dyn Fn(&Weights) -> f64| {
            let points = (4..=64).zip(&self.by_discs[4..]);
            WeightCurve { name, points: points.map(|(discs, at)| (discs, of(at))).collect() }
        };
        let mean = |map: &SquareMap| map.difference(!Bitboard::EMPTY, Bitboard::EMPTY) / 64.0;
        let maps = [
            curve("squares", &|weights| mean(&weights.squares)),
            curve("squares of moves", &|weights| mean(&weights.moves)),
        ];
        let terms = TERMS.iter().enumerate();
        let terms = terms.map(|(number, name)| curve(name, &|weights| weights.terms[number]));
        maps.into_iter().chain(terms).collect()
    }
}

/// The shares of the early, middle and late weight: two sigmoids of the number of discs.
fn shares(discs: f64, changes: [f64; 2], widths: [f64; 2]) -> [f64; 3] {
    let past = |change: usize| 1.0 / (1.0 + ((changes[change] - discs) / widths[change]).exp());
    let (middle, late) = (past(0), past(1));
    [1.0 - middle, middle * (1.0 - late), middle * late]
}

impl Evaluation for Continuous {
    const PASS: Pass = Pass::IsAPly;

    #[inline(always)]
    fn terms<K: Kernel>(&self, kernel: K, board: Board, visit: &mut impl FnMut(Term)) {
        let (own_moves, opponent) = (board.legal_moves_on(kernel), board.pass());
        let opp_moves = opponent.legal_moves_on(kernel);
        if own_moves.is_empty() && opp_moves.is_empty() {
            let result = board.final_score(self.rule).discs().signum();
            return visit(Term::new("result", result.into(), WIN));
        }
        let empties = board.empties();
        let weights = &self.by_discs[64 - empties.len() as usize];
        let [own_frontier, opp_frontier] = frontier(board);
        let [own_inner, opp_inner] = inner_frontier(board);
        let odd = |moves| f64::from(odd_quarters(empties, moves));
        let counts = [
            count(own_moves),
            count(opp_moves),
            count(own_frontier),
            count(opp_frontier),
            count(own_inner),
            count(opp_inner),
            count(corner_runs(board.own())),
            count(corner_runs(board.opp())),
            count(board.stable_discs()),
            count(opponent.stable_discs()),
            stability_degree(board).into(),
            stability_degree(opponent).into(),
            quiet_moves(kernel, board, own_moves).into(),
            quiet_moves(kernel, opponent, opp_moves).into(),
            difference(own_moves, opp_moves) / (count(own_moves) + count(opp_moves)),
            odd(own_moves) - odd(opp_moves),
            difference(board.own(), board.opp()),
        ];
        visit(Term::new("squares", weights.squares.difference(board.own(), board.opp()), 1.0));
        visit(Term::new("squares of moves", weights.moves.difference(own_moves, opp_moves), 1.0));
        for ((name, count), weight) in TERMS.iter().zip(counts).zip(weights.terms) {
            visit(Term::new(name, count, weight));
        }
    }
}

impl Program for Continuous {
    type Evaluation = Self;

    fn evaluation(&self, _: Board) -> &Self {
        self
    }

    fn choose(&self, board: Board, moves: Bitboard, limits: SearchLimits) -> Option<Square> {
        deepen_or_solve(self, self.rule, board, moves, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::value_of;
    use crate::testing::{assert_near, random_boards, top_row};
    use crate::{Form, Genome};

    fn of_default(rule: Rule) -> Continuous {
        let genome = Genome::default_for(Form::Continuous, rule);
        Continuous::new(&mut Values(genome.values()), rule)
    }

    #[test]
    fn shares_are_smooth_and_make_a_whole() {
        let at = |discs| shares(discs, [20.0, 45.0], [2.0, 3.0]);
        assert_near(at(4.0)[0], 1.0 - 1.0 / (1.0 + 8.0_f64.exp()));
        assert_near(at(20.0)[0], 0.5);
        assert!(at(64.0)[2] > 0.99);
        for discs in 4..64 {
            let [one, next] = [at(discs.into()), at(f64::from(discs) + 1.0)];
            assert_near(one.iter().sum(), 1.0);
            assert!(one.iter().zip(next).all(|(one, next)| (one - next).abs() < 0.13), "{discs}");
        }
    }

    #[test]
    fn the_value_by_hand() {
        // Each weight is a number of its own, the same over the whole game.
        let terms: Vec<_> = (1..=17).flat_map(|number| [f64::from(number); 3]).collect();
        let values = [&[30.0, 45.0, 4.0, 4.0][..], &[1.0; 30], &[2.0; 30], &terms].concat();
        let continuous = Continuous::new(&mut Values(&values), Rule::Reversed);
        // Three discs against one, one move against none, which turns one disc and is not
        // quiet; frontiers 3 and 1 on the edge; three at the corner and stable; degrees 12
        // and 3; e1 is in a quarter with 16 empty squares.
        let expected = 2.0
            + 2.0
            + 1.0
            + 3.0 * 3.0
            + 4.0
            + 3.0 * 7.0
            + 3.0 * 9.0
            + 12.0 * 11.0
            + 3.0 * 12.0
            + 15.0
            + 2.0 * 17.0;
        assert_near(value_of(&continuous, top_row()), expected);
    }

    #[test]
    fn for_reversi_it_begins_with_a_quarter_of_the_numbers_of_report_003() {
        let start = of_default(Rule::Reversi);
        let corner = Genome::default_of(Form::Corner);
        let corner = crate::agents::Corner::new(&mut Values(corner.values()));
        let is_open = |board: &Board| {
            let discs = board.own() | board.opp();
            (discs & Bitboard::CORNERS).is_empty() && discs.len() < 50 && !board.is_over()
        };
        for board in random_boards(3).into_iter().filter(is_open) {
            assert!((value_of(&start, board) - value_of(&corner, board) / 4.0).abs() < 1e-3);
        }
        // A full board is won by more discs.
        let full = crate::testing::board(&format!("{}{} X", "X".repeat(33), "O".repeat(31)));
        assert_near(value_of(&start, full), WIN);
        assert_near(value_of(&of_default(Rule::Reversed), full), -WIN);
    }

    #[test]
    fn it_begins_as_the_champion_of_two_periods() {
        let start = of_default(Rule::Reversed);
        let champion = crate::ShippedGenome::named("evolved-evolved").unwrap().genome();
        let champion = crate::agents::Evolved::new(&mut Values(champion.values()));
        for board in random_boards(2) {
            let value = value_of(champion.period(board), board);
            let near = (value_of(&start, board) - value).abs();
            assert!(near <= 1.0 + value.abs() / 100.0, "{near} of {value}");
        }
    }
}
