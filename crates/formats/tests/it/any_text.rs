//! Whatever a file holds, readers give values or errors that say where; they
//! never panic, always end, and never hold more than one game.

use std::cell::Cell;
use std::io::{self, BufReader, Cursor, Read};
use std::rc::Rc;

use outflank_core::{Position, Rule};
use outflank_formats::{
    Format, Item, LIMIT, Note, Place, Problem, ReadError, ReadErrorKind, ReadOptions, Record,
    Writer, detect, read,
};
use proptest::collection::vec;
use proptest::prelude::{
    Just, Strategy, any, prop_assert, prop_assert_eq, prop_assume, prop_oneof, proptest,
};
use proptest::sample::{Index, select};
use proptest::test_runner::Config;

use crate::common::{game, position, problem, record, record_from, text, written};

/// Reads `bytes` in every format and checks all that holds for any input.
fn check(bytes: &[u8]) {
    // What is not UTF-8 is read as Latin-1, line by line or game by game: then
    // there are at most as many letters as bytes.
    let is_utf8 = str::from_utf8(bytes).is_ok();
    let takes_column = |byte: &&u8| !is_utf8 || **byte & 0xc0 != 0x80;
    let lines = bytes.split(|byte| *byte == b'\n');
    let letters: Vec<_> = lines.map(|line| line.iter().filter(takes_column).count()).collect();
    for format in Format::ALL {
        check_format(format, bytes, &letters);
    }
    let _ = detect(&String::from_utf8_lossy(bytes));
}

/// `letters` has the length of each line.
fn check_format(format: Format, bytes: &[u8], letters: &[usize]) {
    let mut items = read(format, bytes, ReadOptions::default());
    // Each item takes at least a byte, except for the one of a single format.
    for _ in 0..bytes.len() + 2 {
        match items.next() {
            None => return,
            Some(Ok(_)) => {}
            Some(Err(error)) => {
                check_place(format, bytes.len(), letters, &error);
                if !error.is_of_one_item() {
                    assert!(items.next().is_none(), "{format} goes on after {error}");
                    return;
                }
            }
        }
    }
    panic!("{format} gives more items than there are bytes");
}

fn check_place(format: Format, length: usize, letters: &[usize], error: &ReadError) {
    match error.place {
        Place::Byte { offset } => {
            assert_eq!(format, Format::Wthor);
            assert!(offset <= length as u64, "{error}: there are {length} bytes");
        }
        Place::Text { line, column } => {
            assert_ne!(format, Format::Wthor);
            assert!((1..=letters.len()).contains(&line), "{format}: {error}");
            let letters = letters[line - 1];
            assert!((1..=letters + 1).contains(&column), "{format}: {error}: {letters} letters");
        }
    }
}

/// A file that is right, in any format.
fn valid() -> impl Strategy<Value = Vec<u8>> {
    let item = prop_oneof![
        3 => record_from(Just(Position::START)).prop_map(Item::from),
        1 => record().prop_map(Item::from),
        1 => problem().prop_map(Item::from),
        1 => position().prop_map(|start| Problem::new(Rule::Reversi, start).into()),
    ];
    (select(&Format::ALL[..]), vec(item, 1..3)).prop_map(|(format, items)| {
        let mut file = Cursor::new(Vec::new());
        let mut writer = Writer::new(format, &mut file).expect("in memory");
        for item in items {
            // What has no place in the format is left out.
            let _ = writer.write(item);
        }
        writer.finish().expect("in memory");
        file.into_inner()
    })
}

/// One thing that happens to files.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    Remove(Index, Index),
    Insert(Index, Vec<u8>),
    Replace(Index, u8),
    Double(Index, Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let inserted = prop_oneof![
        text().prop_map(String::into_bytes),
        vec(any::<u8>(), 0..5),
        select(&b"[]();\\/:.,-+09XOB8*{}\"\n\r "[..]).prop_map(|byte| vec![byte]),
    ];
    prop_oneof![
        any::<Index>().prop_map(Damage::Cut),
        any::<[Index; 2]>().prop_map(|[from, to]| Damage::Remove(from, to)),
        (any::<Index>(), inserted).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Replace(at, byte)),
        any::<[Index; 2]>().prop_map(|[from, to]| Damage::Double(from, to)),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: Damage) {
    let place = |index: Index| index.index(bytes.len() + 1);
    match damage {
        Damage::Cut(at) => bytes.truncate(place(at)),
        Damage::Remove(from, to) => {
            let (from, to) = (place(from), place(to));
            bytes.drain(from.min(to)..from.max(to));
        }
        Damage::Insert(at, inserted) => {
            let at = place(at);
            bytes.splice(at..at, inserted);
        }
        Damage::Replace(at, byte) => {
            let at = place(at);
            if let Some(replaced) = bytes.get_mut(at) {
                *replaced = byte;
            }
        }
        Damage::Double(from, to) => {
            let (from, to) = (place(from), place(to));
            let doubled = bytes[from.min(to)..from.max(to)].to_vec();
            bytes.splice(from..from, doubled);
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..400)) {
        check(&bytes);
    }

    #[test]
    fn any_text_is_read_or_refused(texts in vec(text(), 0..20)) {
        check(texts.concat().as_bytes());
    }
}

