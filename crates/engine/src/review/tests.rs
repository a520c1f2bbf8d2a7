//! Reviews of whole games.

use outflank_book::Book;
use outflank_core::{Color, Game, Move, Position, Rule};

use super::{Grade, Review, ReviewedMove, Reviewer, Summary, review};
use crate::{Engine, Limits, Options, SearchScore, Stop, Thinking, reference};

fn engine() -> Engine {
    Engine::new(Options { threads: 1, hash_mib: 1 })
}

fn game_from(start: &str, transcript: &str) -> Game {
    let mut game = Game::from_position(start.parse().unwrap());
    for name in transcript.split(' ') {
        game.play_passing(name.parse().unwrap()).unwrap();
    }
    game
}

fn review_to_depth(rule: Rule, game: &Game, depth: u32) -> Review {
    let thinking = Thinking { depth: Some(depth), ..Thinking::default() };
    review(&mut engine(), rule, game, thinking, &mut |_| {})
}

/// The shortest game there is: black takes every disc in nine plies.
fn wipeout() -> Game {
    game_from(&Position::START.to_string(), "e6 f4 e3 f6 g5 d6 e7 f5 c5")
}

/// A game that ends full, with the first legal square at each turn.
fn long_game() -> Game {
    let mut game = Game::new();
    while !game.is_over() {
        let square = game.position().board().legal_moves().first();
        game.play(square.map_or(Move::Pass, Move::Place)).unwrap();
    }
    game
}

/// The last moves of that game, few enough for a plain solver.
fn ending() -> Game {
    let mut ending = None;
    for (position, played) in long_game().plies() {
        if position.board().empties().len() <= 9 {
            ending.get_or_insert_with(|| Game::from_position(position)).play(played).unwrap();
        }
    }
    ending.unwrap()
}

#[test]
fn every_ply_is_reviewed_in_order_and_told_of_backwards() {
    let game = long_game();
    assert!(game.moves().contains(&Move::Pass), "a pass is among what is tested");
    let thinking = Thinking { depth: Some(2), ..Thinking::default() };
    let mut told = Vec::new();
    let review =
        review(&mut engine(), Rule::Reversi, &game, thinking, &mut |ply| told.push(ply.clone()));
    told.reverse();
    assert_eq!(told, review.moves);
    let plies: Vec<_> = review.moves.iter().map(|m| (m.position, m.played)).collect();
    assert_eq!(plies, game.plies().collect::<Vec<_>>());
    assert!(review.moves.iter().zip(1..).all(|(m, ply)| m.ply == ply));
}

#[test]
fn no_move_is_better_than_the_best() {
    for rule in Rule::BOTH {
        for game in [wipeout(), long_game()] {
            for reviewed in review_to_depth(rule, &game, 3).moves {
                assert!(reviewed.score <= reviewed.best_score, "{reviewed:?}");
                assert_eq!(reviewed.pv.first(), Some(&reviewed.best), "{reviewed:?}");
                let has_lost = reviewed.loss() > 0;
                assert_eq!(reviewed.best != reviewed.played, has_lost, "{reviewed:?}");
                assert_eq!(reviewed.grade > Grade::Best, has_lost, "{reviewed:?}");
            }
        }
    }
}

#[test]
fn passes_and_only_moves_are_forced() {
    for reviewed in review_to_depth(Rule::Reversi, &long_game(), 2).moves {
        let is_forced = reviewed.position.board().legal_moves().len() < 2;
        assert_eq!(reviewed.grade == Grade::Forced, is_forced, "{reviewed:?}");
    }
}

