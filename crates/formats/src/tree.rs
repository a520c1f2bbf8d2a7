//! The grammar that GGF and SGF share: `(;TAG[value]TAG[value];TAG[value])`.

use std::borrow::Cow;
use std::io::{self, BufRead, Write};

use outflank_core::{Color, Move, Rule};

use crate::input::{self, Piece};
use crate::{GameResult, Note, ReadError, ReadErrorKind, Record, Tag};

/// Reads games one by one with the `parse` function of a format.
pub(crate) fn read(
    reader: impl BufRead,
    rule: Rule,
    parse: fn(&Piece, &[Property<'_>], Rule) -> Result<Record, ReadError>,
) -> impl Iterator<Item = Result<Record, ReadError>> {
    input::parenthesized(reader).map(move |piece| {
        let piece = piece?;
        parse(&piece, &main_line(&piece)?, rule)
    })
}

/// The first game, or what is wrong with it.
#[cfg(test)]
pub(crate) fn first_game(
    mut games: impl Iterator<Item = Result<Record, ReadError>>,
) -> Result<Record, String> {
    games.next().expect("the text has a game").map_err(|error| error.to_string())
}

/// The fields that both formats have, partly under different tags.
pub(crate) struct SharedTags {
    pub(crate) event: &'static str,
    pub(crate) black_rating: &'static str,
    pub(crate) white_rating: &'static str,
    pub(crate) clock: &'static str,
    pub(crate) comment: &'static str,
}

impl SharedTags {
    const DATE: &'static str = "DT";
    const BLACK: &'static str = "PB";
    const WHITE: &'static str = "PW";
    const KOMI: &'static str = "KM";

    /// Reads a shared field. Any other tag is kept as it is.
    pub(crate) fn read_or_keep(&self, record: &mut Record, property: &Property<'_>) {
        match &*property.name {
            Self::DATE => record.date = property.text(),
            Self::BLACK => record.black.name = property.text(),
            Self::WHITE => record.white.name = property.text(),
            Self::KOMI => record.komi = number_or_keep(record, property),
            name if name == self.event => record.event = property.text(),
            name if name == self.black_rating => {
                record.black.rating = number_or_keep(record, property);
            }
            name if name == self.white_rating => {
                record.white.rating = number_or_keep(record, property);
            }
            name if name == self.clock => record.clock = property.text(),
            name if name == self.comment => record.comment = property.text(),
            _ => keep(record, property),
        }
    }

    /// The first tags of a file: event, date, players, ratings and clock.
    pub(crate) fn head(&self, record: &Record) -> Vec<(&'static str, Option<String>)> {
        let number = |number: f64| number.to_string();
        vec![
            (self.event, record.event.clone()),
            (Self::DATE, record.date.clone()),
            (Self::BLACK, record.black.name.clone()),
            (Self::WHITE, record.white.name.clone()),
            (self.black_rating, record.black.rating.map(number)),
            (self.white_rating, record.white.rating.map(number)),
            (self.clock, record.clock.clone()),
        ]
    }

    /// The tag of the komi.
    pub(crate) fn komi(record: &Record) -> (&'static str, Option<String>) {
        (Self::KOMI, record.komi.map(|komi| komi.to_string()))
    }

    /// The tag of the comment.
    pub(crate) fn comment(&self, record: &Record) -> (&'static str, Option<String>) {
        (self.comment, record.comment.clone())
    }
}

/// One tag with its values and its offset in the text.
#[derive(Debug)]
pub(crate) struct Property<'a> {
    pub(crate) name: Cow<'a, str>,
    /// The first value. Most tags have only one.
    pub(crate) value: Value<'a>,
    /// Further values, of setup tags.
    more: Vec<Value<'a>>,
    pub(crate) offset: usize,
    /// The node of the main line that the tag belongs to, from 1.
    pub(crate) node: usize,
}

/// The text between brackets, without escapes, and its offset.
#[derive(Debug)]
pub(crate) struct Value<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) offset: usize,
}

impl Value<'_> {
    /// The error of an invalid value.
    pub(crate) fn wrong(
        &self,
        piece: &Piece,
        field: &'static str,
        expected: &'static str,
    ) -> ReadError {
        let found = self.text.clone().into_owned();
        piece.error(self.offset, ReadErrorKind::Value { field, expected, found })
    }
}

impl<'a> Property<'a> {
    /// All values.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value<'a>> {
        std::iter::once(&self.value).chain(&self.more)
    }

    /// The first value; `None` if it is empty.
    pub(crate) fn text(&self) -> Option<String> {
        (!self.value.text.is_empty()).then(|| self.value.text.clone().into_owned())
    }

    /// Plays the move of a tag `B` or `W`.
    pub(crate) fn play(
        &self,
        piece: &Piece,
        record: &mut Record,
        (attempt, note): (Move, Note),
    ) -> Result<(), ReadError> {
        let color = if self.name == "B" { Color::Black } else { Color::White };
        record.play_as(color, attempt, note).map_err(|kind| piece.error(self.value.offset, kind))
    }
}

/// All tags along the main line of a game.
///
/// The first of several branches is the main one, so the main line is the text
/// before the first closing parenthesis.
fn main_line(piece: &Piece) -> Result<Vec<Property<'_>>, ReadError> {
    let text = piece.text.as_str();
    let mut properties = Vec::new();
    let mut in_node = false;
    let mut node = 0;
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
                node += 1;
                offset += 1;
            }
            ')' => return Ok(properties),
            _ if next.is_ascii_alphabetic() && in_node => {
                let (property, end) = property(piece, offset, node)?;
                properties.push(property);
                offset = end;
            }
            _ if in_node => return Err(piece.expected(offset, "a tag, ; or )")),
            _ => return Err(piece.expected(offset, ";")),
        }
    }
    Err(piece.error(offset, ReadErrorKind::Truncated { inside: "a game" }))
}

