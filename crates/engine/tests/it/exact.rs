//! Exact scores, against the plain solver and against the engine itself.
//!
//! The plain solver has solved a few thousand random boards of 6 to 12 empty
//! squares. Every search of the engine has to find the same scores.

use std::sync::LazyLock;

use outflank_core::{Board, Move, Rule, Symmetry};
use outflank_engine::{
    Analysis, Bound, Candidate, Engine, Goal, Limits, Options, Selectivity, reference,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::boards::{must_pass, play, random_board, random_game};

/// The number of boards for each number of empty squares: the plain solver takes
/// four times as long for every further square.
const QUOTAS: [(u32, usize); 7] =
    [(6, 300), (7, 300), (8, 300), (9, 300), (10, 300), (11, 300), (12, 200)];
/// Boards of the same kind whose side to move must pass, and finished ones.
const PASSES: usize = 100;
const FINISHED: usize = 50;
/// Tests that need much time for a board take one of so many.
const SAMPLE: usize = 6;

/// A board and its true score.
#[derive(Clone, Copy, Debug)]
struct Solved {
    rule: Rule,
    board: Board,
    score: i32,
}

/// The boards with their scores, by game. The plain solver takes a minute for them, and every
/// test runs in its own process: the scores are in a file, and one test checks the file.
static SOLVED: LazyLock<[Vec<Solved>; 2]> = LazyLock::new(|| {
    // In the order of the file.
    let boards = on_two_cores(&boards(), |board| *board);
    Rule::BOTH.map(|rule| {
        let scores = scores_in_file(rule);
        assert_eq!(scores.len(), boards.len(), "a score for each board");
        boards.iter().zip(scores).map(|(&board, score)| Solved { rule, board, score }).collect()
    })
});

/// One line for each game: its name and the score of each board.
fn scores_in_file(rule: Rule) -> Vec<i32> {
    let text = include_str!("solved.txt");
    let line = text.lines().find_map(|line| line.strip_prefix(rule.name())).expect("both games");
    line.split_whitespace().map(|score| score.parse().expect("a score")).collect()
}

#[test]
fn the_scores_in_the_file_are_those_of_the_plain_solver() {
    compare_with_plain_solver(SAMPLE);
}

#[test]
#[ignore = "half a minute"]
fn all_scores_in_the_file_are_those_of_the_plain_solver() {
    compare_with_plain_solver(1);
}

fn solved(rule: Rule, board: Board) -> Solved {
    Solved { rule, board, score: reference::solve(rule, board).discs() }
}

fn compare_with_plain_solver(sample: usize) {
    for (rule, in_file) in Rule::BOTH.into_iter().zip(&*SOLVED) {
        let in_file: Vec<_> = in_file.iter().step_by(sample).collect();
        on_two_cores(&in_file, |one| {
            let Solved { board, score, .. } = solved(rule, one.board);
            assert_eq!(score, one.score, "{rule} {board:?} in tests/it/solved.txt");
        });
    }
}

fn boards() -> Vec<Board> {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let mut boards = Vec::new();
    for (empties, quota) in QUOTAS {
        boards.extend((0..quota).map(|_| random_board(&mut rng, empties)));
    }
    let mut passes = Vec::new();
    let mut finished = Vec::new();
    while passes.len() < PASSES || finished.len() < FINISHED {
        let game = random_game(&mut rng);
        let near_the_end = |board: &Board| (6..=10).contains(&board.empties().len());
        let pass = |board: &Board| near_the_end(board) && must_pass(*board);
        passes.extend(game.iter().copied().find(pass).filter(|_| passes.len() < PASSES));
        let is_finished = |board: &Board| board.empties().len() >= 6;
        finished.extend(game.last().copied().filter(is_finished));
    }
    boards.extend(passes);
    boards.extend(finished);
    boards
}

/// Maps with two threads, every other item each: the boards that take long lie
/// side by side.
fn on_two_cores<T: Sync, U: Send>(items: &[T], map: impl Fn(&T) -> U + Sync) -> Vec<U> {
    let half = |first| items.iter().skip(first).step_by(2).map(&map).collect::<Vec<_>>();
    let (even, odd) = std::thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        (half(0), odd.join().expect("no panic"))
    });
    even.into_iter().chain(odd).collect()
}

