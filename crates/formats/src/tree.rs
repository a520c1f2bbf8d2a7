//! The grammar that GGF and SGF share: `(;TAG[value]TAG[value];TAG[value])`.

use std::io::{self, Write};

use outflank_core::{Color, Move};

use crate::input::Piece;
use crate::{Fault, Note, ReadError, Record, Tag};

/// One tag with its values, and where they begin in the text.
#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    pub(crate) values: Vec<Value>,
    pub(crate) offset: usize,
}

/// What stands between brackets, without escapes.
#[derive(Debug)]
pub(crate) struct Value {
    pub(crate) text: String,
    pub(crate) offset: usize,
}

impl Value {
    /// The error of a value that makes no sense.
    pub(crate) fn wrong(
        &self,
        piece: &Piece,
        field: &'static str,
        expected: &'static str,
    ) -> ReadError {
        piece.error(self.offset, Fault::Value { field, expected, found: self.text.clone() })
    }
}

impl Property {
    /// The first value: most tags have just one.
    pub(crate) fn value(&self) -> &Value {
        &self.values[0]
    }

    /// The first value, unless it is empty.
    pub(crate) fn text(&self) -> Option<String> {
        Some(self.value().text.clone()).filter(|text| !text.is_empty())
    }
}

/// All tags along the main line of a game.
///
/// Where the game branches the first branch is the main one, so the main line
/// is all that stands before the first closing parenthesis.
pub(crate) fn main_line(piece: &Piece) -> Result<Vec<Property>, ReadError> {
    let text = piece.text.as_str();
    let mut properties: Vec<Property> = Vec::new();
    let mut in_node = false;
    let mut offset = 0;
    while let Some(next) = text[offset..].chars().next() {
        match next {
            _ if next.is_whitespace() => offset += next.len_utf8(),
            '(' => {
                in_node = false;
                offset += 1;
            }
            ';' => {
                in_node = true;
                offset += 1;
            }
            ')' => return Ok(properties),
            _ if next.is_ascii_alphabetic() && in_node => {
                let length = text[offset..].bytes().take_while(u8::is_ascii_alphabetic).count();
                let name = &text[offset..offset + length];
                let (values, end) = values(piece, offset + length)?;
                // Old files spell tags out, `GaMe`: only capitals count.
                let name = name.chars().filter(char::is_ascii_uppercase).collect();
                properties.push(Property { name, values, offset });
                offset = end;
            }
            _ if in_node => return Err(piece.expected(offset, "a tag, ; or )")),
            _ => return Err(piece.expected(offset, ";")),
        }
    }
    Err(piece.error(offset, Fault::Truncated { inside: "a game" }))
}

/// One or more values in brackets, and where they end.
fn values(piece: &Piece, mut offset: usize) -> Result<(Vec<Value>, usize), ReadError> {
    let text = piece.text.as_str();
    let mut values = Vec::new();
    loop {
        let blank = text[offset..].len() - text[offset..].trim_start().len();
        if !text[offset + blank..].starts_with('[') {
            if values.is_empty() {
                return Err(piece.expected(offset + blank, "a value in brackets"));
            }
            return Ok((values, offset));
        }
        let start = offset + blank + 1;
        let mut value = String::new();
        let mut letters = text[start..].char_indices();
        offset = loop {
            match letters.next() {
                None => return Err(piece.error(start, Fault::Truncated { inside: "a value" })),
                Some((at, ']')) => break start + at + 1,
                Some((_, '\\')) => match letters.next() {
                    // An escaped line break joins two lines.
                    Some((_, '\n')) | None => {}
                    Some((_, letter)) => value.push(letter),
                },
                Some((_, letter)) => value.push(letter),
            }
        };
        values.push(Value { text: value, offset: start });
    }
}

/// A value as it stands between brackets.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// Writes the tags that have a value, then those of the record that the format
/// does not fill by itself.
pub(crate) fn write_tags(
    out: &mut dyn Write,
    tags: &[(&str, Option<String>)],
    record: &Record,
    set_elsewhere: &[&str],
) -> io::Result<()> {
    for (tag, text) in tags {
        if let Some(text) = text {
            write!(out, "{tag}[{}]", escape(text))?;
        }
    }
    for (tag, text) in &record.other {
        let tag = tag.as_str();
        if !set_elsewhere.contains(&tag) && tags.iter().all(|(own, _)| *own != tag) {
            write!(out, "{tag}[{}]", escape(text))?;
        }
    }
    Ok(())
}

/// Keeps a tag that the record has no field for.
pub(crate) fn keep(record: &mut Record, property: &Property) {
    if let (Some(tag), Some(text)) = (Tag::new(&property.name), property.text()) {
        record.other.insert(tag, text);
    }
}

/// Plays a move that names its colour. A pass left out before it is put in;
/// one after the end of the game is nothing.
pub(crate) fn play(
    record: &mut Record,
    color: Color,
    attempt: Move,
    note: Note,
) -> Result<(), Fault> {
    let number = record.game().moves().len() + 1;
    if attempt == Move::Pass && record.game().is_over() {
        return Ok(());
    }
    let turn = record.game().position().to_move();
    let passed_silently = turn != color && record.game().must_pass();
    if turn != color && !(passed_silently && attempt != Move::Pass) {
        return Err(Fault::Turn { number, given: color });
    }
    match attempt {
        Move::Place(square) => record.play_passing(square, note),
        Move::Pass => record.play(attempt, note),
    }
    .map_err(|illegal| Fault::Illegal { number, illegal })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, String> {
        let properties =
            main_line(&Piece::whole(text.into())).map_err(|error| error.to_string())?;
        Ok(properties.into_iter().map(|property| property.name).collect())
    }

    #[test]
    fn the_first_branch_is_the_main_line() {
        assert_eq!(
            names("(;A[1];B[2](;C[3](;D[4])(;E[5]))(;F[6]))").unwrap(),
            ["A", "B", "C", "D"]
        );
        assert_eq!(names("(;GaMe[2]\n  SiZe [8])").unwrap(), ["GM", "SZ"]);
    }

    #[test]
    fn escapes_are_undone() {
        let text = format!("(;C[{}])", escape(r"a] \ b"));
        let properties = main_line(&Piece::whole(text)).unwrap();
        assert_eq!(properties[0].value().text, r"a] \ b");
    }

    #[test]
    fn broken_games_say_where() {
        assert_eq!(
            names("(;A)"),
            Err("line 1, column 4: expected a value in brackets, found ')'".into())
        );
        assert_eq!(
            names("(;\n  A[1]!)"),
            Err("line 2, column 7: expected a tag, ; or ), found '!'".into())
        );
        assert_eq!(names("(A[1])"), Err("line 1, column 2: expected ;, found 'A'".into()));
    }
}
