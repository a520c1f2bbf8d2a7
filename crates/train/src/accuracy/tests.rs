use outflank_core::{Board, Color, Move, Position, Rule, Score, Square};
use outflank_formats::Problem;

use super::{Accuracy, AccuracyTable, Difference, JudgedMove, JudgedPosition, judge};

/// A position with these labels and values of moves.
fn position(empties: u32, value: f64, moves: &[(i32, f64)]) -> JudgedPosition {
    let moves: Vec<_> = moves.iter().map(|&(label, value)| JudgedMove { label, value }).collect();
    let label = moves.iter().map(|judged| judged.label).max().expect("a move");
    JudgedPosition { empties, label, value, moves }
}

fn close(found: Option<f64>, expected: f64) {
    let found = found.expect("a mean");
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[test]
fn errors_are_value_minus_label() {
    // Labels 4 and -2, values 7 and -3: errors 3 and -1.
    let accuracy =
        Accuracy::of(&[position(10, 7.0, &[(4, 0.0)]), position(10, -3.0, &[(-2, 0.0)])]);
    close(accuracy.mean_error(), 2.0);
    close(accuracy.root_mean_square(), 5.0_f64.sqrt());
    close(accuracy.bias(), 1.0);
}

#[test]
fn pairs_with_equal_labels_do_not_count_and_ties_are_half_right() {
    // 6 > 2 right, 6 > 2 tied, 2 = 2 no pair.
    let accuracy = Accuracy::of(&[position(10, 0.0, &[(6, 1.0), (2, 0.0), (2, 1.0)])]);
    assert_eq!(accuracy.pairs, 2);
    close(accuracy.pair_accuracy(), 0.75);
}

#[test]
fn the_move_of_the_highest_value_is_the_one_that_is_chosen() {
    let right = position(10, 0.0, &[(6, 2.0), (2, 1.0)]);
    let wrong = position(10, 0.0, &[(6, 1.0), (2, 0.0), (-4, 3.0)]);
    let tied = position(10, 0.0, &[(6, 1.0), (2, 1.0), (0, 0.0)]);
    let forced = position(10, 0.0, &[(6, 1.0)]);
    assert_eq!((wrong.best_move(), wrong.loss()), (Some(0.0), Some(10.0)));
    assert_eq!((tied.best_move(), tied.loss()), (Some(0.5), Some(2.0)));
    let accuracy = Accuracy::of(&[right, wrong, tied, forced]);
    assert_eq!((accuracy.positions, accuracy.choices), (4, 3));
    close(accuracy.best_move_rate(), 0.5);
    close(accuracy.mean_loss(), 4.0);
}

#[test]
fn decided_positions_have_a_row_of_their_own() {
    let judged = [
        position(12, 0.0, &[(30, 0.0)]),
        position(13, 0.0, &[(-32, 0.0)]),
        position(13, 1.0, &[(0, 0.0)]),
        position(54, 2.0, &[(0, 0.0)]),
    ];
    let table = AccuracyTable::new(&judged);
    let bands: Vec<_> =
        table.bands.iter().map(|(band, accuracy)| (band.clone(), accuracy.positions)).collect();
    assert_eq!(bands, [(0..=12, 1), (13..=18, 1), (49..=60, 1)]);
    close(table.total.mean_error(), 11.0);
    close(table.decided.mean_error(), 32.0);
}

#[test]
fn without_positions_there_is_no_mean() {
    let accuracy = Accuracy::default();
    assert_eq!((accuracy.mean_error(), accuracy.pair_accuracy()), (None, None));
    assert_eq!((accuracy.best_move_rate(), accuracy.mean_loss()), (None, None));
}

#[test]
fn differences_are_of_the_same_positions() {
    let first = [1.0, 2.0, 3.0, 0.0].map(|value| position(10, value, &[(0, 0.0)]));
    let second = [2.0, 4.0, 6.0, 0.0].map(|value| position(10, value, &[(0, 0.0)]));
    // 1, 2, 3 and 0 discs more: mean 1.5, variance 5/3.
    let difference = Difference::of_errors(&first, &second).expect("four positions");
    close(Some(difference.mean), 1.5);
    close(Some(difference.standard_error), (5.0_f64 / 3.0 / 4.0).sqrt());
    // No position has a choice of moves.
    assert_eq!(Difference::of_losses(&first, &second), None);
}

/// A value that is easy to compute by hand: the discs of the side to move.
fn own_discs(board: Board) -> f64 {
    board.own().len().into()
}

fn problem(text: &str, moves: &[(Move, i32)]) -> Problem {
    let mut problem = Problem::new(Rule::Reversed, text.parse::<Position>().expect("a position"));
    let score = |&(played, score)| (played, Score::new(score).expect("an even score"));
    problem.moves = moves.iter().map(score).collect();
    problem
}

#[test]
fn moves_are_valued_by_the_board_after_them_for_the_side_that_moved() {
    let start = Position::from_board(Board::START, Color::Black);
    let played = Move::Place(Square::F5);
    let judged = judge(&[problem(&start.to_string(), &[(played, 2)])], || own_discs);
    // The opponent is left with one disc.
    let moves = vec![JudgedMove { label: 2, value: -1.0 }];
    assert_eq!(judged, [JudgedPosition { empties: 60, label: 2, value: 2.0, moves }]);
}

#[test]
fn finished_games_have_their_score_and_passes_are_played() {
    let empty = "-".repeat(56);
    // c1 takes the last disc of white: black has all, which loses Reversed Reversi.
    let over = problem(&format!("XO------{empty} X"), &[(Move::Place(Square::C1), -64)]);
    // After c1 white has to pass: black's view counts, with 5 discs.
    let pass = problem(&format!("XO---OXX{empty} X"), &[(Move::Place(Square::C1), 0)]);
    let judged = judge(&[over, pass], || own_discs);
    assert_eq!(judged[0].moves[0].value.to_bits(), (-64.0_f64).to_bits());
    assert_eq!(judged[1].moves[0].value.to_bits(), 5.0_f64.to_bits());
}

#[test]
fn positions_without_a_label_are_left_out() {
    let unknown = Problem::new(Rule::Reversi, Position::START);
    assert_eq!(judge(&[unknown], || own_discs), []);
}
