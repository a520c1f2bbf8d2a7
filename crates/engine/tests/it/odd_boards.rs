//! Boards and limits at the edge of what can be asked: always a legal move
//! where there is one, never a panic, and an answer in time.

use std::time::Duration;

use outflank_core::{Bitboard, Board, Move, Rule, Square};
use outflank_engine::{
    Analysis, Bound, Engine, Goal, Limits, Options, SearchScore, Stop, reference,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::boards::{board, must_pass, random_board, random_game};
use crate::checks::{check, engine, search};

fn discs(own: u64, opp: u64) -> Board {
    Board::new(Bitboard::new(own), Bitboard::new(opp)).expect("no square twice")
}

/// Boards with something odd about them, by name.
fn odd_boards() -> Vec<(&'static str, Board)> {
    let black_everywhere = Bitboard::ALL.bits();
    vec![
        ("the start", Board::START),
        ("empty", discs(0, 0)),
        ("one disc", discs(1, 0)),
        ("one colour", discs(0x0000_1818_0000, 0)),
        ("the other colour", discs(0, 0x0000_1818_0000)),
        ("full of one colour", discs(black_everywhere, 0)),
        ("full of the other colour", discs(0, black_everywhere)),
        ("full", discs(0xffff_ff00_0000_0000, 0x0000_00ff_ffff_ffff)),
        ("finished with room left", discs(0xff00_0000_0000_0000, 0xff)),
        ("one empty square that nobody can play", discs(black_everywhere << 1, 0)),
        ("one empty square to play", discs(0xffff_ffff_ffff_fffc, 0x2)),
        ("one empty square to pass on", discs(0x2, 0xffff_ffff_ffff_fffc)),
        ("two discs in a row", discs(0x1, 0x2)),
        ("a single move that wins all", discs(0x1, 0x7e)),
        ("a pass with many empty squares", discs(0x2, 0x1)),
        (
            "a pass near the end",
            board("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX-XXXXXO-- O"),
        ),
        (
            "a move that wipes the opponent out",
            board("---------------------------XX-----OOO--------------------------- O"),
        ),
    ]
}

/// Every limit that ends a search early, by name.
fn tight_limits() -> Vec<(&'static str, Limits)> {
    let stop = Stop::default();
    stop.ask();
    let limits = Limits::default;
    let mut all = vec![
        ("no time", Limits { time: Some(Duration::ZERO), ..limits() }),
        ("1 ms", Limits { time: Some(Duration::from_millis(1)), ..limits() }),
        ("20 ms", Limits { time: Some(Duration::from_millis(20)), ..limits() }),
        ("no node", Limits { nodes: Some(0), ..limits() }),
        ("one node", Limits { nodes: Some(1), ..limits() }),
        ("1,000 nodes", Limits { nodes: Some(1000), ..limits() }),
        ("no ply", Limits { depth: Some(0), ..limits() }),
        ("one ply", Limits { depth: Some(1), ..limits() }),
        ("four plies", Limits { depth: Some(4), ..limits() }),
        ("no line", Limits { lines: 0, depth: Some(2), ..limits() }),
        ("all lines", Limits { lines: usize::MAX, depth: Some(4), ..limits() }),
        ("all at once", Limits { time: Some(Duration::ZERO), nodes: Some(0), ..limits() }),
        ("stopped before", Limits { stop, ..limits() }),
    ];
    for goal in [Goal::Solve, Goal::Outcome] {
        all.extend([
            ("one node of another goal", Limits { goal, nodes: Some(1), ..limits() }),
            ("one ply of another goal", Limits { goal, depth: Some(1), ..limits() }),
        ]);
    }
    all
}

#[test]
fn odd_boards_have_sensible_answers_within_tight_limits() {
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let mut boards = odd_boards();
    boards.extend(
        random_game(&mut rng).into_iter().step_by(3).map(|board| ("of a random game", board)),
    );
    for threads in [1, 3] {
        for rule in Rule::BOTH {
            for (name, board) in &boards {
                for (limit, limits) in tight_limits() {
                    println!("{rule}, {threads} threads, {limit}: {name} {board:?}");
                    // A new engine, because a result in the table would hide an error.
                    let mut engine = Engine::new(Options { threads, hash_mib: 1 });
                    check(&search(&mut engine, rule, *board, &limits));
                }
            }
        }
    }
}

#[test]
fn odd_boards_are_what_they_are_called() {
    for (name, board) in odd_boards() {
        assert_eq!(name.contains("pass"), must_pass(board), "{name}: {board:?}");
        let is_over = ["empty", "one disc", "colour", "full", "finished", "nobody"];
        let is_over = is_over.iter().any(|word| name.contains(word)) && !name.contains(" to ");
        let is_over = is_over && !name.contains("empty squares");
        assert_eq!(is_over, board.is_over(), "{name}: {board:?}");
        let is_single = name.contains("single") || name.contains("square to play");
        assert!(!is_single || board.legal_moves().len() == 1, "{name}: {board:?}");
    }
}

#[test]
fn finished_games_are_scored_at_once() {
    let is_over = |board: &Board| board.is_over();
    let finished: Vec<_> =
        odd_boards().into_iter().map(|(_, board)| board).filter(is_over).collect();
    assert!(finished.len() >= 8);
    for rule in Rule::BOTH {
        for board in &finished {
            let analysis = search(&mut engine(2), rule, *board, &Limits::default());
            check(&analysis);
            assert_eq!(analysis.exact_score(), Some(board.final_score(rule)), "{board:?}");
            assert!(analysis.exact);
            assert_eq!(analysis.nodes, 0);
        }
    }
}

#[test]
fn a_forced_pass_is_worth_what_follows_it() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut passes: Vec<_> = odd_boards().into_iter().map(|(_, board)| board).collect();
    while passes.len() < 60 {
        passes.extend(random_game(&mut rng));
        passes.retain(|board| must_pass(*board) && board.empties().len() <= 20);
    }
    for rule in Rule::BOTH {
        for board in &passes {
            let limits = Limits { depth: Some(4), ..Limits::default() };
            let analysis = search(&mut engine(1), rule, *board, &limits);
            let after = search(&mut engine(1), rule, board.pass(), &limits);
            check(&analysis);
            assert_eq!(analysis.best, Some(Move::Pass));
            assert_eq!(analysis.score, -after.score, "{board:?}");
            assert_eq!(analysis.pv[1..], after.pv, "{board:?}");
            assert_eq!(analysis.exact, after.exact, "{board:?}");
        }
    }
}