fn engine(threads: usize, hash_mib: usize) -> Engine {
    Engine::new(Options { threads, hash_mib })
}

fn solve(engine: &mut Engine, rule: Rule, board: Board, limits: &Limits) -> Analysis {
    let limits = Limits { goal: Goal::Solve, ..limits.clone() };
    engine.search(rule, board, &limits, &mut |_| {})
}

/// Whether all that an exact analysis says fits together.
fn check(analysis: &Analysis, expected: i32, asked: &str) {
    let Analysis { rule, board, ref pv, ref candidates, .. } = *analysis;
    let told = || format!("{asked}: {rule} {board:?}\n{analysis:?}");
    assert_eq!(analysis.score.discs(), expected, "the score, {}", told());
    assert!(analysis.exact, "not exact, {}", told());
    assert_eq!(analysis.selectivity, Selectivity::Full, "{}", told());
    assert_eq!(analysis.best, pv.first().copied(), "{}", told());
    let (end, side) = play(board, pv);
    assert!(end.is_over(), "the line does not reach the end, {}", told());
    assert_eq!(side * end.final_score(rule).discs(), expected, "the line, {}", told());
    if board.is_over() {
        assert!(candidates.is_empty() && analysis.best.is_none(), "{}", told());
        return;
    }
    let best = candidates.first().expect("a move to choose");
    assert_eq!((Some(best.played), best.score.discs()), (analysis.best, expected), "{}", told());
    assert_eq!(best.bound, Bound::Exact, "{}", told());
    assert_eq!(candidates.len(), board.legal_moves().iter().len().max(1), "{}", told());
    for candidate in candidates {
        check_line(rule, board, candidate);
        assert!(
            candidate.score.discs() <= expected || candidate.bound == Bound::Upper,
            "{}",
            told()
        );
    }
}

/// Whether the line of a move is legal and starts with it.
fn check_line(rule: Rule, board: Board, candidate: &Candidate) {
    assert_eq!(candidate.pv.first(), Some(&candidate.played), "{rule} {board:?}: {candidate:?}");
    play(board, &candidate.pv);
}

fn check_all_solved(mut engine: Engine, asked: &str) {
    for Solved { rule, board, score } in SOLVED.iter().flatten().copied() {
        let analysis = solve(&mut engine, rule, board, &Limits::default());
        check(&analysis, score, asked);
    }
}

#[test]
fn the_boards_are_of_all_kinds() {
    for solved in &*SOLVED {
        let count = |is: fn(&Solved) -> bool| solved.iter().filter(|solved| is(solved)).count();
        assert!(solved.len() >= 2000);
        assert!(count(|solved| must_pass(solved.board)) >= PASSES);
        assert!(count(|solved| solved.board.is_over()) >= FINISHED);
        assert!(count(|solved| solved.score > 0) > 500);
        assert!(count(|solved| solved.score < 0) > 500);
        assert!(count(|solved| solved.score == 0) > 20);
        assert!(count(|solved| solved.score.abs() == 64) > 0);
    }
}

#[test]
fn one_thread_finds_the_true_scores() {
    check_all_solved(engine(1, 16), "one thread");
}

#[test]
fn two_threads_find_the_true_scores() {
    check_all_solved(engine(2, 16), "two threads");
}

#[test]
fn four_threads_find_the_true_scores() {
    check_all_solved(engine(4, 16), "four threads");
}

#[test]
fn the_smallest_table_is_enough_for_the_true_scores() {
    check_all_solved(engine(1, 1), "1 MiB");
}

