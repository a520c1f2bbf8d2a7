//! SGF, the Smart Game Format, with `GM[2]` for Othello.
//!
//! `(;FF[4]GM[2]SZ[8]AB[d5][e4]AW[d4][e5]PL[B]RE[B+2];B[f5];W[d6])`. The main
//! line is read, branches are not. `RU[reversed]` is Reversed Reversi. A
//! mover's opinion is kept in `V`, in black's view; times have no place.

use std::io::{BufRead, Write};

use outflank_core::{Bitboard, Color, Move, Position, Rule, Square};

use crate::input::{Parenthesized, Piece};
use crate::tree::{self, Property, Value};
use crate::{Ending, Format, Note, Outcome, ReadError, Record, WriteError};

/// Reads games one by one.
pub struct Reader<R> {
    games: Parenthesized<R>,
    rule: Rule,
}

impl<R: BufRead> Reader<R> {
    /// Reads from `reader`; `rule` is for files that do not name one.
    pub fn new(reader: R, rule: Rule) -> Self {
        Self { games: Parenthesized::new(reader), rule }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.games.next()?.and_then(|piece| parse(&piece, self.rule)))
    }
}

fn parse(piece: &Piece, rule: Rule) -> Result<Record, ReadError> {
    let properties = tree::main_line(piece)?;
    let mut record = Record::new(rule, start(piece, &properties)?);
    let mut result = None;
    for property in &properties {
        let value = &property.value;
        match &*property.name {
            "GM" if value.text.trim() != "2" => {
                return Err(value.wrong(piece, "the game GM", "2, Othello"));
            }
            "SZ" if !matches!(value.text.trim(), "8" | "8:8") => {
                return Err(value.wrong(piece, "the size SZ", "8"));
            }
            "AB" | "AW" | "AE" | "PL" if !record.game().moves().is_empty() => {
                return Err(piece.expected(property.offset, "no setup after the first move"));
            }
            "GM" | "SZ" | "FF" | "CA" | "AB" | "AW" | "PL" => {}
            "EV" => record.event = property.text(),
            "DT" => record.date = property.text(),
            "PB" => record.black.name = property.text(),
            "PW" => record.white.name = property.text(),
            "BR" => record.black.rating = rating(&value.text),
            "WR" => record.white.rating = rating(&value.text),
            "TM" => record.clock = property.text(),
            "KM" => record.komi = rating(&value.text),
            "GC" => record.comment = property.text(),
            "AP" => record.version = property.text(),
            "RU" => record.rule = rule_of(&value.text),
            "RE" => result = parse_result(piece, value)?,
            "B" => play(piece, &mut record, Color::Black, value)?,
            "W" => play(piece, &mut record, Color::White, value)?,
            "V" => opinion(&mut record, &value.text),
            // Remarks on single moves have no place in a record.
            "C" if !record.game().moves().is_empty() => {}
            _ => tree::keep(&mut record, property),
        }
    }
    record.outcome = result.map(|(winner, margin, ending)| Outcome {
        winner,
        margin,
        ending: ending.unwrap_or(if record.game().is_over() {
            Ending::Finished
        } else {
            Ending::Settled
        }),
    });
    record.settle_by_the_board();
    Ok(record)
}