#[test]
fn a_pass_that_was_not_searched_claims_nothing() {
    let stop = Stop::default();
    stop.ask();
    let limits = Limits { stop, ..Limits::default() };
    let mut rng = ChaCha8Rng::seed_from_u64(70);
    let mut passes = Vec::new();
    while passes.len() < 40 {
        passes.extend(random_game(&mut rng));
        passes.retain(|board| must_pass(*board) && board.empties().len() == 10);
    }
    for rule in Rule::BOTH {
        for board in &passes {
            let analysis = search(&mut engine(1), rule, *board, &limits);
            let [pass] = &analysis.candidates[..] else { panic!("one candidate: {analysis:?}") };
            let score = SearchScore::from(reference::solve(rule, *board));
            let holds = match pass.bound {
                // A look of a ply or two is told with its depth.
                Bound::Exact => analysis.depth > 0 && (!analysis.exact || score == pass.score),
                Bound::Lower => score >= pass.score,
                Bound::Upper => score <= pass.score,
            };
            assert!(holds, "{rule} {board:?} is worth {score}: {pass:?}");
        }
    }
}

#[test]
fn a_single_legal_move_is_played() {
    let single = discs(0x1, 0x7e);
    assert_eq!(single.legal_moves(), Square::H1.bitboard());
    for rule in Rule::BOTH {
        let analysis = search(&mut engine(1), rule, single, &Limits::default());
        assert_eq!(analysis.best, Some(Move::Place(Square::H1)));
        assert!(analysis.exact, "the game is over after it");
        let sign = if rule == Rule::Reversi { 1 } else { -1 };
        assert_eq!(analysis.score.discs(), 64 * sign);
    }
}

#[test]
fn wiping_the_opponent_out_wins_one_game_and_loses_the_other() {
    let mut rng = ChaCha8Rng::seed_from_u64(64);
    let wipes_out =
        |board: Board, square: Square| board.play(square).is_some_and(|next| next.own().is_empty());
    let mut found = Vec::new();
    while found.len() < 20 {
        let has_both = |board: &Board| {
            let moves = board.legal_moves();
            let wiping = moves.iter().filter(|square| wipes_out(*board, *square)).count();
            wiping > 0 && wiping < moves.iter().len()
        };
        found.extend(random_game(&mut rng).into_iter().filter(has_both));
    }
    for board in found {
        for depth in 1..=6 {
            let limits = Limits { depth: Some(depth), ..Limits::default() };
            let analysis = search(&mut engine(1), Rule::Reversi, board, &limits);
            let best = analysis.best.and_then(Move::square).expect("a move");
            assert!(wipes_out(board, best), "{board:?}: {best} at depth {depth}");
            assert_eq!(analysis.score, SearchScore::MAX, "{board:?} at depth {depth}");

            let analysis = search(&mut engine(1), Rule::Reversed, board, &limits);
            let best = analysis.best.and_then(Move::square).expect("a move");
            assert!(!wipes_out(board, best), "{board:?}: {best} at depth {depth}");
        }
    }
}

#[test]
fn one_thread_repeats_itself_exactly() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let limits = [
        Limits { nodes: Some(20_000), ..Limits::default() },
        Limits { nodes: Some(20_000), goal: Goal::Solve, ..Limits::default() },
        Limits { nodes: Some(20_000), lines: 3, ..Limits::default() },
        Limits { depth: Some(7), ..Limits::default() },
        Limits { depth: Some(5), lines: 64, ..Limits::default() },
    ];
    for empties in [8, 12, 16, 20, 30, 40, 50, 59] {
        let board = random_board(&mut rng, empties);
        for rule in Rule::BOTH {
            for limits in &limits {
                let once = || Analysis {
                    time: Duration::ZERO,
                    ..search(&mut engine(1), rule, board, limits)
                };
                assert_eq!(once(), once(), "{rule} {board:?} {limits:?}");
            }
        }
    }
}

#[test]
fn a_cleared_engine_is_as_good_as_new() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut used = engine(1);
    for rule in Rule::BOTH {
        for _ in 0..5 {
            let board = random_board(&mut rng, 30);
            let limits = Limits { depth: Some(7), ..Limits::default() };
            search(&mut used, rule, board, &limits);
            used.clear();
            let again = search(&mut used, rule, board, &limits);
            let fresh = search(&mut engine(1), rule, board, &limits);
            assert_eq!((again.nodes, again.score), (fresh.nodes, fresh.score));
            assert_eq!((again.pv, again.candidates), (fresh.pv, fresh.candidates));
        }
    }
}
