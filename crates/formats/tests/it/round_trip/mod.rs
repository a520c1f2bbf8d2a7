//! What is written is read back the same. Where a format has no place for a
//! field, just that field is cleared before the comparison, and the function
//! that clears it says why.

mod kept;
mod of_wthor;

use std::io::Cursor;

use outflank_core::{Position, Rule};
use outflank_formats::{
    Ending, Format, Item, Note, Problem, ReadOptions, Record, WriteError, Writer, read,
};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::test_runner::Config;

use crate::common::{game, position, problem, record, record_from, written};
use kept::{
    GGF_TAGS, SGF_TAGS, as_ggf_holds_it, as_sgf_holds_it, as_step_log_holds_it, judged,
    moves_alone, without_tags,
};

fn read_all(format: Format, bytes: &[u8], options: ReadOptions) -> Vec<Item> {
    read(format, bytes, options)
        .map(|item| {
            item.unwrap_or_else(|error| panic!("{error} in {}", String::from_utf8_lossy(bytes)))
        })
        .collect()
}

/// The one game that is read back.
fn read_record(format: Format, bytes: &[u8], rule: Rule) -> Record {
    let mut items = read_all(format, bytes, ReadOptions { rule, ..ReadOptions::default() });
    assert_eq!(items.len(), 1, "{}", String::from_utf8_lossy(bytes));
    items.remove(0).into_record()
}

fn write_record(format: Format, record: &Record) -> Vec<u8> {
    written(format, record.clone().into()).expect("the format has a place for the game")
}

fn is_unfit(result: &Result<Vec<u8>, WriteError>) -> bool {
    matches!(result, Err(WriteError::Unfit { .. }))
}

const fn other(rule: Rule) -> Rule {
    match rule {
        Rule::Reversi => Rule::Reversed,
        Rule::Reversed => Rule::Reversi,
    }
}

fn from_the_usual_start() -> impl Strategy<Value = Record> {
    record_from(Just(Position::START))
}

proptest! {
    #![proptest_config(Config::with_cases(300))]

    #[test]
    fn position_strings_lose_nothing(position in position()) {
        let problem = Problem::new(Rule::Reversi, position);
        let bytes = written(Format::Position, problem.clone().into()).unwrap();
        let items = read_all(Format::Position, &bytes, ReadOptions::default());
        prop_assert_eq!(items, [Item::Problem(problem)]);
    }

    #[test]
    fn obf_problems_lose_nothing(problem in problem()) {
        let bytes = written(Format::Obf, problem.clone().into()).unwrap();
        // The rule has no place: the reader is told.
        let options = ReadOptions { rule: problem.rule, ..ReadOptions::default() };
        let items = read_all(Format::Obf, &bytes, options);
        prop_assert_eq!(items, [Item::Problem(problem)]);
    }

    #[test]
    fn json_loses_nothing(record in record()) {
        let bytes = write_record(Format::Json, &record);
        prop_assert_eq!(bytes.iter().position(|byte| *byte == b'\n'), Some(bytes.len() - 1));
        prop_assert_eq!(read_record(Format::Json, &bytes, other(record.rule)), record);
    }

    #[test]
    fn ggf_keeps_what_it_has_a_place_for(record in record()) {
        let record = without_tags(record, &GGF_TAGS);
        let bytes = write_record(Format::Ggf, &record);
        let back = read_record(Format::Ggf, &bytes, other(record.rule));
        prop_assert_eq!(back, as_ggf_holds_it(record));
    }

    #[test]
    fn sgf_keeps_what_it_has_a_place_for(record in record()) {
        let start = record.game().start();
        if start.board().empties().len() == 64 {
            // Without any disc set up a file means the usual start.
            prop_assert!(is_unfit(&written(Format::Sgf, record.into())));
            return Ok(());
        }
        let record = without_tags(record, &SGF_TAGS);
        let bytes = write_record(Format::Sgf, &record);
        let back = read_record(Format::Sgf, &bytes, other(record.rule));
        prop_assert_eq!(back, as_sgf_holds_it(&record));
    }

    #[test]
    fn tags_of_another_format_change_no_move(record in record()) {
        for format in [Format::Ggf, Format::Sgf] {
            if let Ok(bytes) = written(format, record.clone().into()) {
                let back = read_record(format, &bytes, other(record.rule));
                prop_assert_eq!(back.game(), record.game());
                prop_assert_eq!(back.rule, record.rule);
            }
        }
    }

    #[test]
    fn transcripts_keep_the_moves(record in from_the_usual_start()) {
        if record.game().moves().is_empty() {
            // It would be an empty line, which is no game.
            prop_assert!(is_unfit(&written(Format::Transcript, record.into())));
            return Ok(());
        }
        let bytes = write_record(Format::Transcript, &record);
        let back = read_record(Format::Transcript, &bytes, record.rule);
        prop_assert_eq!(back, moves_alone(&record));
    }

    #[test]
    fn boards_logs_keep_the_moves(record in from_the_usual_start()) {
        let bytes = write_record(Format::CourseBoards, &record);
        let back = read_record(Format::CourseBoards, &bytes, record.rule);
        prop_assert_eq!(back, moves_alone(&record));
    }

    #[test]
    fn step_logs_keep_moves_times_names_and_the_winner(record in from_the_usual_start()) {
        let record = judged(record);
        let bytes = write_record(Format::CourseSteps, &record);
        // The winner of a finished board tells the rule; nothing else does.
        let over = record.outcome.filter(|outcome| outcome.ending == Ending::Finished);
        let tells = over.is_some_and(|outcome| outcome.winner.is_some());
        let rule = if tells { other(record.rule) } else { record.rule };
        let back = read_record(Format::CourseSteps, &bytes, rule);
        prop_assert_eq!(back, as_step_log_holds_it(&record));
    }

    #[test]
    fn course_boards_keep_the_discs(position in position()) {
        let problem = Problem::new(Rule::Reversi, position);
        let bytes = written(Format::CourseBoard, problem.clone().into()).unwrap();
        // The side to move has no place: the reader is told.
        let options = ReadOptions { to_move: position.to_move(), ..ReadOptions::default() };
        let items = read_all(Format::CourseBoard, &bytes, options);
        prop_assert_eq!(items, [Item::Problem(problem)]);
    }

    #[test]
    fn formats_without_a_place_for_the_start_say_so(record in record()) {
        let usual = record.game().start() == Position::START;
        for format in [
            Format::Transcript, Format::CourseBoards, Format::CourseSteps, Format::Wthor,
        ] {
            if !usual {
                prop_assert!(is_unfit(&written(format, record.clone().into())), "{}", format);
            }
        }
    }
}