#[test]
fn proven_scores_are_those_of_the_plain_solver() {
    for rule in Rule::BOTH {
        let moves = review_to_depth(rule, &ending(), 60).moves;
        let proven: Vec<_> = moves.iter().filter(|reviewed| reviewed.exact).collect();
        assert!(proven.len() >= 4, "only {} moves were proven", proven.len());
        for reviewed in proven {
            let position = reviewed.position;
            let best = reference::solve(rule, position.board());
            assert_eq!(reviewed.best_score, best.into());
            let next = match reviewed.played {
                Move::Place(square) => position.play(square).unwrap(),
                Move::Pass => position.pass(),
            };
            assert_eq!(-reviewed.score, reference::solve(rule, next.board()).into());
        }
    }
}

#[test]
fn it_is_an_error_to_be_wiped_out_and_in_reversed_to_wipe_out() {
    for (rule, ply, color) in [(Rule::Reversi, 8, Color::White), (Rule::Reversed, 9, Color::Black)]
    {
        let moves = review_to_depth(rule, &wipeout(), 2).moves;
        let reviewed = &moves[ply - 1];
        assert_eq!(
            (reviewed.ply, reviewed.color(), reviewed.score),
            (ply, color, SearchScore::MIN)
        );
        assert_eq!(reviewed.score_for(!color), SearchScore::MAX);
        assert!(reviewed.grade.is_error(), "{reviewed:?}");
    }
}

#[test]
fn all_the_discs_are_proven_to_be_the_best() {
    let moves = review_to_depth(Rule::Reversi, &wipeout(), 1).moves;
    let last = moves.last().unwrap();
    assert_eq!((last.score, last.grade), (SearchScore::MAX, Grade::Best));
    assert!(last.exact);
}

#[test]
fn an_unfinished_game_is_judged_by_where_it_stands() {
    let mut game = ending();
    game.undo();
    game.undo();
    let last = review_to_depth(Rule::Reversi, &game, 60).moves.pop().unwrap();
    let stands = reference::solve(Rule::Reversi, game.position().board());
    assert_eq!((-last.score, last.exact), (stands.into(), true));
    let opening = game_from(&Position::START.to_string(), "f5 d6 c3");
    let moves = review_to_depth(Rule::Reversi, &opening, 2).moves;
    assert!(moves.len() == 3 && moves.iter().all(|reviewed| !reviewed.exact));
    assert!(review_to_depth(Rule::Reversi, &Game::new(), 2).moves.is_empty());
}

fn played(color: Color, loss: i32, grade: Grade) -> ReviewedMove {
    ReviewedMove {
        ply: 1,
        position: Position::from_board(Position::START.board(), color),
        played: Move::Pass,
        score: SearchScore::new(-loss).unwrap(),
        best: Move::Pass,
        best_score: SearchScore::DRAW,
        exact: false,
        depth: 1,
        margin: 4,
        pv: Vec::new(),
        grade,
        is_book: false,
    }
}

#[test]
fn a_summary_counts_the_choices_of_one_side() {
    let moves = [
        played(Color::Black, 0, Grade::Best),
        played(Color::White, 50, Grade::Blunder),
        played(Color::Black, 12, Grade::Blunder),
        played(Color::Black, 0, Grade::Forced),
    ];
    let black = Summary::of(&moves, Color::Black);
    assert_eq!(black.choices(), 2);
    assert_eq!(black.count(Grade::Blunder), 1);
    assert_eq!(black.lost(), 12);
    assert_eq!(black.average_loss(), Some(6.0));
    assert_eq!(black.accuracy(), Some(75.0));
    let nobody = Summary::of(&[], Color::Black);
    assert_eq!((nobody.average_loss(), nobody.accuracy()), (None, None));
}

#[test]
fn a_game_has_the_same_review_whatever_the_engine_did_before() {
    let game = long_game();
    let thinking = Thinking { nodes: Some(3_000), ..Thinking::REVIEW };
    for rule in Rule::BOTH {
        let mut used = Engine::new(Options { threads: 2, hash_mib: 4 });
        let first = review(&mut engine(), rule, &game, thinking, &mut |_| {});
        // Other work between the steps, as on a server.
        let mut reviewer = Reviewer::new(rule, &game, thinking);
        while let Some(reviewed) = reviewer.step(&mut used, &Stop::default()) {
            let limits = Limits { depth: Some(5), ..Limits::default() };
            let board = reviewed.position.board();
            used.search(rule, board, &limits, &mut |_| {});
        }
        assert_eq!(reviewer.finish(), first, "{rule}");
    }
}

