//! What is written is read back the same. Where a format has no place for a
//! field, just that field is cleared before the comparison, and the function
//! that clears it says why.

mod common;

use std::collections::HashSet;
use std::io::Cursor;

use common::{game, position, problem, record, record_from, written};
use outflank_core::{Game, Move, Position, Rule};
use outflank_formats::wthor::{self, Header, NameKind, Names, Row};
use outflank_formats::{
    Ending, Format, Item, Note, Outcome, Problem, ReadOptions, Record, Tag, WriteError, Writer,
    read,
};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::test_runner::Config;

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

/// How a game ended in a file that does not say.
fn ending_by_the_board(record: &Record) -> Ending {
    if record.game().is_over() { Ending::Finished } else { Ending::Settled }
}

/// The same record with other moves or notes.
fn with_moves(record: &Record, moves: impl IntoIterator<Item = (Move, Note)>) -> Record {
    let mut changed = record.clone();
    while changed.undo().is_some() {}
    for (played, note) in moves {
        changed.play(played, note).expect("the move was legal before");
    }
    changed.outcome = record.outcome;
    changed
}

/// Formats that leave passes out put them back when a move follows, so a pass
/// that nothing follows has no place.
fn without_last_pass(record: &Record) -> Record {
    let mut moves: Vec<_> = record.moves().collect();
    if moves.last().is_some_and(|(played, _)| *played == Move::Pass) {
        moves.pop();
    }
    with_moves(record, moves)
}

/// The moves alone, for formats that hold nothing else.
fn moves_alone(record: &Record) -> Record {
    let mut game = Game::from_position(record.game().start());
    for (played, _) in without_last_pass(record).moves() {
        game.play(played).expect("the move was legal before");
    }
    Record::of_game(record.rule, game)
}

/// In the formats of tags and brackets an empty text is an unknown one.
fn without_empty_texts(mut record: Record) -> Record {
    let Record { black, white, event, date, clock, version, comment, other, .. } = &mut record;
    for text in [
        &mut black.name,
        &mut black.clock,
        &mut white.name,
        &mut white.clock,
        event,
        date,
        clock,
        version,
        comment,
    ] {
        *text = text.take().filter(|text| !text.is_empty());
    }
    other.retain(|_, text| !text.is_empty());
    record
}

/// Without the tags that a format has itself: under such a name it keeps what it
/// could not read, and reads it again.
fn without_tags(mut record: Record, own: &[&str]) -> Record {
    record.other.retain(|tag, _| !own.contains(&tag.as_str()));
    record
}

const GGF_TAGS: [&str; 16] =
    ["GM", "PC", "DT", "PB", "PW", "RB", "RW", "TI", "TB", "TW", "RE", "KM", "CO", "BO", "B", "W"];

/// TY names the game first of all. What else it says comes back, unless it
/// contradicts the record or says nothing more.
fn is_kept_type(rule: Rule, text: &str) -> bool {
    let is_anti = text.contains(['a', 'A']);
    is_anti == (rule == Rule::Reversed) && !matches!(text, "8" | "8a")
}

fn as_ggf_holds_it(record: Record) -> Record {
    let mut held = without_empty_texts(record);
    let rule = held.rule;
    held.other.retain(|tag, text| tag.as_str() != "TY" || is_kept_type(rule, text));
    // GGF has no tag for a seed or a program.
    held.seed = None;
    held.version = None;
    // RE is black's discs: a win by an unknown margin is one by all of them, a
    // win by nothing is a draw. It knows resigned, out of time and settled.
    held.outcome = held.outcome.map(|outcome| {
        let ending = match outcome.ending {
            Ending::Resigned | Ending::TimedOut => outcome.ending,
            Ending::Finished => ending_by_the_board(&held),
            _ => Ending::Settled,
        };
        Outcome::of_black(outcome.for_black(), ending)
    });
    held.settle_by_the_board();
    held
}

const SGF_TAGS: [&str; 23] = [
    "FF", "GM", "CA", "SZ", "RU", "AP", "EV", "DT", "PB", "PW", "BR", "WR", "TM", "KM", "RE", "GC",
    "AB", "AW", "AE", "PL", "B", "W", "V",
];

fn as_sgf_holds_it(record: &Record) -> Record {
    // SGF as written here has no place for the time of a move.
    let moves = record.moves().map(|(played, note)| (played, Note { time: None, ..note }));
    let held = with_moves(record, moves);
    let mut held = without_empty_texts(held);
    // TM is one clock for both, and there is no tag for a seed.
    held.black.clock = None;
    held.white.clock = None;
    held.seed = None;
    // RE is a margin or a way to lose, not both, and a draw is just that.
    let by_the_board = ending_by_the_board(&held);
    held.outcome = held.outcome.map(|outcome| match (outcome.winner, outcome.ending) {
        (None, _) => Outcome { winner: None, margin: Some(0.0), ending: by_the_board },
        (_, Ending::Resigned | Ending::TimedOut) => Outcome { margin: None, ..outcome },
        (_, Ending::Illegal | Ending::Crashed) => {
            Outcome { margin: None, ending: Ending::Illegal, ..outcome }
        }
        _ => Outcome { ending: by_the_board, ..outcome },
    });
    held.settle_by_the_board();
    held
}

/// A step log has lines and quotes around a name, and `?` where there is none.
fn name_in_step_log(name: Option<&str>) -> Option<String> {
    let is_syntax = |c: char| c.is_control() || matches!(c, ',' | '\'');
    let name: String = name?.chars().map(|c| if is_syntax(c) { ' ' } else { c }).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty() && name != "?")
}

fn as_step_log_holds_it(record: &Record) -> Record {
    let mut held = moves_alone(record);
    // Scores have no place, nor has the time of a pass.
    let notes = without_last_pass(record);
    let timed: Vec<_> = notes
        .moves()
        .map(|(played, note)| {
            let time = note.time.filter(|_| played != Move::Pass);
            (played, Note { score: None, time })
        })
        .collect();
    held = with_moves(&held, timed);
    held.black.name = name_in_step_log(record.black.name.as_deref());
    held.white.name = name_in_step_log(record.white.name.as_deref());
    held.outcome = record.outcome;
    held
}

/// The outcome as the judge knows it: the board's if the game is over, else
/// just who won.
fn judged(mut record: Record) -> Record {
    let stopped = record.outcome.map(|outcome| Outcome {
        winner: outcome.winner,
        margin: None,
        ending: Ending::Settled,
    });
    record.outcome = stopped.filter(|_| !record.game().is_over());
    record.settle_by_the_board();
    record
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
    #![proptest_config(Config::with_cases(1_000))]

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

mod of_wthor {
    use super::*;

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
            record.outcome = Some(Outcome::of_black((2 * discs - 64).into(), ending));
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
}

proptest! {
    #![proptest_config(Config::with_cases(64))]

    /// The way of those who do not care which format it is: the moves of games
    /// and the discs of positions come through all of them.
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
