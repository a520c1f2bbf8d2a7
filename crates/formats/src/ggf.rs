//! GGF, the Generic Game Format of the game servers and of `NBoard`.
//!
//! `(;GM[Othello]PB[a]PW[b]TY[8]RE[+2.00]BO[8 ... *]B[F5/1.2/3.1]W[D6];)`: a
//! move has the score that its player gave and the seconds that it took, both
//! optional. An `a` in the type means Reversed Reversi.
//!
//! ```
//! use outflank_core::Rule;
//! use outflank_formats::ggf;
//!
//! let text = "(;GM[Othello]PB[Ada]TY[8]B[F5/1.2/3.1]W[D6];)";
//! let record = ggf::read(text.as_bytes(), Rule::Reversi).next().unwrap()?;
//! assert_eq!(record.black.name.as_deref(), Some("Ada"));
//! assert_eq!(record.notes()[0].score, Some(1.2));
//! # Ok::<(), outflank_formats::ReadError>(())
//! ```

use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::time::Duration;

use outflank_core::{Color, Move, ParsePositionError, Position, Rule, Score};

use crate::input::Piece;
use crate::record::{NANOS_PER_SECOND, duration};
use crate::tree::{self, Property, SharedTags, Value};
use crate::{Ending, GameResult, Note, ReadError, Record, WriteError};

const TAGS: SharedTags =
    SharedTags { event: "PC", black_rating: "RB", white_rating: "RW", clock: "TI", comment: "CO" };

/// Reads games one by one; `rule` is for games without a type.
pub fn read(reader: impl BufRead, rule: Rule) -> impl Iterator<Item = Result<Record, ReadError>> {
    tree::read(reader, rule, parse)
}

fn parse(piece: &Piece, properties: &[Property<'_>], rule: Rule) -> Result<Record, ReadError> {
    let mut record = Record::new(rule, start(piece, properties)?);
    let mut result = None;
    for property in properties {
        let value = &property.value;
        match &*property.name {
            "GM" => check_game(piece, value)?,
            "BO" => {}
            "TB" => record.black.clock = property.text(),
            "TW" => record.white.clock = property.text(),
            "RE" => result = Some(property),
            "TY" => {
                record.rule = rule_of_type(&value.text);
                record.other.retain(|tag, _| tag.as_str() != "TY");
                if value.text != type_of_rule(record.rule) {
                    tree::keep(&mut record, property);
                }
            }
            "B" | "W" => property.play(piece, &mut record, read_move(piece, value)?)?,
            _ => TAGS.read_or_keep(&mut record, property),
        }
    }
    tree::conclude(&mut record, result, parse_result);
    Ok(record)
}

fn check_game(piece: &Piece, value: &Value<'_>) -> Result<(), ReadError> {
    if value.text.eq_ignore_ascii_case("othello") {
        return Ok(());
    }
    Err(value.wrong(piece, "the game GM", "Othello"))
}

/// `BO[8 <64 squares> <side>]`, or the usual start without it.
fn start(piece: &Piece, properties: &[Property<'_>]) -> Result<Position, ReadError> {
    let Some(board) = properties.iter().find(|property| property.name == "BO") else {
        return Ok(Position::START);
    };
    let value = &board.value;
    let text = value.text.trim_start();
    let squares = text
        .strip_prefix('8')
        .filter(|rest| !rest.starts_with(|next: char| next.is_ascii_digit()))
        .ok_or_else(|| value.wrong(piece, "the board BO", "8, the squares and the side"))?;
    squares.parse().map_err(|error: ParsePositionError| {
        let before = value.text.len() - squares.len();
        piece.error(value.offset + before + error.offset, error.kind)
    })
}

/// The result of `RE`: black's margin and the kind of ending.
///
/// Some programs write the infinity of their search for a game that is not over.
/// A margin that no board and komi can give is not a result.
fn parse_result(record: &Record, text: &str) -> Option<GameResult> {
    let (margin, how) = match text.split_once(':') {
        None => (text, None),
        Some((margin, how)) => (margin, Some(how.trim().to_ascii_lowercase())),
    };
    let ending = match how.as_deref() {
        None => record.ending_by_the_board(),
        Some("r") => Ending::Resigned,
        Some("t") => Ending::TimedOut,
        Some("s") => Ending::Settled,
        Some(_) => return None,
    };
    let maximum = f64::from(Score::MAX.discs()) + record.komi.unwrap_or(0.0).abs();
    let margin = tree::number(margin).filter(|margin| margin.abs() <= maximum)?;
    Some(GameResult::of_black(margin, ending))
}

fn rule_of_type(text: &str) -> Rule {
    if text.contains(['a', 'A']) { Rule::Reversed } else { Rule::Reversi }
}

const fn type_of_rule(rule: Rule) -> &'static str {
    match rule {
        Rule::Reversi => "8",
        Rule::Reversed => "8a",
    }
}

/// Reads `SQUARE/opinion/seconds`.
fn read_move(piece: &Piece, value: &Value<'_>) -> Result<(Move, Note), ReadError> {
    let mut fields = value.text.splitn(3, '/').map(str::trim);
    let attempt = fields
        .next()
        .unwrap_or_default()
        .parse()
        .map_err(|_| value.wrong(piece, "a move", "a square such as F5, or PA"))?;
    // An invalid score or time does not make the game unreadable.
    let score = fields.next().and_then(tree::number);
    let time = fields.next().and_then(seconds);
    Ok((attempt, Note { score, time }))
}

/// `3.1`, or a clock such as `1:02` or `1:00:02`.
fn seconds(text: &str) -> Option<Duration> {
    let add = |sum: f64, part| Some(sum * 60.0 + tree::number(part)?);
    duration(text.split(':').try_fold(0.0, add)?, NANOS_PER_SECOND)
}

/// Writes a game as one line.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    write!(out, "(;GM[Othello]")?;
    let mut tags = TAGS.head(record);
    tags.extend([
        ("TB", record.black.clock.clone()),
        ("TW", record.white.clock.clone()),
        ("TY", Some(game_type(record).to_owned())),
        ("RE", Some(result(record))),
        SharedTags::komi(record),
        TAGS.comment(record),
    ]);
    tree::write_tags(out, &tags, record, &["GM", "BO", "B", "W"])?;
    // One call for each game, because a writer may be slow.
    let start = record.game().start().to_string().replace('X', "*");
    let mut line = format!("BO[8 {start}]");
    for ((position, played), note) in record.game().plies().zip(record.notes()) {
        line.push_str(if position.to_move() == Color::Black { "B[" } else { "W[" });
        match played {
            Move::Place(square) => write!(line, "{square:#}"),
            Move::Pass => write!(line, "PA"),
        }
        .and_then(|()| write!(line, "{}]", fields(*note)))
        .expect("a string takes any text");
    }
    writeln!(out, "{line};)")?;
    Ok(())
}