#[test]
fn a_loss_is_within_the_margin_unless_it_is_proven() {
    let review = review_to_depth(Rule::Reversi, &long_game(), 4);
    for reviewed in &review.moves {
        assert_eq!(reviewed.exact, reviewed.margin == 0, "{reviewed:?}");
        let is_small = (1..=reviewed.margin).contains(&reviewed.loss());
        assert_eq!(reviewed.is_within_margin(), is_small, "{reviewed:?}");
    }
    assert!(review.moves.iter().any(ReviewedMove::is_within_margin));
    assert!(review.moves.iter().any(|reviewed| reviewed.loss() > reviewed.margin));
    assert_eq!(review.moves.iter().map(|reviewed| reviewed.margin).max(), Some(review.margin()));
}

#[test]
fn moves_of_the_book_are_graded_by_its_values() {
    let book = Book::built_in(Rule::Reversi);
    let thinking = Thinking { depth: Some(1), ..Thinking::default() };
    let mut line = book.line(Position::START.board());
    let mut game = Game::new();
    for played in line.drain(..) {
        game.play(played).unwrap();
    }
    let reviewer = Reviewer::new(Rule::Reversi, &game, thinking).with_book(Some(book.clone()));
    let best = reviewer.run(&mut engine(), &mut |_| {});
    let is_best = |reviewed: &ReviewedMove| {
        reviewed.is_book && matches!(reviewed.grade, Grade::Best | Grade::Forced)
    };
    assert!(best.moves.len() > 5 && best.moves.iter().all(is_best), "{best:?}");
    // A move within a disc of the best is no error, whatever a search of one ply thinks of it.
    let mut close = 0;
    for (board, _) in book.iter() {
        let moves = book.moves(board);
        for found in moves.iter().filter(|found| moves[0].value - found.value <= 1) {
            let mut game = Game::from_position(Position::from_board(board, Color::Black));
            game.play(Move::Place(found.played)).unwrap();
            let reviewer = Reviewer::new(Rule::Reversi, &game, thinking);
            let graded = reviewer.with_book(Some(book.clone())).run(&mut engine(), &mut |_| {});
            assert!(!graded.moves[0].grade.is_error(), "{graded:?}");
            close += 1;
        }
    }
    assert!(close > 200, "{close}");
    // The book of the other game says nothing.
    let other = Book::built_in(Rule::Reversed);
    let reviewer = Reviewer::new(Rule::Reversi, &game, thinking).with_book(Some(other));
    assert!(reviewer.run(&mut engine(), &mut |_| {}).moves.iter().all(|ply| !ply.is_book));
}

#[test]
fn a_move_outside_the_book_is_graded_by_a_search() {
    let book = Book::built_in(Rule::Reversi);
    let unknown = book.iter().find_map(|(board, node)| {
        let moves = book.moves(board);
        let mut squares = board.legal_moves().iter();
        let square = squares.find(|square| moves.iter().all(|found| found.played != *square))?;
        node.entry.is_expanded.then_some((board, square))
    });
    let (board, square) = unknown.unwrap();
    let mut game = Game::from_position(Position::from_board(board, Color::Black));
    game.play(Move::Place(square)).unwrap();
    let thinking = Thinking { depth: Some(4), ..Thinking::default() };
    let plain = review(&mut engine(), Rule::Reversi, &game, thinking, &mut |_| {});
    let reviewer = Reviewer::new(Rule::Reversi, &game, thinking).with_book(Some(book));
    assert_eq!(reviewer.run(&mut engine(), &mut |_| {}), plain);
}
