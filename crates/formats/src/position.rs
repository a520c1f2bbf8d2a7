//! Position strings: 64 letters from a1 to h8, then the side to move.
//!
//! One position a line, or one spread over several lines as a grid. Lines that
//! begin with `%` or `#` are comments.

use std::io::{BufRead, Write};

use outflank_core::{ParsePositionError, Position};

use crate::input::{LIMIT, Lines, Piece};
use crate::{Fault, Problem, ReadError, WriteError};

/// Reads positions one by one.
pub struct Reader<R>(Lines<R>);

impl<R: BufRead> Reader<R> {
    /// Reads from `reader`.
    pub fn new(reader: R) -> Self {
        Self(Lines::new(reader))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Problem, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut piece = match self.0.next_content()? {
            Ok(piece) => piece,
            Err(error) => return Some(Err(error)),
        };
        // 64 squares and a side: what has fewer letters goes on in the next
        // line.
        let mut found = letters(&piece.text);
        while found < 65 {
            match self.0.next() {
                Some(Ok(more)) => {
                    found += letters(&more.text);
                    piece.text.push('\n');
                    piece.text.push_str(&more.text);
                }
                Some(Err(error)) => return Some(Err(error)),
                None => break,
            }
            if piece.text.len() > LIMIT {
                self.0.stop();
                return Some(Err(piece.error(0, Fault::TooLong)));
            }
        }
        Some(parse(&piece).map(Problem::from))
    }
}

fn letters(text: &str) -> usize {
    text.chars().filter(|letter| !letter.is_whitespace()).count()
}

fn parse(piece: &Piece) -> Result<Position, ReadError> {
    piece.text.parse().map_err(|error: ParsePositionError| piece.error(error.offset, error.kind))
}

/// Writes a position as one line.
pub fn write(out: &mut dyn Write, problem: &Problem) -> Result<(), WriteError> {
    writeln!(out, "{}", problem.position)?;
    Ok(())
}
