//! Text in pieces of bounded size that remember where they came from.

use std::io::{self, BufRead, Read};

use crate::{Fault, Place, ReadError};

/// The longest line or game that is read, in bytes. A long game takes a few
/// kilobytes; whatever exceeds this is not a game.
pub const LIMIT: usize = 1 << 20;

/// A piece of text and where it begins.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Piece {
    /// A text of its own.
    pub(crate) fn whole(text: String) -> Self {
        Self { text, line: 1, column: 1 }
    }

    /// Where the byte `offset` of this piece is in the file.
    pub(crate) fn place(&self, offset: usize) -> Place {
        let before = &self.text[..self.text.floor_char_boundary(offset)];
        match before.rfind('\n') {
            None => Place::Text { line: self.line, column: self.column + before.chars().count() },
            Some(newline) => Place::Text {
                line: self.line + before.matches('\n').count(),
                column: before[newline..].chars().count(),
            },
        }
    }

    /// Where a part of this piece's text begins in it.
    pub(crate) fn offset_of(&self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr()).min(self.text.len())
    }

    /// An error at the byte `offset` of this piece.
    pub(crate) fn error(&self, offset: usize, fault: impl Into<Fault>) -> ReadError {
        ReadError { place: self.place(offset), fault: fault.into() }
    }

    /// The error of finding something else than `expected` at `offset`.
    pub(crate) fn expected(&self, offset: usize, expected: &'static str) -> ReadError {
        let found = self.text[offset..].chars().next();
        self.error(offset, Fault::Expected { expected, found })
    }
}

/// Lines of a text, each of at most [`LIMIT`] bytes.
pub(crate) struct Lines<R> {
    reader: R,
    line: usize,
    stopped: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Self {
        Self { reader, line: 0, stopped: false }
    }
}

/// The lines that are neither blank nor comments.
pub(crate) fn content(reader: impl BufRead) -> impl Iterator<Item = Result<Piece, ReadError>> {
    Lines::new(reader).filter(|line| {
        let text = line.as_ref().map_or("error", |line| line.text.trim_start());
        !text.is_empty() && !text.starts_with(['%', '#'])
    })
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = Result<Piece, ReadError>;

    /// The next line without its line break.
    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped {
            return None;
        }
        self.line += 1;
        let mut bytes = Vec::new();
        let limit = LIMIT as u64 + 1;
        let fault = match (&mut self.reader).take(limit).read_until(b'\n', &mut bytes) {
            Err(error) => Fault::Io(error),
            Ok(0) => return None,
            Ok(_) if bytes.len() > LIMIT => Fault::TooLong,
            Ok(_) => {
                while bytes.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
                    bytes.pop();
                }
                let mut text = decode(bytes);
                if self.line == 1 && text.starts_with('\u{feff}') {
                    text.remove(0);
                }
                return Some(Ok(Piece { text, line: self.line, column: 1 }));
            }
        };
        self.stopped = true;
        Some(Err(ReadError { place: Place::Text { line: self.line, column: 1 }, fault }))
    }
}

/// Parts of a text that stand in parentheses, with `[...]` protecting what is
/// inside: how both GGF and SGF hold their games.
pub(crate) fn parenthesized(
    reader: impl BufRead,
) -> impl Iterator<Item = Result<Piece, ReadError>> {
    Parenthesized::new(reader)
}

struct Parenthesized<R> {
    bytes: io::Bytes<R>,
    line: usize,
    column: usize,
    /// Whether the text since the last game was found to be none.
    lost: bool,
    stopped: bool,
}

impl<R: BufRead> Parenthesized<R> {
    fn new(reader: R) -> Self {
        Self { bytes: reader.bytes(), line: 1, column: 1, lost: false, stopped: false }
    }

    /// The next byte, counted.
    fn byte(&mut self) -> Result<Option<u8>, Fault> {
        let byte = self.bytes.next().transpose()?;
        match byte {
            Some(b'\n') => {
                self.line += 1;
                self.column = 1;
            }
            // Bytes that continue a character take no column.
            Some(byte) if byte & 0xc0 != 0x80 => self.column += 1,
            _ => {}
        }
        Ok(byte)
    }