#[test]
fn a_board_is_worth_the_same_from_all_eight_sides() {
    let mut engine = engine(1, 16);
    for Solved { rule, board, score } in SOLVED.iter().flatten().step_by(SAMPLE).copied() {
        for symmetry in Symmetry::ALL.into_iter().skip(1) {
            let analysis = solve(&mut engine, rule, symmetry.board(board), &Limits::default());
            check(&analysis, score, "turned");
        }
    }
}

#[test]
fn an_outcome_is_the_sign_of_the_score() {
    for threads in [1, 2] {
        let mut engine = engine(threads, 16);
        let limits = Limits { goal: Goal::Outcome, ..Limits::default() };
        for Solved { rule, board, score } in SOLVED.iter().flatten().copied() {
            let analysis = engine.search(rule, board, &limits, &mut |_| {});
            let found = analysis.score.outcome();
            assert_eq!(found.sign(), score.signum(), "{rule} {board:?}: {score}");
            assert!(analysis.exact, "{rule} {board:?}");
            assert_eq!(analysis.outcome, Some(found), "{rule} {board:?}: {score}");
            assert_eq!(analysis.shown_score(), score.signum(), "{rule} {board:?}: {score}");
            // A bound of the margin with the right sign.
            let margin = analysis.score.discs();
            assert!(margin.abs() <= score.abs(), "{rule} {board:?}: {margin} of {score}");
            if let Some(best) = analysis.best {
                let (next, _) = play(board, &[best]);
                let reached = -reference_within_reach(rule, next, score);
                assert_eq!(reached.signum(), score.signum(), "{rule} {board:?}: {best}");
            }
        }
    }
}

/// The true score of a board, unless it would take too long: then what would
/// be right.
fn reference_within_reach(rule: Rule, board: Board, score: i32) -> i32 {
    if board.empties().len() <= 8 { reference::solve(rule, board).discs() } else { -score }
}

#[test]
fn every_line_of_many_has_its_true_score() {
    for threads in [1, 2] {
        let mut engine = engine(threads, 16);
        let limits = Limits { lines: 64, ..Limits::default() };
        let few = |solved: &&Solved| solved.board.empties().len() <= 9;
        for Solved { rule, board, score } in SOLVED.iter().flatten().filter(few).step_by(4).copied()
        {
            let analysis = solve(&mut engine, rule, board, &limits);
            check(&analysis, score, "all lines");
            let scores: Vec<_> = analysis.candidates.iter().map(|line| line.score).collect();
            assert!(scores.is_sorted_by(|one, next| one >= next), "{rule} {board:?}: {scores:?}");
            for line in analysis.candidates {
                let (next, _) = play(board, &[line.played]);
                let expected = (-reference::solve(rule, next).discs(), Bound::Exact);
                let found = (line.score.discs(), line.bound);
                assert_eq!(found, expected, "{rule} {board:?}: {line:?}");
                let (end, side) = play(board, &line.pv);
                assert!(end.is_over(), "{rule} {board:?}: {line:?}");
                let reached = side * end.final_score(rule).discs();
                assert_eq!(reached, line.score.discs(), "{rule} {board:?}: {line:?}");
            }
        }
    }
}

#[test]
fn bounds_of_other_moves_hold() {
    for threads in [1, 2, 4] {
        let mut engine = engine(threads, 16);
        let few = |solved: &&Solved| solved.board.empties().len() <= 9;
        for lines in [1, 2] {
            for goal in [Goal::Score, Goal::Solve] {
                let limits = Limits { lines, goal, ..Limits::default() };
                let boards = SOLVED.iter().flatten().filter(few).step_by(16).copied();
                for Solved { rule, board, .. } in boards {
                    let analysis = engine.search(rule, board, &limits, &mut |_| {});
                    let mut best = analysis.candidates.iter().take(lines);
                    assert!(best.all(|line| line.bound == Bound::Exact), "{analysis:?}");
                    check_bounds(&analysis);
                }
            }
        }
    }
}

