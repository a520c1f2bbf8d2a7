//! Properties of the graph, and the file.

use std::collections::BTreeMap;

use outflank_core::{Bitboard, Board, Move, Rule, Symmetry};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};

use crate::{Book, BookEntry, BookError, BookProvenance, Successor};

/// A graph grown by `choices`: each number picks a leaf to expand, which moves it gets and
/// their scores.
fn grown(choices: &[u64]) -> BTreeMap<Board, BookEntry> {
    let mut entries = BTreeMap::new();
    let leaf = |board: Board, seed: u64| BookEntry {
        score: (seed % 41) as i8 - 20,
        depth: (seed % 7) as u8 + 4,
        selectivity: 73,
        best: {
            let moves: Vec<_> = board.legal_moves().iter().collect();
            (!moves.is_empty()).then(|| moves[seed as usize % moves.len()])
        },
        is_expanded: false,
    };
    let start = Board::START.canonical().0;
    entries.insert(start, leaf(start, 1));
    for choice in choices {
        let leaves: Vec<_> = entries.iter().filter(|(_, entry)| !entry.is_expanded).collect();
        let (board, entry) = leaves[*choice as usize % leaves.len()];
        let (board, Some(best)) = (*board, entry.best) else { continue };
        entries.get_mut(&board).unwrap().is_expanded = true;
        let others = Bitboard::new(choice.rotate_left(17)) & board.legal_moves();
        for (at, square) in (others | best.bitboard()).iter().enumerate() {
            let next = Successor::of(board, square).unwrap().board;
            let seed = (choice ^ (at as u64) << 20) % 1_000_003;
            entries.entry(next).or_insert_with(|| leaf(next, seed));
        }
    }
    entries
}

fn book(choices: &[u64]) -> Book {
    let provenance = BookProvenance { weights: 7, depth: 4, margin: 3 };
    Book::new(Rule::Reversed, provenance, grown(choices).into_iter().collect())
}

/// The value of a board, straight from the definition.
fn reference(entries: &BTreeMap<Board, BookEntry>, board: Board) -> Option<i8> {
    if board.legal_moves().is_empty() && !board.is_over() {
        return reference(entries, board.pass()).map(|value| -value);
    }
    let entry = entries.get(&board.canonical().0)?;
    if !entry.is_expanded {
        return Some(entry.score);
    }
    let next = board.legal_moves().iter().map(|square| board.play(square).unwrap());
    next.filter_map(|next| reference(entries, next)).map(|value| -value).max()
}

fn choices() -> impl Strategy<Value = Vec<u64>> {
    proptest::collection::vec(any::<u64>(), 0..40)
}

proptest! {
    #[test]
    fn values_are_the_negamax_of_the_graph(choices in choices()) {
        let (entries, book) = (grown(&choices), book(&choices));
        prop_assert_eq!(book.len(), entries.len());
        for (board, node) in book.iter() {
            prop_assert_eq!(Some(node.value), reference(&entries, board));
        }
        prop_assert!(book.faults().is_empty());
    }

    #[test]
    fn symmetric_positions_have_symmetric_moves(choices in choices()) {
        let book = book(&choices);
        for (board, node) in book.iter() {
            let sorted = |symmetry: Symmetry| {
                let moves = book.moves(symmetry.board(board)).into_iter();
                let back = symmetry.inverse();
                let mut moves: Vec<_> = moves
                    .map(|found| (back.square(found.played), found.value, found.depth))
                    .collect();
                moves.sort_unstable();
                moves
            };
            for symmetry in Symmetry::ALL {
                prop_assert_eq!(sorted(symmetry), sorted(Symmetry::Identity));
            }
            let moves = book.moves(board);
            prop_assert_eq!(moves.first().map(|best| best.value), node.entry.best.map(|_| node.value));
            prop_assert!(moves.is_sorted_by_key(|found| -found.value));
        }
    }

    #[test]
    fn a_line_is_playable_and_ends_at_its_value(choices in choices()) {
        let book = book(&choices);
        let (mut board, mut sign) = (Board::START, 1);
        let value = book.value(board).unwrap();
        for played in book.line(board) {
            prop_assert_eq!(book.value(board).map_or(value, |known| sign * known), value);
            board = match played {
                Move::Place(square) => board.play(square).unwrap(),
                Move::Pass => board.pass(),
            };
            sign = -sign;
        }
    }

    #[test]
    fn a_file_is_read_back_and_any_change_is_refused(choices in choices(), at: usize, bit in 0..8_u8) {
        let book = book(&choices);
        let bytes = book.to_bytes();
        prop_assert_eq!(&Book::from_bytes(&bytes, Rule::Reversed).unwrap(), &book);
        let mut changed = bytes.clone();
        changed[at % bytes.len()] ^= 1_u8 << bit;
        prop_assert!(Book::from_bytes(&changed, Rule::Reversed).is_err());
        prop_assert!(Book::from_bytes(&bytes[..at % bytes.len()], Rule::Reversed).is_err());
    }
}