    fn piece(&mut self) -> Result<Option<Piece>, ReadError> {
        // Between games stand line breaks and the number of games in a match.
        let mut skipped = 0;
        let (line, column, place) = loop {
            let (line, column) = (self.line, self.column);
            let place = Place::Text { line, column };
            match self.byte().map_err(|fault| ReadError { place, fault })? {
                None => return Ok(None),
                Some(b'(') => break (line, column, place),
                _ if skipped >= LIMIT => return Err(ReadError { place, fault: Fault::TooLong }),
                // One error is enough for all that is not a game.
                _ if self.lost => {}
                // A byte order mark may stand at the very beginning.
                Some(0xef | 0xbb | 0xbf) if self.line == 1 && self.column <= 2 => self.column = 1,
                Some(byte) if byte.is_ascii_whitespace() || byte.is_ascii_digit() => {}
                Some(byte) => {
                    self.lost = true;
                    let fault = Fault::Expected { expected: "(;", found: Some(byte.into()) };
                    return Err(ReadError { place, fault });
                }
            }
            skipped += 1;
        };
        self.lost = false;
        let fail = |fault| ReadError { place, fault };
        let mut bytes = vec![b'('];
        let mut depth = 1;
        let mut in_value = false;
        let mut escaped = false;
        while depth > 0 {
            let Some(byte) = self.byte().map_err(fail)? else {
                return Err(fail(Fault::Truncated { inside: "a game" }));
            };
            if bytes.len() >= LIMIT {
                return Err(fail(Fault::TooLong));
            }
            bytes.push(byte);
            match byte {
                _ if escaped => escaped = false,
                b'\\' if in_value => escaped = true,
                b']' => in_value = false,
                _ if in_value => {}
                b'[' => in_value = true,
                b'(' => depth += 1,
                b')' => depth -= 1,
                _ => {}
            }
        }
        Ok(Some(Piece { text: decode(bytes), line, column }))
    }
}

impl<R: BufRead> Iterator for Parenthesized<R> {
    type Item = Result<Piece, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.stopped {
            return None;
        }
        let piece = self.piece();
        self.stopped = piece.as_ref().is_err_and(|error| !error.is_of_one_item());
        piece.transpose()
    }
}

/// All of a text that may not be longer than [`LIMIT`].
pub(crate) fn whole(reader: impl Read) -> Result<Piece, ReadError> {
    let mut bytes = Vec::new();
    let fail = |fault| ReadError { place: Place::Text { line: 1, column: 1 }, fault };
    reader
        .take(LIMIT as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| fail(Fault::Io(error)))?;
    if bytes.len() > LIMIT {
        return Err(fail(Fault::TooLong));
    }
    let text = decode(bytes);
    Ok(Piece::whole(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
}

/// UTF-8 if it is, else Latin-1, in which old files name their players.
pub(crate) fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.as_bytes().iter().map(|byte| char::from(*byte)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_end_is_refused_before_it_fills_the_memory() {
        let endless = io::BufReader::new(io::repeat(b'x'));
        let mut lines = Lines::new(endless);
        let error = lines.next().unwrap().unwrap_err();
        assert_eq!(
            error.to_string(),
            "line 1, column 1: a line or game of more than 1024 KiB is not read"
        );
        assert!(lines.next().is_none());
    }

    #[test]
    fn a_game_without_end_is_refused_before_it_fills_the_memory() {
        let endless = io::BufReader::new(b"(;C[".chain(io::repeat(b'x')));
        let mut games = Parenthesized::new(endless);
        assert!(matches!(games.next().unwrap().unwrap_err().fault, Fault::TooLong));
        assert!(games.next().is_none());
        assert!(matches!(whole(io::repeat(b'[')).unwrap_err().fault, Fault::TooLong));
    }

    #[test]
    fn places_count_lines_and_characters() {
        let piece = Piece { text: "é;\nxé]".into(), line: 3, column: 5 };
        assert_eq!(piece.place(0), Place::Text { line: 3, column: 5 });
        assert_eq!(piece.place(2), Place::Text { line: 3, column: 6 });
        assert_eq!(piece.place(4), Place::Text { line: 4, column: 1 });
        assert_eq!(piece.place(7), Place::Text { line: 4, column: 3 });
    }

    #[test]
    fn parentheses_in_values_do_not_count() {
        let text = "1 (;a[)(\\])];)\n(;b)";
        let pieces: Vec<_> =
            Parenthesized::new(text.as_bytes()).map(|piece| piece.unwrap()).collect();
        assert_eq!(pieces[0].text, "(;a[)(\\])];)");
        assert_eq!((pieces[0].line, pieces[0].column), (1, 3));
        assert_eq!((pieces[1].line, pieces[1].column), (2, 1));
    }
}
