//! Opening books and the folders they grow in.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::Path;
use std::sync::Arc;

use outflank_book::{Book, BookEntry};
use outflank_core::{Board, Move, Rule};
use outflank_engine::Engine;
use outflank_train::{BookBuilder, BookSettings, FolderError, search_entry};
use outflank_work::Threads;
use tempfile::TempDir;

fn settings(rule: Rule) -> BookSettings {
    BookSettings { rule, depth: 3, margin: 2, weights: 0 }
}

fn threads(count: usize) -> Threads {
    Threads::new(count).unwrap()
}

fn builder<'r>(folder: &Path, rule: Rule, runner: &'r Threads) -> BookBuilder<'r> {
    BookBuilder::open(folder, settings(rule), None, runner).unwrap()
}

fn build(folder: &Path, rule: Rule, positions: usize, threads: usize) -> Vec<u8> {
    let runner = self::threads(threads);
    let mut builder = builder(folder, rule, &runner);
    builder.grow(positions, &|| {}).unwrap();
    fs::read(builder.write().unwrap().0).unwrap()
}

#[test]
fn a_book_does_not_depend_on_threads_or_stops() {
    for rule in Rule::BOTH {
        let folders = [(); 3].map(|()| TempDir::new().unwrap());
        let [one, two, parts] = folders.each_ref().map(TempDir::path);
        let whole = build(one, rule, 300, 1);
        assert_eq!(whole, build(two, rule, 300, 2));
        assert_ne!(whole, build(parts, rule, 70, 2));
        assert_eq!(whole, build(parts, rule, 300, 1), "{rule}");
        let book = Book::from_bytes(&whole, rule).unwrap();
        assert!((300..900).contains(&book.len()), "{}", book.len());
        assert_eq!(book.faults(), []);
    }
}

#[test]
fn searches_of_a_book_with_the_same_settings_are_not_made_again() {
    const MARK: u8 = 42;
    let folders = [(); 3].map(|()| TempDir::new().unwrap());
    let [first, again, other] = folders.each_ref().map(TempDir::path);
    let book = Book::read(&build(first, Rule::Reversi, 100, 2)).unwrap();
    let marked = book.iter().map(|(board, node)| {
        (board, BookEntry { selectivity: MARK, is_expanded: false, ..node.entry })
    });
    let marked = Book::new(Rule::Reversi, book.provenance().clone(), marked.collect());
    let marked = Arc::new(marked);
    let taken = |folder, settings| {
        let runner = threads(1);
        let builder = BookBuilder::open(folder, settings, None, &runner).unwrap();
        let mut builder = builder.with_searches_of(marked.clone());
        builder.grow(book.len(), &|| {}).unwrap();
        let found = builder.book();
        found.iter().filter(|(_, node)| node.entry.selectivity == MARK).count()
    };
    assert_eq!(taken(again, settings(Rule::Reversi)), book.len());
    let deeper = BookSettings { depth: 5, ..settings(Rule::Reversi) };
    assert_eq!(taken(other, deeper), 0);
}

#[test]
fn any_beginning_of_a_journal_leads_to_the_same_book() {
    let (calm, cut) = (TempDir::new().unwrap(), TempDir::new().unwrap());
    let whole = build(calm.path(), Rule::Reversi, 80, 1);
    let journal = fs::read(calm.path().join("searches.journal")).unwrap();
    fs::copy(calm.path().join("run.json"), cut.path().join("run.json")).unwrap();
    for eighth in 1..8 {
        let kept = &journal[..journal.len() * eighth / 8];
        fs::write(cut.path().join("searches.journal"), kept).unwrap();
        assert_eq!(whole, build(cut.path(), Rule::Reversi, 80, 2), "{eighth} eighths");
    }
}

#[test]
fn every_position_has_the_score_of_its_own_search() {
    let folder = TempDir::new().unwrap();
    let book = Book::read(&build(folder.path(), Rule::Reversed, 60, 2)).unwrap();
    let mut engine = Engine::hand_made(outflank_engine::Options { threads: 1, hash_mib: 1 });
    for (board, node) in book.iter() {
        let mut again = search_entry(&mut engine, settings(Rule::Reversed), board);
        again.is_expanded = node.entry.is_expanded;
        assert_eq!(again, node.entry);
        let even = (board.empties().len() - u32::from(again.depth)) % 2;
        assert_eq!((even, again.depth >= 3), (0, true), "{board:?}");
    }
    // The moves of the best line are expanded, and it is longer than those of bad moves.
    assert!(book.line(Board::START).len() >= 5);
}

#[test]
fn a_line_of_bad_moves_can_be_added() {
    let folder = TempDir::new().unwrap();
    let line: Vec<Move> =
        ["f5", "f4", "c3", "c4", "d3", "e2"].map(|name| name.parse().unwrap()).to_vec();
    let played = |moves: &[Move]| {
        let squares = moves.iter().map(|played| played.square().unwrap());
        squares.fold(Board::START, |board, square| board.play(square).unwrap())
    };
    let runner = threads(2);
    let mut builder = builder(folder.path(), Rule::Reversi, &runner);
    builder.grow(20, &|| {}).unwrap();
    assert_eq!(builder.book().value(played(&line)), None);
    builder.follow(&[line[..2].to_vec(), line.clone()], 5, &|| {}).unwrap();
    let book = builder.book();
    assert_eq!(book.faults(), []);
    assert!(book.value(played(&line[..5])).is_some());
    assert_eq!(book.value(played(&line)), None, "it is the sixth ply");
    drop(builder);
    assert_eq!(self::builder(folder.path(), Rule::Reversi, &runner).book(), book);
}

#[test]
fn a_folder_of_another_book_is_refused() {
    let folder = TempDir::new().unwrap();
    build(folder.path(), Rule::Reversi, 5, 1);
    assert_eq!(BookSettings::read(folder.path()).unwrap(), settings(Rule::Reversi));
    let other = BookSettings { depth: 4, ..settings(Rule::Reversi) };
    let runner = threads(1);
    let refused = BookBuilder::open(folder.path(), other, None, &runner).err().unwrap();
    assert!(matches!(refused, FolderError::OtherRun { .. }), "{refused}");
    let held = builder(folder.path(), Rule::Reversi, &runner);
    let refused = BookBuilder::open(folder.path(), settings(Rule::Reversi), None, &runner).err();
    assert!(matches!(refused, Some(FolderError::Claim(_))));
    drop(held);
}
