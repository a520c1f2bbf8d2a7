//! Transcripts: the squares of a game in a row, `f5d6c3`.
//!
//! ```
//! use outflank_core::Rule;
//! use outflank_formats::transcript;
//!
//! let record = transcript::read(&b"f5d6c3"[..], Rule::Reversi).next().unwrap()?;
//! assert_eq!(record.game().moves().len(), 3);
//! # Ok::<(), outflank_formats::ReadError>(())
//! ```
//!
//! One game a line from the usual start, in any case, with spaces, commas, hyphens
//! or move numbers between. Passes may be left out or written `PA`, `PS`, `--` or
//! `pass`. A game may end with its result: `40-24`, `+16` or `1-0`.
//!
//! A line that begins with the number of the next move goes on with the game before
//! it, and so do all lines of a game that has headers in the style of PGN, such as
//! `[Black "Ada"]`. Comments and variations in brackets are skipped.

mod games;
mod word;

use std::io::{BufRead, Write};

use outflank_core::{Move, Position, Rule, Square};

use crate::input::Piece;
use crate::{Format, Note, ReadError, ReadErrorKind, Record, WriteError};
use word::{Stated, Word, Words};

/// Reads games one by one. A transcript need not name the game, so `rule` does.
pub fn read(reader: impl BufRead, rule: Rule) -> impl Iterator<Item = Result<Record, ReadError>> {
    games::games(reader).map(move |game| game.and_then(|game| parse(&game, rule)))
}

fn parse(game: &Piece, rule: Rule) -> Result<Record, ReadError> {
    let mut record = Record::new(rule, Position::START);
    let mut stated = None;
    let mut ended = false;
    let mut words = Words::new(game);
    while let Some((offset, word)) = words.next()? {
        match word {
            _ if ended => return Err(game.expected(offset, "nothing after the result")),
            Word::Header { name, value } => {
                if let Some(result) = header(game, offset, &mut record, name, &value)? {
                    stated = Some(result);
                }
            }
            Word::Result(result) => {
                stated = Some(result);
                ended = true;
            }
            Word::Move(attempt) => play(game, offset, &mut record, attempt)?,
        }
    }
    record.settle_by_the_board();
    if record.outcome.is_none() {
        let ending = record.ending_by_the_board();
        record.outcome = stated.and_then(|stated| stated.result(record.rule, ending));
    }
    Ok(record)
}

fn play(game: &Piece, offset: usize, record: &mut Record, attempt: Move) -> Result<(), ReadError> {
    let played = match attempt {
        Move::Place(square) => record.play_passing(square, Note::default()),
        Move::Pass => record.play(attempt, Note::default()),
    };
    played.map_err(|illegal| {
        let number = record.game().moves().len() + 1;
        game.error(offset, ReadErrorKind::Illegal { number, illegal })
    })
}

/// Takes what a header says of the game; a result is returned.
fn header(
    game: &Piece,
    offset: usize,
    record: &mut Record,
    name: &str,
    value: &str,
) -> Result<Option<Stated>, ReadError> {
    let value = value.trim();
    let text = || {
        Some(value.to_owned()).filter(|text| !text.chars().all(|c| matches!(c, '?' | '.' | '-')))
    };
    match name.to_ascii_lowercase().as_str() {
        "black" => record.black.name = text(),
        "white" => record.white.name = text(),
        "event" => record.event = text(),
        "date" => record.date = text(),
        "timecontrol" => record.clock = text(),
        "blackelo" => record.black.rating = rating(value),
        "whiteelo" => record.white.rating = rating(value),
        "variant" => record.rule = value.parse().unwrap_or(record.rule),
        "fen" => {
            let field = "the start FEN";
            let expected = "the 64 squares and the side to move";
            let found = || ReadErrorKind::Value { field, expected, found: value.to_owned() };
            let start = value.parse().map_err(|_| game.error(offset, found()))?;
            let before = std::mem::replace(record, Record::new(record.rule, start));
            if !before.game().moves().is_empty() {
                return Err(game.expected(offset, "headers before the moves"));
            }
            (record.black, record.white) = (before.black, before.white);
            (record.event, record.date, record.clock) = (before.event, before.date, before.clock);
        }
        "result" => return Ok(Stated::first(value).map(|(result, _)| result)),
        _ => {}
    }
    Ok(None)
}

