//! The endgame suites of both games in `data/`.

use outflank_core::Rule;
use outflank_engine::{Engine, Goal, Limits, Options};
use outflank_formats::obf;

fn solve(rule: Rule, file: &str, most_empties: u32) {
    let mut engine = Engine::new(Options { hash_mib: 64, ..Options::default() });
    let limits = Limits { goal: Goal::Solve, ..Limits::default() };
    let mut solved = 0;
    for problem in obf::read(file.as_bytes(), rule) {
        let problem = problem.expect("the suite is well formed");
        let board = problem.position.board();
        if board.empties().len() > most_empties {
            continue;
        }
        let analysis = engine.search(rule, board, &limits, &mut |_| {});
        let known = problem.best_score().expect("every problem has a score").discs();
        assert!(analysis.exact, "{}", problem.position);
        assert_eq!(analysis.score.discs(), known, "{}", problem.position);
        solved += 1;
    }
    assert!(solved >= 6, "{solved} problems with at most {most_empties} empty squares");
}

const REVERSI: &str = include_str!("../../../../data/endgames-reversi.obf");
const REVERSED: &str = include_str!("../../../../data/endgames-reversed.obf");

#[test]
fn small_endgames_have_their_known_scores() {
    solve(Rule::Reversi, REVERSI, 19);
    solve(Rule::Reversed, REVERSED, 18);
}

#[test]
#[ignore = "a minute in a release build"]
fn all_endgames_of_reversi_have_their_known_scores() {
    solve(Rule::Reversi, REVERSI, 26);
}

#[test]
#[ignore = "some minutes in a release build"]
fn all_endgames_of_reversed_have_their_known_scores() {
    solve(Rule::Reversed, REVERSED, 26);
}