proptest! {
    #![proptest_config(Config::with_cases(800))]

    #[test]
    fn damaged_files_are_read_or_refused(mut bytes in valid(), damages in vec(damage(), 1..4)) {
        for damage in damages {
            apply(&mut bytes, damage);
        }
        check(&bytes);
        // Once more as text, where columns are characters.
        check(String::from_utf8_lossy(&bytes).as_bytes());
    }

    #[test]
    fn spliced_files_are_read_or_refused(
        head in valid(), tail in valid(), cut in any::<Index>(), resume in any::<Index>(),
    ) {
        let mut bytes = head[..cut.index(head.len() + 1)].to_vec();
        bytes.extend(&tail[resume.index(tail.len() + 1)..]);
        check(&bytes);
    }

    #[test]
    fn text_that_was_written_is_detected(
        record in record_from(Just(Position::START)), problem in problem(),
    ) {
        for format in Format::ALL.into_iter().filter(|format| *format != Format::Wthor) {
            for item in [Item::from(record.clone()), problem.clone().into()] {
                // Only a start on other squares and a transcript of no moves
                // have no place.
                let is_game = matches!(item, Item::Game(_));
                let has_moves = !record.game().moves().is_empty();
                let must_fit = is_game && (has_moves || format != Format::Transcript);
                let Ok(bytes) = written(format, item) else {
                    prop_assert!(!must_fit, "{} has a place for every game", format);
                    continue;
                };
                let text = String::from_utf8(bytes).unwrap();
                prop_assert_eq!(detect(&text), Some(format), "{}", text);
            }
        }
    }
}

proptest! {
    #![proptest_config(Config::with_cases(16))]

    #[test]
    fn a_wthor_file_cut_at_any_byte_is_an_error(games in vec(game(Position::START), 1..4)) {
        let mut file = Cursor::new(Vec::new());
        let mut writer = Writer::new(Format::Wthor, &mut file).unwrap();
        for game in &games {
            writer.write(Record::of_game(Rule::Reversi, game.clone()).into()).unwrap();
        }
        writer.finish().unwrap();
        let bytes = file.into_inner();
        prop_assume!(read(Format::Wthor, &bytes[..], ReadOptions::default()).all(|item| item.is_ok()));
        for end in 0..bytes.len() {
            let items: Vec<_> = read(Format::Wthor, &bytes[..end], ReadOptions::default()).collect();
            let error = items.last().expect("an error at least").as_ref().unwrap_err();
            prop_assert!(matches!(error.kind, ReadErrorKind::Truncated { .. }), "{}", error);
            prop_assert_eq!(items.len(), end.saturating_sub(16) / 68 + 1);
        }
        // Nor may anything follow the games that the header counts.
        let longer = [&bytes[..], b"x"].concat();
        let last = read(Format::Wthor, &longer[..], ReadOptions::default()).last();
        let error = last.unwrap().unwrap_err();
        prop_assert!(matches!(error.kind, ReadErrorKind::Header { .. }), "{}", error);
    }
}

/// A reader that counts what is taken from it.
struct Counted<R> {
    reader: R,
    taken: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.taken.set(self.taken.get() + count as u64);
        Ok(count)
    }
}

/// Reads `prefix` and a gigabyte of `filler`; the first item must be an error,
/// and the reader must give up after little more than the limit. What was not
/// taken cannot have been kept, so this bounds the memory too.
#[track_caller]
fn check_gigabyte(format: Format, prefix: &str, filler: u8) {
    let taken = Rc::new(Cell::new(0));
    let endless = prefix.as_bytes().chain(io::repeat(filler).take(1 << 30));
    let counted = Counted { reader: endless, taken: Rc::clone(&taken) };
    let mut items = read(format, BufReader::new(counted), ReadOptions::default());
    let first = items.next().expect("a gigabyte is not nothing");
    assert!(first.is_err(), "{format}: {prefix:?} and a gigabyte of {filler}");
    // At the worst one error is of what stands between two games.
    assert!(items.take(2).all(|item| item.is_err()));
    assert!(taken.get() <= 3 * LIMIT as u64, "{format}: {prefix:?} took {}", taken.get());
}

#[test]
fn a_line_of_a_gigabyte_is_an_error_in_every_format() {
    for format in Format::ALL {
        for filler in [b'-', b'x', b'(', b'[', b'{', b'"', b'\\', 0xff] {
            check_gigabyte(format, "", filler);
        }
    }
}