/// The tag at `offset` with its values, and the offset of their end.
fn property(piece: &Piece, offset: usize, node: usize) -> Result<(Property<'_>, usize), ReadError> {
    let text = piece.text.as_str();
    let length = text[offset..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let name = &text[offset..offset + length];
    // Old files write tags as words such as `GaMe`: the capitals are the tag. A
    // word without capitals is a tag in small letters.
    let is_upper = |letter: u8| letter.is_ascii_uppercase();
    let name: Cow<'_, str> = if name.bytes().all(is_upper) {
        name.into()
    } else if name.bytes().any(is_upper) {
        name.chars().filter(char::is_ascii_uppercase).collect()
    } else {
        name.to_ascii_uppercase().into()
    };
    let Some((value, mut end)) = value(piece, offset + length)? else {
        let blank = skip_blank(text, offset + length);
        return Err(piece.expected(blank, "a value in brackets"));
    };
    let mut more = Vec::new();
    while let Some((next, after)) = self::value(piece, end)? {
        more.push(next);
        end = after;
    }
    Ok((Property { name, value, more, offset, node }, end))
}

fn skip_blank(text: &str, offset: usize) -> usize {
    text.len() - text[offset..].trim_start().len()
}

/// The value in brackets at `offset`, after blanks, and the offset of its end.
fn value(piece: &Piece, offset: usize) -> Result<Option<(Value<'_>, usize)>, ReadError> {
    let text = piece.text.as_str();
    let open = skip_blank(text, offset);
    if !text[open..].starts_with('[') {
        return Ok(None);
    }
    let offset = open + 1;
    let mut escaped = false;
    let mut has_escapes = false;
    let length = text[offset..].bytes().position(|byte| match byte {
        _ if escaped => {
            escaped = false;
            false
        }
        b'\\' => {
            escaped = true;
            has_escapes = true;
            false
        }
        byte => byte == b']',
    });
    let Some(length) = length else {
        return Err(piece.error(offset, ReadErrorKind::Truncated { inside: "a value" }));
    };
    let raw = &text[offset..offset + length];
    let text = if has_escapes { unescape(raw).into() } else { raw.into() };
    Ok(Some((Value { text, offset }, offset + length + 1)))
}

/// A value without its escapes; an escaped line break joins two lines.
fn unescape(raw: &str) -> String {
    let mut letters = raw.chars();
    let mut text = String::with_capacity(raw.len());
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => text.extend(letters.next().filter(|escaped| *escaped != '\n')),
            _ => text.push(letter),
        }
    }
    text
}

/// A value with escapes, as it is written between brackets.
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
        let is_written = tags.iter().any(|(own, text)| *own == tag && text.is_some());
        if !set_elsewhere.contains(&tag) && !is_written {
            write!(out, "{tag}[{}]", escape(text))?;
        }
    }
    Ok(())
}

/// Keeps a tag that the record has no field for.
pub(crate) fn keep(record: &mut Record, property: &Property<'_>) {
    if let (Some(tag), Some(text)) = (Tag::new(&property.name), property.text()) {
        record.other.insert(tag, text);
    }
}

/// The text that was kept of a tag.
pub(crate) fn kept<'a>(record: &'a Record, name: &str) -> Option<&'a str> {
    record.other.iter().find(|(tag, _)| tag.as_str() == name).map(|(_, text)| text.as_str())
}

/// The number of a tag. A text that is not a number is kept as it is.
pub(crate) fn number_or_keep(record: &mut Record, property: &Property<'_>) -> Option<f64> {
    let number = number(&property.value.text);
    record.other.retain(|tag, _| tag.as_str() != property.name);
    if number.is_none() {
        keep(record, property);
    }
    number
}

/// The text of an unknown result.
pub(crate) const UNKNOWN: &str = "?";

/// Sets the result that the file gives, or else the result on the board. A text
/// that is not a result is kept, unless the board gives one.
pub(crate) fn conclude(
    record: &mut Record,
    result: Option<&Property<'_>>,
    parse: fn(&Record, &str) -> Option<GameResult>,
) {
    if let Some(property) = result {
        record.outcome = parse(record, &property.value.text);
        if property.value.text != UNKNOWN {
            keep(record, property);
        }
    }
    record.settle_by_the_board();
    if record.outcome.is_some() {
        record.other.retain(|tag, _| tag.as_str() != "RE");
    }
}

/// The number of a text; `None` if it is not a finite number.
pub(crate) fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<Vec<String>, String> {
        let piece = Piece::whole(text.into());
        let properties = main_line(&piece).map_err(|error| error.to_string())?;
        Ok(properties.into_iter().map(|property| property.name.into_owned()).collect())
    }

    #[test]
    fn the_first_branch_is_the_main_line() {
        assert_eq!(
            names("(;A[1];B[2](;C[3](;D[4])(;E[5]))(;F[6]))").unwrap(),
            ["A", "B", "C", "D"]
        );
        assert_eq!(names("(;GaMe[2]\n  SiZe [8];b[f5])").unwrap(), ["GM", "SZ", "B"]);
    }

    #[test]
    fn escapes_are_undone() {
        let text = format!("(;C[{}])", escape(r"a] \ b"));
        let piece = Piece::whole(text);
        let properties = main_line(&piece).unwrap();
        assert_eq!(properties[0].value.text, r"a] \ b");
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
