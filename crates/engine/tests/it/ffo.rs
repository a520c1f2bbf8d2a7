//! The FFO endgame problems: solved with their known scores.

use std::fs::File;
use std::io::BufReader;
use std::ops::RangeInclusive;
use std::path::Path;

use outflank_core::Rule;
use outflank_engine::{Engine, Goal, Limits, Options};
use outflank_formats::{Problem, obf};

/// The number of the first problem in the file.
const FIRST: usize = 40;

fn problems() -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/ffo-40-59.obf");
    let file = BufReader::new(File::open(path).expect("the problems come with the repository"));
    obf::read(file, Rule::Reversi).collect::<Result<_, _>>().expect("problems in OBF")
}

fn solve(numbers: RangeInclusive<usize>) {
    let problems = problems();
    for number in numbers {
        let problem = &problems[number - FIRST];
        let board = problem.position.board();
        let mut engine = Engine::new(Options { threads: 2, hash_mib: 256 });
        let limits = Limits { goal: Goal::Solve, ..Limits::default() };
        let analysis = engine.search(Rule::Reversi, board, &limits, &mut |_| {});
        let best = analysis.best.expect("a move to find");
        println!(
            "#{number}: {} empties, {best} {}, {} nodes in {:.2?}",
            board.empties().len(),
            analysis.score,
            analysis.nodes,
            analysis.time,
        );
        let known = problem.best_score().expect("a known score");
        assert_eq!(analysis.exact_score(), Some(known), "#{number}");
        assert!(analysis.exact, "#{number}");
        // Any of several best moves is right.
        let is_best =
            problem.moves.iter().any(|(played, score)| (*played, *score) == (best, known));
        assert!(is_best, "#{number}: {best} is not worth {known}");
    }
}

#[test]
fn the_file_has_all_twenty_problems() {
    let empties: Vec<_> =
        problems().iter().map(|problem| problem.position.board().empties().len()).collect();
    let expected = [20, 22, 22, 23, 23, 24, 24, 25, 25, 26, 26, 27, 27, 28, 28, 29, 29, 30, 30, 34];
    assert_eq!(empties, expected);
}

#[test]
fn problems_40_to_42_are_solved() {
    solve(40..=42);
}

#[test]
#[ignore = "a minute or so in a release build"]
fn problems_43_to_50_are_solved() {
    solve(43..=50);
}

#[test]
#[ignore = "many minutes in a release build"]
fn problems_51_to_56_are_solved() {
    solve(51..=56);
}

#[test]
#[ignore = "an hour or more in a release build"]
fn problems_57_to_59_are_solved() {
    solve(57..=59);
}