#[test]
fn a_line_of_a_gigabyte_is_an_error_where_the_format_allows_its_letters() {
    let start = Position::START.to_string();
    check_gigabyte(Format::Position, &start[..30], b' ');
    check_gigabyte(Format::Obf, &format!("{start};"), b' ');
    check_gigabyte(Format::Obf, &format!("{start}; %"), b'x');
    check_gigabyte(Format::Transcript, "f5", b' ');
    check_gigabyte(Format::Transcript, "% ", b'x');
    check_gigabyte(Format::Ggf, "(;GM[Othello]", b' ');
    check_gigabyte(Format::Ggf, "(;GM[Othello]PB[", b'x');
    check_gigabyte(Format::Sgf, "(;GM[2]SZ[8]GC[", b'\\');
    check_gigabyte(Format::Json, r#"{"record":1,"rules":"reversi","comment":""#, b'x');
    check_gigabyte(Format::CourseBoard, "[[", b' ');
    check_gigabyte(Format::CourseBoards, "[", b' ');
    check_gigabyte(Format::CourseSteps, "Black is ", b'x');
    check_gigabyte(Format::CourseSteps, "Black is a, white is b\n", b'x');
}

#[test]
fn a_gigabyte_between_two_games_is_an_error() {
    for format in [Format::Ggf, Format::Sgf] {
        check_gigabyte(format, "", b' ');
        check_gigabyte(format, "", b'2');
        check_gigabyte(format, "not a game", b'x');
    }
}

#[test]
fn a_grid_that_goes_on_and_on_is_an_error() {
    let first_fault = |text: String| {
        let mut items = read(Format::Position, text.as_bytes(), ReadOptions::default());
        let kind = items.next().unwrap().unwrap_err().kind;
        assert_eq!(items.next().is_none(), matches!(kind, ReadErrorKind::TooLong));
        kind
    };
    // Blank lines may stand inside a grid, but not a megabyte of them.
    let blank = "\n".repeat(LIMIT);
    assert!(matches!(first_fault(format!("X{blank}O")), ReadErrorKind::TooLong));
    // Nor may its rows be longer than that all together.
    let row = format!("X{}\n", " ".repeat(LIMIT / 2));
    assert!(matches!(first_fault(row.repeat(4)), ReadErrorKind::TooLong));
    // A short one that is wrong takes nothing with it.
    let text = format!("X\n\nO\n{}\n", Position::START);
    assert!(matches!(first_fault(text), ReadErrorKind::Position(_)));
}

#[test]
fn text_between_two_games_costs_no_game() {
    for (format, game) in [(Format::Ggf, "(;GM[Othello]B[F5];)"), (Format::Sgf, "(;GM[2];B[f5])")] {
        let text = format!("{game}\nand then: 2 {game}{game}");
        let items: Vec<_> = read(format, text.as_bytes(), ReadOptions::default()).collect();
        let found: Vec<_> = items.iter().map(Result::is_ok).collect();
        assert_eq!(found, [true, false, true, true], "{format}");
        let place = items[1].as_ref().unwrap_err().place;
        assert_eq!(place, Place::Text { line: 2, column: 1 });
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    let mut record = Record::default();
    record.play("f5".parse().unwrap(), Note::default()).unwrap();
    for format in Format::ALL.into_iter().filter(|format| *format != Format::Wthor) {
        let text = String::from_utf8(written(format, record.clone().into()).unwrap()).unwrap();
        let marked = format!("\u{feff}{text}");
        let count = |text: &str| {
            let items = read(format, text.as_bytes(), ReadOptions::default());
            items.inspect(|item| assert!(item.is_ok(), "{format}: {item:?}")).count()
        };
        assert_eq!(count(&marked), count(&text), "{format}");
        assert_eq!(detect(&marked), detect(&text), "{format}");
    }
}

#[test]
fn the_column_of_an_error_in_json_counts_characters() {
    let line = r#"{"record":1,"rules":"reversi","event":"名名名名名名","moves":7}"#;
    let error = read(Format::Json, line.as_bytes(), ReadOptions::default()).next().unwrap();
    let expected = line.chars().take_while(|letter| *letter != '7').count() + 1;
    assert_eq!(error.unwrap_err().place, Place::Text { line: 1, column: expected });
}

#[test]
fn a_remark_that_looks_like_a_step_log_does_not_make_it_one() {
    let mut record = Record::default();
    record.comment = Some("\nBlack is better, white is lost".to_owned());
    for format in [Format::Ggf, Format::Sgf] {
        let text = String::from_utf8(written(format, record.clone().into()).unwrap()).unwrap();
        assert_eq!(detect(&text), Some(format));
    }
}
