//! Transcripts: the squares of a game in a row, `f5d6c3`.
//!
//! One game a line from the usual start, in any case, with spaces, commas or
//! move numbers between. Passes may be left out or written `PA`, `PS`, `--` or
//! `pass`.

use std::io::{BufRead, Write};

use outflank_core::{Move, Position, Rule, Square};

use crate::input::{self, Piece};
use crate::{Fault, Format, Note, ReadError, Record, WriteError};

/// Reads games one by one; a transcript does not say which of the two it is of.
pub fn read(reader: impl BufRead, rule: Rule) -> impl Iterator<Item = Result<Record, ReadError>> {
    input::content(reader).map(move |piece| piece.and_then(|piece| parse(&piece, rule)))
}

fn parse(line: &Piece, rule: Rule) -> Result<Record, ReadError> {
    let mut record = Record::new(rule, Position::START);
    let text = line.text.as_str();
    let mut offset = 0;
    while let Some(next) = text[offset..].chars().next() {
        if next.is_whitespace() || matches!(next, ',' | ';') {
            offset += next.len_utf8();
        } else if next.is_ascii_digit() {
            offset += number(&text[offset..])
                .ok_or_else(|| line.expected(offset, "a square or a move number with a dot"))?;
        } else {
            let (attempt, length) = first_move(&text[offset..])
                .ok_or_else(|| line.expected(offset, "a square such as f5, or a pass"))?;
            let played = match attempt {
                Move::Place(square) => record.play_passing(square, Note::default()),
                Move::Pass => record.play(attempt, Note::default()),
            };
            played.map_err(|illegal| {
                let number = record.game().moves().len() + 1;
                line.error(offset, Fault::Illegal { number, illegal })
            })?;
            offset += length;
        }
    }
    record.settle_by_the_board();
    Ok(record)
}

/// The length of a move number such as `12.`.
fn number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let dots = text.bytes().skip(digits).take_while(|byte| *byte == b'.').count();
    (dots > 0).then_some(digits + dots)
}

/// The move a text begins with, and its length.
fn first_move(text: &str) -> Option<(Move, usize)> {
    [4, 2].into_iter().find_map(|length| Some((text.get(..length)?.parse().ok()?, length)))
}

/// Writes a game as one line, passes left out as most tools do.
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

    fn read(text: &str) -> Vec<Result<Record, String>> {
        let reader = super::read(text.as_bytes(), Rule::Reversi);
        reader.map(|record| record.map_err(|error| error.to_string())).collect()
    }

    #[test]
    fn any_case_spaces_and_numbers_are_read() {
        let expected = read("f5d6c3d3").remove(0).unwrap();
        for text in
            ["F5D6C3D3", "f5 D6 c3\td3", "1. f5 d6 2. c3 d3", "1.f5 2.d6 3.c3 4.d3", "f5,d6,c3,d3"]
        {
            assert_eq!(read(text), [Ok(expected.clone())], "{text}");
        }
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