proptest! {
    #![proptest_config(Config::with_cases(64))]

    /// The moves of games and the discs of positions are read back from every format.
    #[test]
    fn every_format_goes_through_the_generic_reader_and_writer(
        games in vec(game(Position::START).prop_filter("no moves", |game| !game.moves().is_empty()), 1..4),
        rule in prop_oneof![Just(Rule::Reversi), Just(Rule::Reversed)],
    ) {
        for format in Format::ALL {
            let rule = if format == Format::Wthor { Rule::Reversi } else { rule };
            let records: Vec<_> = games
                .iter()
                .take(if format.is_single() { 1 } else { games.len() })
                .map(|game| moves_alone(&Record::of_game(rule, game.clone())))
                .filter(|record| !record.game().moves().is_empty())
                .collect();
            let mut file = Cursor::new(Vec::new());
            let mut writer = Writer::new(format, &mut file).unwrap();
            for record in &records {
                writer.write(record.clone().into()).unwrap();
            }
            prop_assert_eq!(writer.written(), records.len() as u64);
            prop_assert_eq!(writer.finish().unwrap().is_some(), format == Format::Wthor);

            let to_move = records[0].game().position().to_move();
            let options = ReadOptions { rule, to_move, ..ReadOptions::default() };
            let back = read_all(format, &file.into_inner(), options);
            prop_assert_eq!(back.len(), records.len(), "{}", format);
            for (item, record) in back.into_iter().zip(records) {
                match item {
                    Item::Game(back) => {
                        prop_assert_eq!(back.game(), record.game(), "{}", format);
                        prop_assert_eq!(back.rule, rule, "{}", format);
                    }
                    Item::Problem(back) => {
                        prop_assert_eq!(back.position, record.game().position(), "{}", format);
                    }
                }
            }
        }
    }
}

#[test]
fn a_refused_game_does_not_count_as_written() {
    let unusual: Position = format!("{}XO X", "-".repeat(62)).parse().unwrap();
    let mut usual = Record::default();
    usual.play("f5".parse().unwrap(), Note::default()).unwrap();
    for format in [Format::CourseBoards, Format::CourseSteps, Format::Transcript, Format::Wthor] {
        let mut writer = Writer::new(format, Cursor::new(Vec::new())).unwrap();
        assert!(writer.write(Record::new(Rule::Reversi, unusual).into()).is_err());
        assert_eq!(writer.written(), 0, "{format}");
        writer.write(usual.clone().into()).unwrap();
        assert_eq!(writer.written(), 1, "{format}");
        // One game is all that a file of the course holds.
        assert_eq!(writer.write(usual.clone().into()).is_err(), format.is_single(), "{format}");
    }
}

#[test]
fn a_move_belongs_to_the_colour_that_the_file_gives_it_to() {
    // Black has nothing here; white can play c1.
    let board = format!("OX{}", "-".repeat(62));
    let read = |format, text: String| read(format, text.as_bytes(), ReadOptions::default()).next();
    for (color, moves) in [('W', 2), ('B', 0)] {
        let ggf = format!("(;GM[Othello]BO[8 {board} *]{color}[C1];)");
        let sgf = format!("(;GM[2]AW[a1]AB[b1]PL[B];{color}[c1])");
        for (format, text) in [(Format::Ggf, ggf), (Format::Sgf, sgf)] {
            let found = read(format, text).unwrap().map(Item::into_record);
            assert_eq!(found.map_or(0, |record| record.game().moves().len()), moves, "{format}");
        }
    }
}
