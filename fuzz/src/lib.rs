//! The laws that the fuzz targets state.
//!
//! A reader never panics, always ends, and says where an error is. What it has
//! read can be written in the same format, unless the writer says that there
//! is no place for it, and is then read back equal. A law that knows an
//! exception names it in [`as_held`].

use std::io::Cursor;

use outflank_core::reference::check_kernels;
use outflank_core::{Bitboard, Board, Move};
use outflank_formats::wthor::{self, NameKind, Names};
use outflank_formats::{
    Format, Item, Place, ReadError, ReadOptions, Record, WriteError, Writer, detect, read,
};

/// The laws of a reader and its writer, on any file.
pub fn reader(format: Format, bytes: &[u8]) {
    reader_with(format, bytes, &ReadOptions::default());
}

fn reader_with(format: Format, bytes: &[u8], options: &ReadOptions) {
    let lines: Vec<_> = bytes.split(|byte| *byte == b'\n').collect();
    let mut items = read(format, bytes, options.clone());
    // Each item takes at least a byte, except for the one of a single format.
    for _ in 0..bytes.len() + 2 {
        match items.next() {
            None => return,
            Some(Ok(item)) => round_trip(format, &item, options),
            Some(Err(error)) => {
                check_place(&lines, &error);
                if !error.is_of_one_item() {
                    assert!(items.next().is_none(), "the reader goes on after {error}");
                    return;
                }
            }
        }
    }
    panic!("there are more items than bytes");
}

/// What was read is written and read back equal.
fn round_trip(format: Format, item: &Item, options: &ReadOptions) {
    let Some((text, names)) = write(format, item) else { return };
    let options = ReadOptions { names, ..options.clone() };
    let back: Vec<_> = read(format, &text[..], options)
        .map(|back| back.unwrap_or_else(|error| panic!("{error}: {}", show(&text))))
        .collect();
    assert_eq!(back, [as_held(format, item)], "{}", show(&text));
}

fn show(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// The file with this item alone and the names beside it; nothing if the
/// format has no place for it.
fn write(format: Format, item: &Item) -> Option<(Vec<u8>, Names)> {
    let mut file = Cursor::new(Vec::new());
    let mut writer = Writer::new(format, &mut file).expect("memory takes all");
    match writer.write(item.clone()) {
        Ok(()) => {}
        Err(WriteError::Unfit { .. }) => return None,
        Err(error) => panic!("{error}"),
    }
    let names = writer.finish().expect("memory takes all");
    Some((file.into_inner(), names.unwrap_or_default()))
}

/// What a format holds of an item that was read from it.
fn as_held(format: Format, item: &Item) -> Item {
    let mut record = match item {
        Item::Game(record) => Record::clone(record),
        Item::Problem(_) => return item.clone(),
    };
    match format {
        // Passes are left out, so the last one is lost.
        Format::Transcript if record.game().moves().last() == Some(&Move::Pass) => {
            record.undo();
        }
        // A year has four digits in a date, though a header may say 7.
        Format::Wthor => record.date = record.date.filter(|year| year.len() >= 4),
        Format::CourseSteps => {
            record.black.name = record.black.name.as_deref().and_then(name_in_step_log);
            record.white.name = record.white.name.as_deref().and_then(name_in_step_log);
        }
        _ => {}
    }
    record.into()
}

/// A name as a step log holds it, without what its lines are made of.
fn name_in_step_log(name: &str) -> Option<String> {
    let is_syntax = |c: char| c.is_control() || matches!(c, ',' | '\'');
    let name = name.replace(is_syntax, " ").trim().to_owned();
    Some(name).filter(|name| !name.is_empty() && name != "?")
}

/// Lines and columns count from 1 and are inside the text; bytes are inside
/// the file.
fn check_place(lines: &[&[u8]], error: &ReadError) {
    match error.place {
        Place::Byte { offset } => {
            let breaks = lines.len() - 1;
            let length = lines.iter().map(|line| line.len()).sum::<usize>() + breaks;
            assert!(offset <= length as u64, "{error}");
        }
        Place::Text { line, column } => {
            assert!((1..=lines.len()).contains(&line), "{error}");
            assert!((1..=lines[line - 1].len() + 1).contains(&column), "{error}");
        }
    }
}

/// The laws of games and names in WTHOR files. The same bytes are taken for
/// all three files, so that names have numbers in the games.
pub fn wthor(bytes: &[u8]) {
    let players = wthor::read_names(bytes, NameKind::Player).unwrap_or_default();
    let tournaments = wthor::read_names(bytes, NameKind::Tournament).unwrap_or_default();
    for (kind, names) in [(NameKind::Player, &players), (NameKind::Tournament, &tournaments)] {
        let mut file = Vec::new();
        match wthor::write_names(&mut file, kind, names) {
            Ok(()) => {
                let back = wthor::read_names(&file[..], kind).expect("a whole file");
                assert_eq!(back, *names);
            }
            // A name may fill its field to the last byte when read.
            Err(WriteError::Unfit { .. }) => {
                assert!(names.iter().any(|name| name.chars().count() == kind.size()));
            }
            Err(error) => panic!("{error}"),
        }
    }
    let names = Names { players, tournaments };
    reader_with(Format::Wthor, bytes, &ReadOptions { names, ..ReadOptions::default() });
}

/// A text is detected or not; what was read in the detected format and written
/// again is detected as the same.
pub fn detection(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Some(format) = detect(&text) else { return };
    for item in read(format, text.as_bytes(), ReadOptions::default()).take(3).flatten() {
        if let Some((again, _)) = write(format, &item) {
            let again = String::from_utf8(again).expect("text formats are UTF-8");
            assert_eq!(detect(&again), Some(format), "{again}");
        }
    }
}

/// Every instruction set agrees with the array reference on a board.
pub fn kernels(discs: u64, own: u64) {
    let [own, opp] = [discs & own, discs & !own].map(Bitboard::new);
    let board = Board::new(own, opp).expect("a disc is of one side");
    check_kernels(board);
}
