//! Exact scores, against the plain solver and against the engine itself.
//!
//! The plain solver tells the truth about a few thousand random boards of 6 to
//! 12 empty squares once; every way to ask the engine must come to the same.

mod common;

use std::sync::LazyLock;

use outflank_core::{Board, Move, Rule, Symmetry};
use outflank_engine::{Analysis, Bound, Engine, Goal, Limits, Options, Selectivity, reference};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use common::{must_pass, play, random_board, random_game};

/// How many boards of each number of empty squares, for each game: the plain
/// solver takes four times as long for every further square.
const QUOTAS: [(u32, usize); 7] =
    [(6, 300), (7, 300), (8, 300), (9, 300), (10, 300), (11, 300), (12, 200)];
/// Boards of the same kind whose side to move must pass, and finished ones.
const PASSES: usize = 100;
const FINISHED: usize = 50;

/// A board and its true score.
#[derive(Clone, Copy, Debug)]
struct Solved {
    rule: Rule,
    board: Board,
    score: i32,
}

/// What the plain solver says, by game.
static SOLVED: LazyLock<[Vec<Solved>; 2]> = LazyLock::new(|| {
    let boards = boards();
    Rule::BOTH.map(|rule| on_two_cores(&boards, |board| solved(rule, *board)))
});

fn solved(rule: Rule, board: Board) -> Solved {
    Solved { rule, board, score: reference::solve(rule, board) }
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
    assert_eq!(analysis.score, expected, "the score, {}", told());
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
    let best = candidates.last().expect("a move to choose");
    assert_eq!((Some(best.played), best.score), (analysis.best, expected), "{}", told());
    assert_eq!(best.bound, Bound::Exact, "{}", told());
    assert_eq!(candidates.len(), board.legal_moves().iter().len().max(1), "{}", told());
    for candidate in candidates {
        play(board, &[candidate.played]);
        assert!(candidate.score <= expected || candidate.bound == Bound::Upper, "{}", told());
    }
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
    for Solved { rule, board, score } in SOLVED.iter().flatten().copied() {
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
            assert_eq!(analysis.score.signum(), score.signum(), "{rule} {board:?}: {score}");
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
    if board.empties().len() <= 8 { reference::solve(rule, board) } else { -score }
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
            assert!(scores.is_sorted(), "{rule} {board:?}: {scores:?}");
            for line in analysis.candidates {
                let (next, _) = play(board, &[line.played]);
                let expected = (-reference::solve(rule, next), Bound::Exact);
                assert_eq!((line.score, line.bound), expected, "{rule} {board:?}: {line:?}");
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
                    let mut best = analysis.candidates.iter().rev().take(lines);
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
        for attempt in 0..2000 {
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
        let score = -reference::solve(rule, next);
        let holds = match line.bound {
            Bound::Exact => score == line.score,
            Bound::Lower => score >= line.score,
            Bound::Upper => score <= line.score,
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
        let alone = |rule| solve(&mut engine(1, 16), rule, board, &Limits::default()).score;
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
        for empties in [14, 14, 15, 15, 16, 17] {
            let board = random_board(&mut rng, empties);
            let alone = solve(&mut engine(1, 16), rule, board, &Limits::default());
            check(&alone, alone.score, "alone");
            for (threads, hash_mib) in [(1, 1), (2, 16), (4, 1)] {
                let analysis =
                    solve(&mut engine(threads, hash_mib), rule, board, &Limits::default());
                check(&analysis, alone.score, &format!("{threads} threads, {hash_mib} MiB"));
            }
            if empties <= 15 {
                let best = board.legal_moves().iter().map(|square| {
                    let (next, _) = play(board, &[Move::Place(square)]);
                    -solve(&mut engine(2, 16), rule, next, &Limits::default()).score
                });
                assert_eq!(best.max(), Some(alone.score), "{rule} {board:?}, move by move");
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
