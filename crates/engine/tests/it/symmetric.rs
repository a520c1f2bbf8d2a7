//! Moves that a symmetry of the board maps onto each other.

use std::collections::BTreeSet;

use outflank_core::{Bitboard, Board, Move, Rule, Square, Symmetry};
use outflank_engine::{Analysis, Bound, Candidate, Goal, Limits, Thinking, reference};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::boards::play;
use crate::checks::{check, engine, search};

/// The symmetries that leave a board as it is, without the identity.
fn symmetries(board: Board) -> Vec<Symmetry> {
    let keeps = |symmetry: &Symmetry| symmetry.board(board) == board;
    Symmetry::ALL.into_iter().skip(1).filter(keeps).collect()
}

/// Whether some move has a twin.
fn has_twins(board: Board) -> bool {
    let moves = board.legal_moves();
    symmetries(board)
        .iter()
        .any(|symmetry| moves.iter().any(|square| symmetry.square(square) != square))
}

/// Boards with moves that mirror each other, one of each eight symmetric ones: the start, those
/// up to four plies from it, those up to four plies from them, and so on.
fn openings() -> Vec<Board> {
    let mut found = vec![Board::START];
    let mut at = 0;
    while found.len() < 80 {
        let mut boards = BTreeSet::from([found[at]]);
        for _ in 0..4 {
            boards = boards.iter().flat_map(|board| replies(*board)).collect();
            for board in boards.iter().filter(|board| has_twins(**board)) {
                if !found.contains(board) {
                    found.push(*board);
                }
            }
        }
        at += 1;
    }
    found
}

fn replies(board: Board) -> impl Iterator<Item = Board> {
    let played = move |square| board.play(square).map(|next| next.canonical().0);
    board.legal_moves().iter().filter_map(played)
}

/// The start and 50 other boards of the opening.
fn fifty_one() -> Vec<Board> {
    let openings = openings();
    let mut random = ChaCha8Rng::seed_from_u64(51);
    let mut chosen: Vec<_> = openings.sample(&mut random, 50).copied().collect();
    assert_eq!(chosen.len(), 50, "of {}", openings.len());
    chosen.push(Board::START);
    chosen
}

fn image(symmetry: Symmetry, played: Move) -> Move {
    match played {
        Move::Place(square) => Move::Place(symmetry.square(square)),
        Move::Pass => Move::Pass,
    }
}

/// Whether twins have the same values, and lines that mirror each other.
fn check_twins(analysis: &Analysis) {
    for symmetry in symmetries(analysis.board) {
        for one in &analysis.candidates {
            let played = image(symmetry, one.played);
            let twin = analysis.candidates.iter().find(|other| other.played == played);
            let twin = twin.expect("every legal move is a candidate");
            let values =
                |candidate: &Candidate| (candidate.score, candidate.bound, candidate.depth);
            assert_eq!(values(twin), values(one), "{:?} {symmetry:?}", analysis.board);
            let is_image = |symmetry: &Symmetry| {
                one.pv.iter().map(|played| image(*symmetry, *played)).eq(twin.pv.iter().copied())
            };
            let all = symmetries(analysis.board);
            let is_mirrored = all.iter().chain(&[Symmetry::Identity]).any(is_image);
            assert!(is_mirrored, "{:?}: {one:?} {twin:?}", analysis.board);
        }
    }
    check(analysis);
}

#[test]
fn moves_that_mirror_each_other_have_equal_scores() {
    for rule in Rule::BOTH {
        for threads in [1, 2] {
            let mut engine = engine(threads);
            for board in fifty_one() {
                for lines in [1, 3, 64] {
                    let limits = Limits { depth: Some(5), lines, ..Limits::default() };
                    check_twins(&search(&mut engine, rule, board, &limits));
                }
            }
        }
    }
}

#[test]
fn the_first_moves_are_one_move() {
    for rule in Rule::BOTH {
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let analysis = search(&mut engine(2), rule, Board::START, &limits);
        let first = &analysis.candidates[0];
        assert_eq!(analysis.candidates.len(), 4);
        for candidate in &analysis.candidates {
            assert_eq!((candidate.score, candidate.bound), (first.score, Bound::Exact));
        }
    }
}

/// The result without the time that it took.
fn timeless(analysis: Analysis) -> Analysis {
    Analysis { time: std::time::Duration::ZERO, ..analysis }
}

#[test]
fn an_opening_has_the_same_answer_after_a_restart_and_after_other_searches() {
    let limits = |board| Limits {
        lines: 64,
        ..Thinking { nodes: Some(20_000), ..Thinking::REVIEW }.limits(board)
    };
    for rule in Rule::BOTH {
        let mut used = engine(2);
        let boards = fifty_one();
        for board in boards.iter().step_by(5).copied() {
            search(&mut used, rule, board, &Limits { depth: Some(7), ..Limits::default() });
            let again = used.search_afresh(rule, board, &limits(board), &mut |_| {});
            let fresh = engine(1).search_afresh(rule, board, &limits(board), &mut |_| {});
            check_twins(&again);
            assert_eq!(timeless(again), timeless(fresh), "{rule} {board:?}");
        }
    }
}

/// A nearly full board that `symmetry` leaves as it is, if its moves have twins.
fn symmetric_ending(symmetry: Symmetry, random: &mut ChaCha8Rng) -> Option<Board> {
    let mut sides = [Bitboard::EMPTY; 2];
    let mut empty: Vec<_> = Square::ALL.into_iter().collect();
    while empty.len() > 9 {
        let square = *empty.choose(random)?;
        let twins = square.bitboard() | symmetry.square(square).bitboard();
        sides[random.random_range(0..2)] |= twins;
        empty.retain(|square| !twins.has(*square));
    }
    let board = Board::new(sides[0], sides[1])?;
    has_twins(board).then_some(board)
}

#[test]
fn twins_near_the_end_have_their_true_scores() {
    let mut random = ChaCha8Rng::seed_from_u64(9);
    let kinds = [
        Symmetry::Rotate180,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];
    let mut engine = engine(1);
    let limits = Limits { lines: 64, goal: Goal::Solve, ..Limits::default() };
    let mut seen = 0;
    while seen < 40 {
        let symmetry = kinds[seen % kinds.len()];
        let Some(board) = symmetric_ending(symmetry, &mut random) else { continue };
        seen += 1;
        for rule in Rule::BOTH {
            let analysis = search(&mut engine, rule, board, &limits);
            check_twins(&analysis);
            assert_eq!(analysis.exact_score(), Some(reference::solve(rule, board)));
            for candidate in &analysis.candidates {
                let next = candidate.played.square().and_then(|square| board.play(square));
                let next = next.expect("a legal move");
                let expected = -reference::solve(rule, next).discs();
                assert_eq!(candidate.score.discs(), expected, "{rule} {board:?} {candidate:?}");
                let (end, side) = play(board, &candidate.pv);
                assert_eq!(side * end.final_score(rule).discs(), expected, "{rule} {board:?}");
            }
        }
    }
}
