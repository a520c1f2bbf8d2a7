//! Labelled positions: those that a run makes and those that come with Outflank.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use outflank_core::{Board, Move, Rule, Square};
use outflank_engine::reference;
use outflank_formats::{Problem, obf};
use outflank_train::{
    Dataset, FolderError, Labelling, SelfPlay, label, labelled_positions, selfplay,
};
use outflank_work::Threads;
use tempfile::TempDir;

fn games(rule: Rule) -> Dataset {
    let folder = TempDir::new().unwrap();
    let settings = SelfPlay {
        rule,
        games: 300,
        depth: 1,
        exact: 6,
        opening: (4, 40),
        temperature: 4.0,
        beside: 0,
        seed: 3,
        weights: 0,
    };
    selfplay(folder.path(), settings, None, &Threads::new(2).unwrap(), &|_| {}).unwrap();
    Dataset::read_folder(folder.path()).unwrap()
}

fn settings(rule: Rule) -> Labelling {
    Labelling { rule, positions: 100, exact: 7, depth: 1, seed: 9, weights: 0 }
}

fn run(
    folder: &Path,
    games: &Dataset,
    settings: Labelling,
    threads: usize,
) -> Result<Vec<u8>, FolderError> {
    let games = std::slice::from_ref(games);
    let set = label(folder, games, settings, None, &Threads::new(threads).unwrap(), &|_| {})?;
    Ok(fs::read(set.file).unwrap())
}

fn read(set: &[u8], rule: Rule) -> Vec<Problem> {
    obf::read(set, rule).collect::<Result<_, _>>().unwrap()
}

/// Checks that every legal move has a label, that no position occurs twice, and that the numbers
/// of empty squares from 6 to 54 occur equally often.
fn expect_sound(problems: &[Problem]) {
    let mut boards = BTreeSet::new();
    let mut by_empties = BTreeMap::new();
    for Problem { position, moves, .. } in problems {
        let board = position.board();
        let labelled: BTreeSet<_> =
            moves.iter().filter_map(|(played, _)| played.square()).map(Square::index).collect();
        let legal: BTreeSet<_> = board.legal_moves().iter().map(Square::index).collect();
        assert_eq!(labelled, legal, "{position}");
        assert!(boards.insert(board.canonical().0), "{position} occurs twice");
        *by_empties.entry(board.empties().len()).or_insert(0) += 1;
    }
    assert!(by_empties.keys().copied().eq(6..=54), "{by_empties:?}");
    let (fewest, most) = (by_empties.values().min(), by_empties.values().max());
    assert!(most.unwrap() - fewest.unwrap() <= 1, "{by_empties:?}");
}

/// Checks the labels of positions with at most this many empty squares by the plain solver.
fn expect_exact(problems: &[Problem], most: u32) {
    let is_near_the_end = |problem: &&Problem| problem.position.board().empties().len() <= most;
    let mut count = 0;
    for Problem { rule, position, moves, .. } in problems.iter().filter(is_near_the_end) {
        let next =
            |played: Move| -> Board { position.board().play(played.square().unwrap()).unwrap() };
        for (played, score) in moves {
            assert_eq!(*score, -reference::solve(*rule, next(*played)), "{position} {played}");
            count += 1;
        }
    }
    assert!(count > 0);
}

#[test]
fn every_move_is_labelled_and_the_last_ones_exactly() {
    for rule in Rule::BOTH {
        let folder = TempDir::new().unwrap();
        let problems = read(&run(folder.path(), &games(rule), settings(rule), 2).unwrap(), rule);
        assert_eq!(problems.len(), 100);
        expect_sound(&problems);
        expect_exact(&problems, 7);
    }
}

#[test]
fn labels_do_not_depend_on_threads_and_interruptions() {
    let games = games(Rule::Reversi);
    let (one, two) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    // Deep enough for the table to matter.
    let short = Labelling { depth: 6, ..settings(Rule::Reversi) };
    let long = Labelling { positions: 150, ..short };
    let whole = run(one.path(), &games, long, 1).unwrap();
    let first = run(two.path(), &games, short, 2).unwrap();
    let problems = read(&whole, Rule::Reversi);
    // A shorter run has the first positions, and can be made longer.
    assert_eq!(read(&first, Rule::Reversi), problems[..100]);
    fs::remove_file(two.path().join("labels/000000.obf")).unwrap();
    assert_eq!(run(two.path(), &games, long, 2).unwrap(), whole);
    let other = run(two.path(), &games, Labelling { seed: 1, ..long }, 2);
    assert!(matches!(other, Err(FolderError::OtherRun { .. })), "{other:?}");
}

#[test]
fn games_that_do_not_fit_are_refused() {
    let games = games(Rule::Reversi);
    let folder = TempDir::new().unwrap();
    let many = Labelling { positions: 100_000, ..settings(Rule::Reversi) };
    let error = run(folder.path(), &games, many, 1).unwrap_err().to_string();
    assert!(error.ends_with("2041 are needed: play more games"), "{error}");
    let error = run(folder.path(), &games, settings(Rule::Reversed), 1).unwrap_err().to_string();
    assert_eq!(error, "the games are not of reversed");
}

#[test]
fn the_sets_that_ship_are_sound_and_exact_near_the_end() {
    for rule in Rule::BOTH {
        let problems = labelled_positions(rule);
        expect_sound(&problems);
        expect_exact(&problems, 8);
    }
}
