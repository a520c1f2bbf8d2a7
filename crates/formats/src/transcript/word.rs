//! The words of a transcript: moves, headers, a result.

use outflank_core::{Color, Move, Rule};

use crate::input::Piece;
use crate::{Ending, GameResult, ReadError};

/// A word and its place.
pub(super) enum Word<'a> {
    Header {
        name: &'a str,
        value: String,
    },
    Move(Move),
    /// A result, where a game ends.
    Result(Stated),
}

/// A result as a text states it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stated {
    /// `1-0`, `0-1`, `1/2-1/2`: who won, but not by how much.
    Winner(Option<Color>),
    /// `40-24`: the discs of both sides.
    Discs(i32, i32),
    /// `+16`: black's margin.
    Margin(i32),
    /// `*`: not known.
    Unknown,
}

impl Stated {
    pub(super) fn result(self, rule: Rule, ending: Ending) -> Option<GameResult> {
        let sign = if rule == Rule::Reversed { -1 } else { 1 };
        match self {
            Self::Unknown => None,
            Self::Winner(winner) => Some(GameResult { winner, margin: None, ending }),
            Self::Discs(black, white) => {
                Some(GameResult::of_black((sign * (black - white)).into(), ending))
            }
            Self::Margin(margin) => Some(GameResult::of_black(margin.into(), ending)),
        }
    }

    /// Reads a result at the beginning of a text, and its length.
    pub(super) fn first(text: &str) -> Option<(Self, usize)> {
        if text.starts_with('*') {
            return Some((Self::Unknown, 1));
        }
        if let Some(digits) = text.strip_prefix('+') {
            let (margin, length) = number(digits)?;
            return Some((Self::Margin(margin), 1 + length));
        }
        for draw in ["1/2-1/2", "½-½"] {
            if text.starts_with(draw) {
                return Some((Self::Winner(None), draw.len()));
            }
        }
        let (black, first) = number(text)?;
        let dash = text[first..].chars().next().filter(|c| matches!(c, '-' | '–' | ':'))?;
        let (white, second) = number(&text[first + dash.len_utf8()..])?;
        let stated = match (black, white) {
            (1, 0) => Self::Winner(Some(Color::Black)),
            (0, 1) => Self::Winner(Some(Color::White)),
            _ => Self::Discs(black, white),
        };
        Some((stated, first + dash.len_utf8() + second))
    }
}

/// The number of discs that a text begins with, and its length.
fn number(text: &str) -> Option<(i32, usize)> {
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let discs = text[..length].parse().ok().filter(|discs| *discs <= 64)?;
    Some((discs, length))
}

/// The words of a game. Move numbers, comments, variations and signs such as `!?` are skipped.
pub(super) struct Words<'a> {
    piece: &'a Piece,
    offset: usize,
}

impl<'a> Words<'a> {
    pub(super) const fn new(piece: &'a Piece) -> Self {
        Self { piece, offset: 0 }
    }

    /// The next word with its offset; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(usize, Word<'a>)>, ReadError> {
        loop {
            let text = &self.piece.text[self.offset..];
            let Some(first) = text.chars().next() else { return Ok(None) };
            let at = self.offset;
            let is_pass = text.starts_with("--");
            let skipped = match first {
                '[' => return self.header(text).map(|header| Some((at, header))),
                '{' => self.enclosed(text, '{', '}')?,
                '(' => self.enclosed(text, '(', ')')?,
                '$' => 1 + text[1..].bytes().take_while(u8::is_ascii_digit).count(),
                ',' | ';' | '!' | '?' | '–' | '|' => first.len_utf8(),
                '-' if !is_pass => 1,
                _ if first.is_whitespace() => first.len_utf8(),
                _ => 0,
            };
            if skipped > 0 {
                self.offset += skipped;
                continue;
            }
            if let Some((stated, length)) = Stated::first(text) {
                self.offset += length;
                return Ok(Some((at, Word::Result(stated))));
            }
            if first.is_ascii_digit() {
                self.offset += move_number(text).ok_or_else(|| {
                    self.piece.expected(at, "a square or a move number with a dot")
                })?;
                continue;
            }
            let (played, length) = first_move(text)
                .ok_or_else(|| self.piece.expected(at, "a square such as f5, or a pass"))?;
            self.offset += length;
            return Ok(Some((at, Word::Move(played))));
        }
    }

    /// The length of a text in brackets, which may stand in one another.
    fn enclosed(&self, text: &str, open: char, close: char) -> Result<usize, ReadError> {
        let mut depth = 0;
        for (offset, letter) in text.char_indices() {
            depth += i32::from(letter == open) - i32::from(letter == close);
            if depth == 0 {
                return Ok(offset + letter.len_utf8());
            }
        }
        let expected =
            if open == '{' { "a } that ends the comment" } else { "a ) that ends the variation" };
        Err(self.piece.expected(self.piece.text.len(), expected))
    }

    /// Reads `[Name "value"]`, in which `\"` is a quotation mark.
    fn header(&mut self, text: &'a str) -> Result<Word<'a>, ReadError> {
        let expected = |rest: &str| {
            let offset = self.piece.offset_of(rest);
            self.piece.expected(offset, "a header such as [Black \"Ada\"]")
        };
        let rest = text[1..].trim_start();
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let (name, rest) = rest.split_at(length);
        let rest = rest.trim_start();
        let quoted = rest.strip_prefix('"').filter(|_| length > 0).ok_or_else(|| expected(rest))?;
        let mut value = String::new();
        let mut letters = quoted.char_indices();
        loop {
            match letters.next() {
                None => return Err(expected(&quoted[quoted.len()..])),
                Some((at, '\n')) => return Err(expected(&quoted[at..])),
                Some((_, '"')) => break,
                Some((_, '\\')) => value.extend(letters.next().map(|(_, escaped)| escaped)),
                Some((_, letter)) => value.push(letter),
            }
        }
        let rest = letters.as_str().trim_start();
        let rest = rest.strip_prefix(']').ok_or_else(|| expected(rest))?;
        self.offset = self.piece.offset_of(rest);
        Ok(Word::Header { name, value })
    }
}

/// The length of a move number: `12.`, `12...`, `12)`, or `12` before a square.
fn move_number(text: &str) -> Option<usize> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = &text[digits..];
    let marks = rest.bytes().take_while(|byte| matches!(byte, b'.' | b')')).count();
    let is_before_a_move = || rest.starts_with(' ') && first_move(rest.trim_start()).is_some();
    (marks > 0 || is_before_a_move()).then_some(digits + marks)
}

/// The move a text begins with, and its length.
fn first_move(text: &str) -> Option<(Move, usize)> {
    [4, 2].into_iter().find_map(|length| Some((text.get(..length)?.parse().ok()?, length)))
}
