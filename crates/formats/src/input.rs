//! Text in pieces of bounded size that know their place in the file.

use std::io::{self, BufRead, Read};

use crate::{Place, ReadError, ReadErrorKind};

/// The maximum length of a line or game, in bytes. A long game takes a few
/// kilobytes.
pub const LIMIT: usize = 1 << 20;

/// A piece of text and its place in the file.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Piece {
    /// A piece that is the whole text.
    pub(crate) fn whole(text: String) -> Self {
        Self { text, line: 1, column: 1 }
    }

    /// The place of byte `offset` of this piece in the file.
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

    /// The offset of `part`, which is a part of this text.
    pub(crate) fn offset_of(&self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr()).min(self.text.len())
    }

    /// An error at the byte `offset` of this piece.
    pub(crate) fn error(&self, offset: usize, kind: impl Into<ReadErrorKind>) -> ReadError {
        ReadError { place: self.place(offset), kind: kind.into() }
    }

    /// The error of finding anything but `expected` at `offset`.
    pub(crate) fn expected(&self, offset: usize, expected: &'static str) -> ReadError {
        let found = self.text[offset..].chars().next();
        self.error(offset, ReadErrorKind::Expected { expected, found })
    }
}

/// Lines of a text, with a maximum of [`LIMIT`] bytes each.
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
        let kind = match (&mut self.reader).take(limit).read_until(b'\n', &mut bytes) {
            Err(error) => ReadErrorKind::Io(error),
            Ok(0) => return None,
            Ok(_) if bytes.len() > LIMIT => ReadErrorKind::TooLong,
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
        Some(Err(ReadError { place: Place::Text { line: self.line, column: 1 }, kind }))
    }
}

/// The parts of a text in parentheses, which are the games of GGF and SGF.
/// Parentheses inside of `[...]` do not count.
pub(crate) fn parenthesized(
    reader: impl BufRead,
) -> impl Iterator<Item = Result<Piece, ReadError>> {
    Parenthesized::new(reader)
}

struct Parenthesized<R> {
    bytes: io::Bytes<R>,
    line: usize,
    column: usize,
    /// Whether text that is not a game has been reported since the last game.
    lost: bool,
    stopped: bool,
}

impl<R: BufRead> Parenthesized<R> {
    fn new(reader: R) -> Self {
        Self { bytes: reader.bytes(), line: 1, column: 1, lost: false, stopped: false }
    }

    /// The next byte. Counts lines and columns.
    fn byte(&mut self) -> Result<Option<u8>, ReadErrorKind> {
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
        // Between games there are line breaks and the number of games in a match.
        let mut skipped = 0;
        let (line, column, place) = loop {
            let (line, column) = (self.line, self.column);
            let place = Place::Text { line, column };
            match self.byte().map_err(|kind| ReadError { place, kind })? {
                None => return Ok(None),
                Some(b'(') => break (line, column, place),
                _ if skipped >= LIMIT => {
                    return Err(ReadError { place, kind: ReadErrorKind::TooLong });
                }
                // Text that is not a game is reported once.
                _ if self.lost => {}
                // A file may begin with a byte order mark.
                Some(0xef | 0xbb | 0xbf) if self.line == 1 && self.column <= 2 => self.column = 1,
                Some(byte) if byte.is_ascii_whitespace() || byte.is_ascii_digit() => {}
                Some(byte) => {
                    self.lost = true;
                    let kind = ReadErrorKind::Expected { expected: "(;", found: Some(byte.into()) };
                    return Err(ReadError { place, kind });
                }
            }
            skipped += 1;
        };
        self.lost = false;
        let fail = |kind| ReadError { place, kind };
        let mut bytes = vec![b'('];
        let mut depth = 1;
        let mut in_value = false;
        let mut escaped = false;
        while depth > 0 {
            let Some(byte) = self.byte().map_err(fail)? else {
                return Err(fail(ReadErrorKind::Truncated { inside: "a game" }));
            };
            if bytes.len() >= LIMIT {
                return Err(fail(ReadErrorKind::TooLong));
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

/// Reads a whole text, with a maximum of [`LIMIT`] bytes.
pub(crate) fn whole(reader: impl Read) -> Result<Piece, ReadError> {
    let mut bytes = Vec::new();
    let fail = |kind| ReadError { place: Place::Text { line: 1, column: 1 }, kind };
    reader
        .take(LIMIT as u64 + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| fail(ReadErrorKind::Io(error)))?;
    if bytes.len() > LIMIT {
        return Err(fail(ReadErrorKind::TooLong));
    }
    let text = decode(bytes);
    Ok(Piece::whole(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text)))
}

/// Decodes UTF-8, or Latin-1 if the bytes are not UTF-8. Old files write names in
/// Latin-1.
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
        assert!(matches!(games.next().unwrap().unwrap_err().kind, ReadErrorKind::TooLong));
        assert!(games.next().is_none());
        assert!(matches!(whole(io::repeat(b'[')).unwrap_err().kind, ReadErrorKind::TooLong));
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
