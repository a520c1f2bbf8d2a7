//! GGF, the Generic Game Format of the game servers and of `NBoard`.
//!
//! `(;GM[Othello]PB[a]PW[b]TY[8]RE[+2.00]BO[8 ... *]B[F5/1.2/3.1]W[D6];)`: a
//! move carries the mover's opinion and the seconds it took, both optional. An
//! `a` in the type is the anti game, Reversed Reversi.

use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::time::Duration;

use outflank_core::{Color, Move, ParsePositionError, Position, Rule};

use crate::input::{Parenthesized, Piece};
use crate::tree::{self, Property, Value};
use crate::{Ending, Note, Outcome, ReadError, Record, Tag, WriteError};

/// Reads games one by one.
pub struct Reader<R>(Parenthesized<R>);

impl<R: BufRead> Reader<R> {
    /// Reads from `reader`.
    pub fn new(reader: R) -> Self {
        Self(Parenthesized::new(reader))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.0.next()?.and_then(|piece| parse(&piece)))
    }
}

fn parse(piece: &Piece) -> Result<Record, ReadError> {
    let properties = tree::main_line(piece)?;
    let mut record = Record::new(Rule::Reversi, start(piece, &properties)?);
    let mut result = None;
    for property in &properties {
        let value = &property.value;
        match &*property.name {
            "GM" => check_game(piece, value)?,
            "BO" => {}
            "PC" => record.event = property.text(),
            "DT" => record.date = property.text(),
            "PB" => record.black.name = property.text(),
            "PW" => record.white.name = property.text(),
            "RB" => record.black.rating = number(piece, value, "black's rating RB")?,
            "RW" => record.white.rating = number(piece, value, "white's rating RW")?,
            "TI" => record.clock = property.text(),
            "TB" => record.black.clock = property.text(),
            "TW" => record.white.clock = property.text(),
            "KM" => record.komi = number(piece, value, "the komi KM")?,
            "CO" => record.comment = property.text(),
            "RE" => result = parse_result(piece, value)?,
            "TY" => {
                record.rule = rule_of_type(&value.text);
                record.other.retain(|tag, _| tag.as_str() != "TY");
                if value.text != type_of_rule(record.rule) {
                    tree::keep(&mut record, property);
                }
            }
            "B" => play(piece, &mut record, Color::Black, value)?,
            "W" => play(piece, &mut record, Color::White, value)?,
            _ => tree::keep(&mut record, property),
        }
    }
    let by_the_board = if record.game().is_over() { Ending::Finished } else { Ending::Settled };
    record.outcome =
        result.map(|(margin, ending)| Outcome::of_black(margin, ending.unwrap_or(by_the_board)));
    record.settle_by_the_board();
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

/// A number, or nothing.
fn number(piece: &Piece, value: &Value<'_>, field: &'static str) -> Result<Option<f64>, ReadError> {
    if value.text.trim().is_empty() {
        return Ok(None);
    }
    match value.text.trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Some(number)),
        _ => Err(value.wrong(piece, field, "a number")),
    }
}

/// Black's margin and how it came about, or `?`.
fn parse_result(
    piece: &Piece,
    value: &Value<'_>,
) -> Result<Option<(f64, Option<Ending>)>, ReadError> {
    let text = value.text.trim();
    if text.is_empty() || text == "?" {
        return Ok(None);
    }
    let (margin, how) = text.split_once(':').map_or((text, None), |(m, how)| (m, Some(how)));
    let ending = match how.map(str::to_ascii_lowercase).as_deref() {
        None => Some(None),
        Some("r") => Some(Some(Ending::Resigned)),
        Some("t") => Some(Some(Ending::TimedOut)),
        Some("s") => Some(Some(Ending::Settled)),
        Some(_) => None,
    };
    match (margin.parse::<f64>(), ending) {
        (Ok(margin), Some(ending)) if margin.is_finite() => Ok(Some((margin, ending))),
        _ => Err(value.wrong(piece, "the result RE", "?, or discs and :r, :t or :s")),
    }
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

/// Plays `SQUARE/opinion/seconds`.
fn play(
    piece: &Piece,
    record: &mut Record,
    color: Color,
    value: &Value<'_>,
) -> Result<(), ReadError> {
    let mut fields = value.text.splitn(3, '/').map(str::trim);
    let attempt: Move = fields
        .next()
        .unwrap_or_default()
        .parse()
        .map_err(|_| value.wrong(piece, "a move", "a square such as F5, or PA"))?;
    let mut field = |name, expected, parse: fn(&str) -> Option<f64>| {
        fields
            .next()
            .filter(|text| !text.is_empty())
            .map(|text| parse(text).ok_or_else(|| value.wrong(piece, name, expected)))
            .transpose()
    };
    let score = field("a move's opinion", "a number after the square", finite)?;
    let time = field("a move's time", "seconds after the opinion", seconds)?;
    let time = time.map(Duration::from_secs_f64);
    tree::play(record, color, attempt, Note { score, time })
        .map_err(|fault| piece.error(value.offset, fault))
}

fn finite(text: &str) -> Option<f64> {
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// `3.1`, or a clock such as `1:02` or `1:00:02`.
fn seconds(text: &str) -> Option<f64> {
    text.split(':')
        .try_fold(0.0, |sum, part| Some(sum * 60.0 + finite(part).filter(|part| *part >= 0.0)?))
        .filter(|seconds| *seconds < 1e9)
}

/// Writes a game as one line.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    write!(out, "(;GM[Othello]")?;
    let number = |number: f64| number.to_string();
    let tags = [
        ("PC", record.event.clone()),
        ("DT", record.date.clone()),
        ("PB", record.black.name.clone()),
        ("PW", record.white.name.clone()),
        ("RB", record.black.rating.map(number)),
        ("RW", record.white.rating.map(number)),
        ("TI", record.clock.clone()),
        ("TB", record.black.clock.clone()),
        ("TW", record.white.clock.clone()),
        ("TY", Some(game_type(record).to_owned())),
        ("RE", Some(record.outcome.map_or_else(|| "?".to_owned(), result))),
        ("KM", record.komi.map(number)),
        ("CO", record.comment.clone()),
    ];
    tree::write_tags(out, &tags, record, &["GM", "BO", "B", "W"])?;
    // One write a game: the sink may be slow to call.
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

/// The type as it was read, as long as it names the same game.
fn game_type(record: &Record) -> &str {
    Tag::new("TY")
        .and_then(|tag| record.other.get(&tag))
        .map(String::as_str)
        .filter(|text| rule_of_type(text) == record.rule)
        .unwrap_or(type_of_rule(record.rule))
}

fn result(outcome: Outcome) -> String {
    let how = match outcome.ending {
        Ending::Finished => "",
        Ending::Resigned => ":r",
        Ending::TimedOut => ":t",
        Ending::Settled | Ending::Illegal | Ending::Crashed => ":s",
    };
    format!("{:+}{how}", outcome.for_black())
}

fn fields(note: Note) -> String {
    match (note.score, note.time.map(|time| time.as_secs_f64())) {
        (None, None) => String::new(),
        (Some(score), None) => format!("/{score}"),
        (None, Some(time)) => format!("//{time}"),
        (Some(score), Some(time)) => format!("/{score}/{time}"),
    }
}