#[test]
fn a_refused_file_says_why() {
    let bytes = book(&[3, 5]).to_bytes();
    let refused = |bytes: &[u8]| Book::from_bytes(bytes, Rule::Reversed).unwrap_err().to_string();
    assert_eq!(refused(b"OUTFLANK"), "this is no opening book of Outflank");
    assert_eq!(
        refused(&bytes[..bytes.len() - 1]),
        format!(
            "the book is {} bytes long, expected {}: it is not complete",
            bytes.len() - 1,
            bytes.len()
        )
    );
    let mut newer = bytes.clone();
    newer[8] = 9;
    assert_eq!(refused(&newer), "the book is of version 9, expected 1");
    let mut changed = bytes.clone();
    changed[20] ^= 1;
    assert_eq!(refused(&changed), "the book is damaged: its checksum does not fit");
    let other = Book::from_bytes(&bytes, Rule::Reversi).unwrap_err();
    assert!(matches!(other, BookError::Rule { .. }));
    assert_eq!(other.to_string(), "the book is for reversed, expected a book for reversi");
}

#[test]
fn faults_are_found() {
    let sound = grown(&[1, 2, 3, 4, 5, 6]);
    let faults = |change: &dyn Fn(&mut BTreeMap<Board, BookEntry>)| {
        let mut entries = sound.clone();
        change(&mut entries);
        let book =
            Book::new(Rule::Reversi, BookProvenance::default(), entries.into_iter().collect());
        let faults: Vec<_> = book.faults().iter().map(ToString::to_string).collect();
        faults.join("\n")
    };
    assert_eq!(faults(&|_| {}), "");
    let start = Board::START.canonical().0;
    let first = Successor::of(start, sound[&start].best.unwrap()).unwrap().board;
    let missing = faults(&|entries| {
        entries.remove(&first);
    });
    assert!(missing.contains("is expanded, but its best move"), "{missing}");
    assert!(missing.contains("is not reached from the start"), "{missing}");
    let none = faults(&|entries| entries.get_mut(&start).unwrap().best = None);
    assert!(none.contains("has no best move"), "{none}");
    let turned = faults(&|entries| {
        let entry = entries[&first];
        let other = Symmetry::ALL.map(|symmetry| symmetry.board(first)).into_iter().max().unwrap();
        entries.insert(other, entry);
    });
    assert!(turned.contains("is not the least of its symmetric positions"), "{turned}");
}

#[test]
fn a_pass_is_skipped() {
    // White has no move after h1, so black moves again.
    let board: outflank_core::Position =
        "XXXXXXO-XXXXXXXX--------------------------------------OX-------- X".parse().unwrap();
    let board = board.board();
    let square = "h1".parse().unwrap();
    let next = Successor::of(board, square).unwrap();
    assert!(next.is_same_side);
    assert_eq!(next.value_before(5), 5);
    let leaf = |board: Board, score| BookEntry {
        score,
        depth: 4,
        selectivity: 100,
        best: board.legal_moves().first(),
        is_expanded: false,
    };
    let (canonical, symmetry) = board.canonical();
    let entry =
        BookEntry { best: Some(symmetry.square(square)), is_expanded: true, ..leaf(canonical, 0) };
    let entries = vec![(canonical, entry), (next.board, leaf(next.board, 12))];
    let book = Book::new(Rule::Reversi, BookProvenance::default(), entries);
    assert_eq!(book.value(board), Some(12));
    assert_eq!(book.line(board)[..2], [Move::Place(square), Move::Pass]);
    assert_eq!(book.moves(board)[0].depth, 6);
}

#[test]
fn the_built_in_books_are_sound() {
    for rule in Rule::BOTH {
        let book = Book::built_in(rule);
        assert_eq!(book.rule(), rule);
        assert_eq!(book.faults(), []);
        assert!(book.len() >= 300, "{}", book.len());
        let depth = book.provenance().depth;
        let lowest = book.iter().map(|(_, node)| u32::from(node.entry.depth)).min();
        assert!(lowest >= Some(depth), "{lowest:?}");
    }
}