fn rating(text: &str) -> Option<f64> {
    text.parse().ok().filter(|rating: &f64| rating.is_finite())
}

/// Writes a game as one line, without passes, like most tools.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    record.expect_usual_start(Format::Transcript)?;
    if record.game().moves().is_empty() {
        let what = "a game without moves".to_owned();
        return Err(WriteError::Unfit { format: Format::Transcript, what });
    }
    let squares = record.game().moves().iter().filter_map(|played| played.square());
    writeln!(out, "{}", squares.map(|square: Square| square.to_string()).collect::<String>())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, GameResult};
    use outflank_core::Color;

    fn read(text: &str) -> Vec<Result<Record, String>> {
        let reader = super::read(text.as_bytes(), Rule::Reversi);
        reader.map(|record| record.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn any_case_spaces_and_numbers_are_read() {
        let expected = read("f5d6c3d3").remove(0).unwrap();
        for text in [
            "F5D6C3D3",
            "f5 D6 c3\td3",
            "1. f5 d6 2. c3 d3",
            "1.f5 2.d6 3.c3 4.d3",
            "f5,d6,c3,d3",
            "f5-d6-c3-d3",
            "f5 - d6 – c3-d3",
            "1. F5 d6 2. C3 d3",
            "1 f5 d6 2 c3 d3",
            "1) f5 d6 2) c3 d3",
            "1. f5 d6\n2. c3 d3",
            "1. f5 d6\n\n 2. c3\n2... d3\n",
            "f5! d6?! $2 {a comment} c3 (d3 c3) d3",
        ] {
            assert_eq!(read(text), [Ok(expected.clone())], "{text}");
        }
    }

    #[test]
    fn numbered_games_are_not_one_game() {
        let games = read("1. f5d6c3d3\n2. f5f6e6f4\n3. f5d6c3d3");
        assert_eq!(games.len(), 3);
        assert!(
            games.iter().all(|game| game.as_ref().is_ok_and(|game| game.game().moves().len() == 4))
        );
    }

    #[test]
    fn passes_may_be_left_out_or_written() {
        // Black has no move after the eighth.
        let silent = read("d3c3b3b2f5a3a1c1e3").remove(0).unwrap();
        assert_eq!(silent.game().moves()[8], Move::Pass);
        for pass in ["PA", "ps", "--", "pass", " -- "] {
            let spoken = read(&format!("d3c3b3b2f5a3a1c1{pass}e3")).remove(0);
            assert_eq!(spoken.as_ref(), Ok(&silent), "{pass}");
        }
        let error = read("f5--").remove(0).unwrap_err();
        assert_eq!(error, "line 1, column 3: move 2: white cannot pass: it can play f4");
    }

    #[test]
    fn a_result_may_end_a_game() {
        let result = |text: &str| read(text).remove(0).unwrap().outcome;
        let settled = |black: f64| Some(GameResult::of_black(black, Ending::Settled));
        let won = |winner| Some(GameResult { winner, margin: None, ending: Ending::Settled });
        for (text, expected) in [
            ("f5d6c3", None),
            ("f5d6c3 *", None),
            ("f5d6c3 40-24", settled(16.0)),
            ("1. f5 d6 2. c3 24:40", settled(-16.0)),
            ("f5d6c3 32–32", settled(0.0)),
            ("f5d6c3 +16", settled(16.0)),
            ("1. F5 d6 2. C3 1-0", won(Some(Color::Black))),
            ("f5-d6-c3 0-1", won(Some(Color::White))),
            ("f5d6c3\n1/2-1/2", won(None)),
        ] {
            assert_eq!(result(text), expected, "{text}");
        }
        // The board knows better.
        let [won_by_all, anyway] = ["e6f4e3f6g5d6e7f5c5", "e6f4e3f6g5d6e7f5c5 0-1"].map(result);
        assert_eq!(won_by_all, Some(GameResult::of_black(64.0, Ending::Finished)));
        assert_eq!(anyway, won_by_all);
        assert_eq!(
            read("f5d6 40-24 c3").remove(0).unwrap_err(),
            "line 1, column 12: expected nothing after the result, found 'c'"
        );
    }

    #[test]
    fn discs_of_a_result_count_under_the_rules() {
        let reader = super::read(&b"f5d6c3 24-40"[..], Rule::Reversed);
        let record = reader.last().unwrap().unwrap();
        assert_eq!(record.outcome, Some(GameResult::of_black(16.0, Ending::Settled)));
    }

    #[test]
    fn headers_in_the_style_of_pgn_are_read() {
        let text = "[Event \"Club \\\"A\\\"\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Black \"Ada\"]\n\
            [White \"?\"]\n[BlackElo \"1800\"]\n[Result \"0-1\"]\n\n1. F5 d6\n2. C3 d3 0-1\n\n\
            [Black \"Bob\"]\n[White \"Cleo\"]\n\nf5f6\n";
        let games = read(text);
        let [Ok(first), Ok(second)] = games.as_slice() else { panic!("{games:?}") };
        assert_eq!(first.black.name.as_deref(), Some("Ada"));
        assert_eq!(first.white.name, None);
        assert_eq!(first.event.as_deref(), Some("Club \"A\""));
        assert_eq!(first.date.as_deref(), Some("2024.05.01"));
        assert_eq!(first.black.rating, Some(1800.0));
        assert_eq!(first.game().moves().len(), 4);
        assert_eq!(first.outcome.map(|outcome| outcome.winner), Some(Some(Color::White)));
        assert_eq!(second.white.name.as_deref(), Some("Cleo"));
        assert_eq!(second.game().moves().len(), 2);
        assert_eq!(second.outcome, None);
    }

    #[test]
    fn a_header_gives_the_rules_and_the_start() {
        let start = Position::START.pass().to_string();
        let text = format!("[White \"Ada\"]\n[Variant \"reversed\"]\n[FEN \"{start}\"]\n\n1... f4");
        let record = read(&text).remove(0).unwrap();
        assert_eq!((record.rule, record.game().start()), (Rule::Reversed, Position::START.pass()));
        assert_eq!(record.white.name.as_deref(), Some("Ada"));
        for (text, error) in [
            (
                "[FEN \"8/8\"]\nf5",
                "line 1, column 1: the start FEN is '8/8', expected the 64 squares and the side to move",
            ),
            (
                "[Black Ada]\nf5",
                "line 1, column 8: expected a header such as [Black \"Ada\"], found 'A'",
            ),
            (
                "[Black \"Ada\nf5",
                "line 1, column 12: expected a header such as [Black \"Ada\"], found '\\n'",
            ),
            ("f5 {d6", "line 1, column 7: expected a } that ends the comment, found the end"),
        ] {
            assert_eq!(read(text).remove(0).unwrap_err(), error);
        }
    }

    #[test]
    fn errors_have_line_and_column() {
        assert_eq!(
            read("% a comment\n\nf5d6\nf5 d6 a1"),
            [
                Ok(read("f5d6").remove(0).unwrap()),
                Err("line 4, column 7: move 3: a1 turns no disc for black".to_owned())
            ]
        );
        assert_eq!(
            read("f5x9")[0].as_ref().unwrap_err(),
            "line 1, column 3: expected a square such as f5, or a pass, found 'x'"
        );
        assert!(read("f5dé").remove(0).is_err());
    }
}