#[test]
fn bounds_of_an_outcome_hold() {
    let text = "-XOOOO-X--XOOOO--XOOOXOOO-OOOOOOXXOOXOOOXXOOOXXOXXXOXXXOO-OOOOOO X";
    let board = text.parse::<outflank_core::Position>().expect("a position").board();
    let limits = Limits { goal: Goal::Outcome, ..Limits::default() };
    for threads in [1, 2, 4] {
        for attempt in 0..1000 {
            println!("{threads} threads, attempt {attempt}");
            let mut engine = engine(threads, 1);
            check_bounds(&engine.search(Rule::Reversed, board, &limits, &mut |_| {}));
        }
    }
}

fn check_bounds(analysis: &Analysis) {
    let Analysis { rule, board, .. } = *analysis;
    // A move that was not needed keeps what a shallower look said.
    for line in analysis.candidates.iter().filter(|line| line.depth == analysis.depth) {
        let (next, _) = play(board, &[line.played]);
        let score = -reference::solve(rule, next).discs();
        let holds = match line.bound {
            Bound::Exact => score == line.score.discs(),
            Bound::Lower => score >= line.score.discs(),
            Bound::Upper => score <= line.score.discs(),
        };
        assert!(holds, "{rule} {board:?}: {line:?} is worth {score}");
    }
}

#[test]
fn one_engine_plays_both_games_in_turn() {
    // Deep enough for most of the tree to be in the table.
    let mut rng = ChaCha8Rng::seed_from_u64(15);
    let mut both = engine(1, 16);
    for _ in 0..4 {
        let board = random_board(&mut rng, 15);
        let alone = |rule| solve(&mut engine(1, 16), rule, board, &Limits::default()).score.discs();
        let [reversi, reversed] = Rule::BOTH.map(alone);
        for (rule, score) in Rule::BOTH.into_iter().zip([reversi, reversed]).cycle().take(3) {
            let analysis = solve(&mut both, rule, board, &Limits::default());
            check(&analysis, score, "after the other game");
        }
    }
}

/// Deep enough for threads to split nodes below the root, too deep for the
/// plain solver: the engine is held against itself.
#[test]
fn threads_and_tables_agree_on_deeper_boards() {
    let mut rng = ChaCha8Rng::seed_from_u64(18);
    for rule in Rule::BOTH {
        for empties in [14, 15, 16, 17] {
            let board = random_board(&mut rng, empties);
            let alone = solve(&mut engine(1, 16), rule, board, &Limits::default());
            let score = alone.score.discs();
            check(&alone, score, "alone");
            for (threads, hash_mib) in [(1, 1), (2, 16), (4, 1)] {
                let analysis =
                    solve(&mut engine(threads, hash_mib), rule, board, &Limits::default());
                check(&analysis, score, &format!("{threads} threads, {hash_mib} MiB"));
            }
            if empties <= 15 {
                let best = board.legal_moves().iter().map(|square| {
                    let (next, _) = play(board, &[Move::Place(square)]);
                    -solve(&mut engine(2, 16), rule, next, &Limits::default()).score.discs()
                });
                assert_eq!(best.max(), Some(score), "{rule} {board:?}, move by move");
            }
        }
    }
}

#[test]
#[ignore = "the plain solver takes minutes"]
fn boards_of_fourteen_empty_squares_have_their_true_scores() {
    let mut rng = ChaCha8Rng::seed_from_u64(14);
    let boards: Vec<_> = (0..20).map(|_| random_board(&mut rng, 14)).collect();
    for rule in Rule::BOTH {
        for Solved { board, score, .. } in on_two_cores(&boards, |board| solved(rule, *board)) {
            for threads in [1, 2, 4] {
                let analysis = solve(&mut engine(threads, 16), rule, board, &Limits::default());
                check(&analysis, score, &format!("{threads} threads"));
            }
        }
    }
}
