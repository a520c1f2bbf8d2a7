//! Searches beside slower ones.

use outflank_core::{Board, Rule};

use super::{AlphaBeta, Budget, Evaluation, FinalScore, Minimax, Turn, WinDrawLoss, deepen};
use crate::agents::{Continuous, Corner, Evolved, FiveFactor, Phased, Staged};
use crate::gene::Values;
use crate::testing::{assert_near, board, random_boards, solve};
use crate::{Form, Genome};

const ALL: [f64; 2] = [f64::NEG_INFINITY, f64::INFINITY];

fn unlimited() -> Budget {
    Budget::new(None, None)
}

/// Pruning must change neither values nor moves.
fn compare(evaluation: &impl Evaluation, boards: &[Board]) {
    for (board, depth) in boards.iter().zip((1..=4).cycle()) {
        let (mut fast, mut slow) = (unlimited(), unlimited());
        let mut fast = AlphaBeta { evaluation, budget: &mut fast };
        let mut slow = Minimax { evaluation, budget: &mut slow };
        for turn in [Turn::Own, Turn::Opponent] {
            let value = fast.value(*board, turn, depth, ALL).unwrap();
            assert_near(value, slow.value(*board, turn, depth).unwrap());
        }
        let moves = board.legal_moves();
        let chosen = fast.best_move(*board, moves, depth, ALL);
        assert_eq!(chosen, slow.best_move(*board, moves, depth), "{board:?} at depth {depth}");
    }
}

#[test]
fn pruning_changes_nothing() {
    let boards: Vec<_> = random_boards(12).into_iter().step_by(7).collect();
    for form in Form::ALL {
        let genome = Genome::default_of(form);
        let values = &mut Values(genome.values());
        match form {
            Form::Phased => compare(&Phased::new(values), &boards),
            Form::Staged => compare(&Staged::new(values), &boards),
            Form::FiveFactor => compare(&FiveFactor::new(values), &boards),
            Form::Corner => compare(&Corner::new(values), &boards),
            Form::Evolved => {
                let evolved = Evolved::new(values);
                for period in boards.chunks(7) {
                    compare(evolved.period(period[0]), period);
                }
            }
            Form::Continuous => compare(&Continuous::new(values, form.rule()), &boards),
        }
    }
}

#[test]
fn final_searches_are_exact() {
    let is_late = |board: &Board| (1..=6).contains(&board.empties().len());
    let boards: Vec<_> = random_boards(60).into_iter().filter(is_late).collect();
    assert!(boards.iter().any(|board| board.legal_moves().is_empty()), "a side has to pass");
    for board in boards {
        let empties = board.empties().len();
        for rule in Rule::BOTH {
            let score = solve(board, rule);
            let (mut one, mut other) = (unlimited(), unlimited());
            let mut brute = Minimax { evaluation: &FinalScore(rule), budget: &mut one };
            let mut outcome = AlphaBeta { evaluation: &WinDrawLoss(rule), budget: &mut other };
            assert_near(brute.value(board, Turn::Own, empties).unwrap(), score.into());
            let value = outcome.value(board, Turn::Own, empties, [-1.0, 1.0]).unwrap();
            assert_near(value, score.signum().into());
        }
    }
}

#[test]
fn the_three_ways_to_pass() {
    // X passes, and O takes the only disc of X.
    let position = board(&format!("OX{} X", "-".repeat(62)));
    let genome = |form| Genome::default_of(form).values().to_vec();
    let mut budget = unlimited();
    // Report 000 judges the board where X has no move.
    let phased = Phased::new(&mut Values(&genome(Form::Phased)));
    let mut search = AlphaBeta { evaluation: &phased, budget: &mut budget };
    assert!(search.value(position, Turn::Own, 3, ALL).unwrap().abs() < 1e5);
    // Report 002 sees the end at depth 1, report 004 at depth 2.
    let end = position.pass().play(outflank_core::Square::C1).unwrap();
    let five_factor = FiveFactor::new(&mut Values(&genome(Form::FiveFactor)));
    let mut search = AlphaBeta { evaluation: &five_factor, budget: &mut budget };
    let seen = search.value(position, Turn::Own, 1, ALL).unwrap();
    assert_near(seen, super::value_of(&five_factor, end));
    let evolved = Evolved::new(&mut Values(&genome(Form::Evolved)));
    let mut search = AlphaBeta { evaluation: evolved.period(position), budget: &mut budget };
    assert!(search.value(position, Turn::Own, 1, ALL).unwrap() < 1e9);
    assert_near(search.value(position, Turn::Own, 2, ALL).unwrap(), 1e9);
}

#[test]
fn a_budget_is_never_exceeded_and_leaves_the_last_finished_depth() {
    let genome = Genome::default_of(Form::Corner);
    let corner = Corner::new(&mut Values(genome.values()));
    for board in random_boards(4).into_iter().filter(|board| !board.legal_moves().is_empty()) {
        let moves = board.legal_moves();
        let deepened = |depths, nodes| {
            let moves: Vec<_> = moves.iter().collect();
            deepen(&corner, board, &moves, depths, &mut Budget::new(Some(nodes), None))
        };
        assert_eq!(deepened(1..=9, 0), moves.first());
        // Depth 1 looks at one board a move, so depth 2 cannot be finished.
        let one_ply = u64::from(moves.len());
        assert_eq!(deepened(1..=9, one_ply + 1), deepened(1..=1, one_ply));
    }
}