/// The discs set up in the file, or the usual start if there are none.
fn start(piece: &Piece, properties: &[Property<'_>]) -> Result<Position, ReadError> {
    let before_moves =
        || properties.iter().take_while(|property| !matches!(&*property.name, "B" | "W"));
    let mut discs = [Bitboard::EMPTY; 2];
    let mut set_up = false;
    for property in before_moves() {
        let color = match &*property.name {
            "AB" => Color::Black,
            "AW" => Color::White,
            "AE" => return Err(piece.expected(property.offset, "discs set up with AB and AW only")),
            _ => continue,
        };
        set_up = true;
        for value in property.values() {
            let square: Square = value
                .text
                .trim()
                .parse()
                .map_err(|_| value.wrong(piece, "a set-up square", "a square such as d5"))?;
            discs[color as usize] |= square.bitboard();
        }
    }
    let to_move = match before_moves().find(|property| property.name == "PL") {
        None => Color::Black,
        Some(player) => match player.value.text.trim().chars().next() {
            Some('B' | 'b') => Color::Black,
            Some('W' | 'w') => Color::White,
            _ => return Err(player.value.wrong(piece, "the side to move PL", "B or W")),
        },
    };
    if !set_up {
        let discs = Color::BOTH.map(|color| Position::START.discs(color));
        return Ok(
            Position::new(discs[0], discs[1], to_move).expect("the usual start has no overlap")
        );
    }
    Position::new(discs[0], discs[1], to_move).map_err(|overlap| piece.error(0, overlap))
}

fn rating(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

fn rule_of(text: &str) -> Rule {
    let text = text.trim().to_ascii_lowercase();
    if text == Rule::Reversed.name() || text.starts_with("anti") {
        Rule::Reversed
    } else {
        Rule::Reversi
    }
}

type Result3 = (Option<Color>, Option<f64>, Option<Ending>);

/// `B+2`, `W+R`, `Draw`, `?`.
fn parse_result(piece: &Piece, value: &Value<'_>) -> Result<Option<Result3>, ReadError> {
    let text = value.text.trim().to_ascii_lowercase();
    let (winner, how) = match text.as_str() {
        "" | "?" | "void" => return Ok(None),
        "0" | "draw" => return Ok(Some((None, Some(0.0), None))),
        _ => match text.split_once('+') {
            Some(("b" | "black", how)) => (Color::Black, how),
            Some(("w" | "white", how)) => (Color::White, how),
            _ => return Err(value.wrong(piece, "the result RE", "B+2, W+R, Draw or ?")),
        },
    };
    let (margin, ending) = match how {
        "" => (None, None),
        "r" | "resign" => (None, Some(Ending::Resigned)),
        "t" | "time" => (None, Some(Ending::TimedOut)),
        "f" | "forfeit" => (None, Some(Ending::Illegal)),
        _ => match how.parse::<f64>() {
            Ok(margin) if margin.is_finite() && margin >= 0.0 => (Some(margin), None),
            _ => return Err(value.wrong(piece, "the result RE", "B+2, W+R, Draw or ?")),
        },
    };
    Ok(Some((Some(winner), margin, ending)))
}

fn play(
    piece: &Piece,
    record: &mut Record,
    color: Color,
    value: &Value<'_>,
) -> Result<(), ReadError> {
    let text = value.text.trim();
    let attempt = if text.is_empty() || text.eq_ignore_ascii_case("tt") {
        Move::Pass
    } else {
        text.parse().map_err(|_| value.wrong(piece, "a move", "a square such as f5, or PA"))?
    };
    tree::play(record, color, attempt, Note::default())
        .map_err(|fault| piece.error(value.offset, fault))
}

/// Gives the last move its mover's opinion, which the file holds for black.
fn opinion(record: &mut Record, text: &str) {
    let mover = !record.game().position().to_move();
    if let (Some(score), Some(note)) = (rating(text), record.last_note()) {
        note.score = Some(if mover == Color::Black { score } else { -score });
    }
}

/// Writes a game as one line.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    let start = record.game().start();
    if Color::BOTH.iter().all(|color| start.discs(*color).is_empty()) {
        // No disc set up means the usual start.
        let what = "a game that begins on an empty board".to_owned();
        return Err(WriteError::Unfit { format: Format::Sgf, what });
    }
    write!(out, "(;FF[4]GM[2]CA[UTF-8]SZ[8]RU[{}]", record.rule)?;
    let number = |number: f64| number.to_string();
    let tags = [
        ("AP", record.version.clone()),
        ("EV", record.event.clone()),
        ("DT", record.date.clone()),
        ("PB", record.black.name.clone()),
        ("PW", record.white.name.clone()),
        ("BR", record.black.rating.map(number)),
        ("WR", record.white.rating.map(number)),
        ("TM", record.clock.clone()),
        ("KM", record.komi.map(number)),
        ("RE", record.outcome.map(result)),
        ("GC", record.comment.clone()),
    ];
    tree::write_tags(
        out,
        &tags,
        record,
        &["FF", "GM", "CA", "SZ", "RU", "AB", "AW", "AE", "PL", "B", "W", "V"],
    )?;
    for (tag, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let discs = start.discs(color);
        if !discs.is_empty() {
            write!(out, "{tag}")?;
            discs.iter().try_for_each(|square| write!(out, "[{square}]"))?;
        }
    }
    write!(out, "PL[{}]", letter(start.to_move()))?;
    for ((position, played), note) in record.game().plies().zip(record.notes()) {
        let color = position.to_move();
        let name = played.square().map_or("PA".into(), |square| square.to_string());
        write!(out, ";{}[{name}]", letter(color))?;
        if let Some(score) = note.score {
            write!(out, "V[{}]", if color == Color::Black { score } else { -score })?;
        }
    }
    writeln!(out, ")")?;
    Ok(())
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

fn result(outcome: Outcome) -> String {
    let Some(winner) = outcome.winner else { return "Draw".to_owned() };
    let how = match (outcome.ending, outcome.margin) {
        (Ending::Resigned, _) => "R".to_owned(),
        (Ending::TimedOut, _) => "T".to_owned(),
        (Ending::Illegal | Ending::Crashed, _) => "F".to_owned(),
        (Ending::Finished | Ending::Settled, None) => String::new(),
        (Ending::Finished | Ending::Settled, Some(margin)) => margin.to_string(),
    };
    format!("{}+{how}", letter(winner))
}
