//! Nested arrays of small numbers, as JSON, Python and `NumPy` print them.

use outflank_core::{Bitboard, Color, Position, Square};

use crate::ReadError;
use crate::input::Piece;

/// The discs of one 8x8 array and where it begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Discs {
    pub(super) black: Bitboard,
    pub(super) white: Bitboard,
    pub(super) offset: usize,
}

impl Discs {
    /// The position with `to_move` to move.
    pub(super) fn position(self, to_move: Color) -> Position {
        Position::new(self.black, self.white, to_move).expect("a cell holds one number")
    }
}

/// Reads text piece by piece.
pub(super) struct Cursor<'a> {
    piece: &'a Piece,
    pub(super) offset: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(piece: &'a Piece) -> Self {
        Self { piece, offset: 0 }
    }

    fn rest(&self) -> &'a str {
        &self.piece.text[self.offset..]
    }

    fn skip_blank(&mut self) {
        self.offset += self.rest().len() - self.rest().trim_start().len();
    }

    /// Takes a letter if it comes next, after blanks.
    pub(super) fn take(&mut self, letter: char) -> bool {
        self.skip_blank();
        let found = self.rest().starts_with(letter);
        self.offset += if found { letter.len_utf8() } else { 0 };
        found
    }

    pub(super) fn expect(&mut self, letter: char, expected: &'static str) -> Result<(), ReadError> {
        if self.take(letter) { Ok(()) } else { Err(self.piece.expected(self.offset, expected)) }
    }

    /// Refuses anything but blanks.
    pub(super) fn expect_end(&mut self) -> Result<(), ReadError> {
        self.skip_blank();
        if self.rest().is_empty() {
            return Ok(());
        }
        Err(self.piece.expected(self.offset, "the end"))
    }

    /// -1, 0 or 1, also as a float with only zeros behind the point.
    fn cell(&mut self) -> Result<Option<Color>, ReadError> {
        self.skip_blank();
        let length =
            self.rest().bytes().take_while(|b| matches!(b, b'-' | b'.' | b'0'..=b'9')).count();
        let text = &self.rest()[..length];
        let whole = text.split_once('.').map_or(text, |(whole, part)| {
            if part.bytes().all(|digit| digit == b'0') { whole } else { text }
        });
        let cell = match whole {
            "-1" => Some(Color::Black),
            "1" => Some(Color::White),
            "0" | "-0" => None,
            _ => return Err(self.piece.expected(self.offset, "-1, 0 or 1")),
        };
        self.offset += length;
        Ok(cell)
    }

    /// `[[0, 0, ...], ...]`, with or without commas.
    pub(super) fn board(&mut self) -> Result<Discs, ReadError> {
        self.skip_blank();
        let mut discs = [Bitboard::EMPTY; 2];
        let offset = self.offset;
        self.expect('[', "[ before a board")?;
        for row in Square::ALL.chunks(8) {
            self.expect('[', "[ before a row of 8")?;
            for square in row {
                if let Some(color) = self.cell()? {
                    discs[color as usize] |= square.bitboard();
                }
                self.take(',');
            }
            self.expect(']', "] after a row of 8")?;
            self.take(',');
        }
        self.expect(']', "] after 8 rows")?;
        let [black, white] = discs;
        Ok(Discs { black, white, offset })
    }
}

/// The number of a square's disc.
pub(super) fn number(position: Position, square: Square) -> i8 {
    match position.color_at(square) {
        Some(Color::Black) => -1,
        None => 0,
        Some(Color::White) => 1,
    }
}

/// A board as JSON and Python write it, on one line.
pub(super) fn compact(position: Position) -> String {
    let rows = Square::ALL.chunks(8).map(|row| {
        let cells: Vec<_> = row.iter().map(|s| number(position, *s).to_string()).collect();
        format!("[{}]", cells.join(", "))
    });
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}

/// A board as `NumPy` prints it, on eight lines.
pub(super) fn numpy(position: Position) -> String {
    let rows = Square::ALL.chunks(8).map(|row| {
        let cells: Vec<_> = row.iter().map(|s| format!("{:>2}", number(position, *s))).collect();
        format!("[{}]", cells.join(" "))
    });
    format!("[{}]", rows.collect::<Vec<_>>().join("\n "))
}
