//! Rows, headers and names of the WTHOR base.

use std::collections::HashSet;
use std::io::Cursor;

use outflank_core::{Position, Rule};
use outflank_formats::wthor::{self, Header, NameKind, Names, Row};
use outflank_formats::{Format, GameResult, Item, ReadOptions, Record, Tag};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};

use super::kept::{ending_by_the_board, moves_alone};
use super::{is_unfit, read_all};
use crate::common::{game, written};

fn array<const N: usize>() -> impl Strategy<Value = [u8; N]> {
    vec(any::<u8>(), N).prop_map(|bytes| bytes.try_into().expect("N bytes were asked for"))
}

/// Latin-1 letters that a file of names can hold. All question marks would
/// be the base's word for an unknown name.
fn name(kind: NameKind) -> impl Strategy<Value = String> {
    vec(1..=u8::MAX, 1..kind.size())
        .prop_map(|letters| letters.into_iter().map(char::from).collect::<String>())
        .prop_filter("unknown", |name| !name.trim_matches('?').is_empty())
}

/// A game with all that a row of the base can hold, and nothing else.
fn row_record() -> impl Strategy<Value = Record> {
    let names = [NameKind::Player, NameKind::Player, NameKind::Tournament]
        .map(|kind| proptest::option::of(name(kind)));
    let played = game(Position::START);
    (played, names, 0..=64_i32, any::<u8>()).prop_map(|(game, names, discs, theoretical)| {
        let mut record = moves_alone(&Record::of_game(Rule::Reversi, game));
        let [black, white, event] = names;
        record.black.name = black;
        record.white.name = white;
        record.event = event;
        let ending = ending_by_the_board(&record);
        record.outcome = Some(GameResult::of_black((2 * discs - 64).into(), ending));
        let tag = Tag::new("TH").expect("two capitals");
        record.other.insert(tag, theoretical.to_string());
        record
    })
}

proptest! {
    #[test]
    fn rows_and_headers_keep_every_byte(row in array::<68>(), header in array::<16>()) {
        prop_assert_eq!(Row::from_bytes(&row).to_bytes(), row);
        prop_assert_eq!(Header::from_bytes(header).to_bytes(), header);
    }

    #[test]
    fn names_keep_every_letter(
        players in vec(name(NameKind::Player), 0..5),
        tournaments in vec(name(NameKind::Tournament), 0..5),
    ) {
        for (kind, names) in [(NameKind::Player, players), (NameKind::Tournament, tournaments)] {
            let mut file = Vec::new();
            wthor::write_names(&mut file, kind, &names).unwrap();
            prop_assert_eq!(file.len(), Header::SIZE + kind.size() * names.len());
            prop_assert_eq!(wthor::read_names(&file[..], kind).unwrap(), names);
        }
    }

    #[test]
    fn a_file_with_its_names_keeps_the_games(
        mut records in vec(row_record(), 0..4),
        year in 1000..=u16::MAX,
    ) {
        for record in &mut records {
            record.date = Some(year.to_string());
        }
        let mut file = Cursor::new(Vec::new());
        let mut writer = wthor::Writer::new(&mut file).unwrap();
        for record in &records {
            writer.write(record).unwrap();
        }
        let names = through_files(&writer.finish().unwrap());
        // Each player has one number, and 0 is nobody's.
        let distinct: HashSet<_> = names.players.iter().collect();
        prop_assert_eq!(distinct.len(), names.players.len());
        let bytes = file.into_inner();
        prop_assert_eq!(bytes.len(), Header::SIZE + Row::SIZE * records.len());
        let options = ReadOptions { names, ..ReadOptions::default() };
        let back = read_all(Format::Wthor, &bytes, options);
        let back: Vec<_> = back.into_iter().map(Item::into_record).collect();
        prop_assert_eq!(back, records);
    }

    #[test]
    fn games_of_several_years_have_no_date(records in vec(row_record(), 2..4)) {
        let mut file = Cursor::new(Vec::new());
        let mut writer = wthor::Writer::new(&mut file).unwrap();
        for (year, record) in (1990..).zip(&records) {
            let mut record = record.clone();
            record.date = Some(format!("{year}-05-01"));
            writer.write(&record).unwrap();
        }
        let options = ReadOptions { names: writer.finish().unwrap(), ..ReadOptions::default() };
        // The header has room for one year only.
        let back = read_all(Format::Wthor, &file.into_inner(), options);
        let back: Vec<_> = back.into_iter().map(Item::into_record).collect();
        prop_assert_eq!(back, records);
    }
}

/// The names as they come out of a `.jou` and a `.trn` file.
fn through_files(names: &Names) -> Names {
    let through = |kind, names: &[String]| {
        let mut file = Vec::new();
        wthor::write_names(&mut file, kind, names).expect("the writer took these names");
        wthor::read_names(&file[..], kind).expect("a whole file of names")
    };
    Names {
        players: through(NameKind::Player, &names.players),
        tournaments: through(NameKind::Tournament, &names.tournaments),
    }
}

#[test]
fn what_has_no_place_in_the_base_is_refused() {
    let reversed = Record::new(Rule::Reversed, Position::START);
    assert!(is_unfit(&written(Format::Wthor, reversed.into())));
    for name in ["twenty letters are 20", "名", "\0"] {
        let mut record = Record::default();
        record.black.name = Some(name.to_owned());
        assert!(is_unfit(&written(Format::Wthor, record.into())), "{name}");
    }
}