/// The type that was read, if it still names the same game.
fn game_type(record: &Record) -> &str {
    tree::kept(record, "TY")
        .filter(|text| rule_of_type(text) == record.rule)
        .unwrap_or(type_of_rule(record.rule))
}

/// The result, or the text that was read if it was not a result.
fn result(record: &Record) -> String {
    let Some(outcome) = record.outcome else {
        return tree::kept(record, "RE").unwrap_or(tree::UNKNOWN).to_owned();
    };
    let how = match outcome.ending {
        Ending::Finished => "",
        Ending::Resigned => ":r",
        Ending::TimedOut => ":t",
        Ending::Settled | Ending::Illegal | Ending::Crashed => ":s",
    };
    format!("{:+}{how}", outcome.for_black())
}

fn fields(note: Note) -> String {
    match (note.score, note.seconds()) {
        (None, None) => String::new(),
        (Some(score), None) => format!("/{score}"),
        (None, Some(time)) => format!("//{time}"),
        (Some(score), Some(time)) => format!("/{score}/{time}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Record, String> {
        tree::first_game(super::read(text.as_bytes(), Rule::Reversi))
    }

    #[test]
    fn a_result_that_no_board_can_give_is_unknown() {
        // Edax writes the infinity of its search for a game that goes on.
        let record = read("(;GM[Othello]RE[-127.000]B[F5];)").unwrap();
        assert_eq!(record.outcome, None);
        let record = read("(;GM[Othello]RE[+70.0]KM[-8]B[F5];)").unwrap();
        assert_eq!(record.outcome.and_then(|outcome| outcome.margin), Some(70.0));
    }

    #[test]
    fn the_word_after_the_result_says_how() {
        for (text, ending) in
            [("-4:r", Ending::Resigned), ("-4:t", Ending::TimedOut), ("-4:s", Ending::Settled)]
        {
            let outcome = read(&format!("(;RE[{text}]B[F5];)")).unwrap().outcome;
            assert_eq!(outcome, Some(GameResult::of_black(-4.0, ending)), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_does_not_cost_the_game() {
        let record = read("(;GM[Othello]RB[?]RW[1500]B[F5/nan/1:02]W[D6/1.5/-];)").unwrap();
        assert_eq!((record.black.rating, record.white.rating), (None, Some(1500.0)));
        assert_eq!(tree::kept(&record, "RB"), Some("?"));
        let notes = record.notes();
        assert_eq!((notes[0].score, notes[0].seconds()), (None, Some(62.0)));
        assert_eq!((notes[1].score, notes[1].seconds()), (Some(1.5), None));
    }

    #[test]
    fn moves_in_small_letters_are_moves() {
        assert_eq!(read("(;gm[othello]b[f5]w[d6];)").unwrap().game().moves().len(), 2);
    }

    #[test]
    fn a_move_out_of_turn_is_refused() {
        assert_eq!(
            read("(;GM[Othello]B[F5]\nB[D6];)"),
            Err("line 2, column 3: move 2 is given to black, but white is to move".into())
        );
        assert_eq!(
            read("(;GM[Go]B[F5];)"),
            Err("line 1, column 6: the game GM is 'Go', expected Othello".into())
        );
    }
}
