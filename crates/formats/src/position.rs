//! Position strings: 64 letters from a1 to h8, then the side to move.
//!
//! One position a line, or one spread over several lines as a grid. Lines that
//! begin with `%` or `#` are comments.

use std::io::{BufRead, Write};
use std::iter::Peekable;

use outflank_core::{ParsePositionError, Position, Rule};

use crate::input::{self, LIMIT, Piece};
use crate::{Fault, Problem, ReadError, WriteError};

/// Reads positions one by one; a file does not say which game they are of.
pub fn read(reader: impl BufRead, rule: Rule) -> impl Iterator<Item = Result<Problem, ReadError>> {
    let mut lines = input::content(reader).peekable();
    let mut stopped = false;
    std::iter::from_fn(move || {
        if stopped {
            return None;
        }
        let piece = lines.next()?.and_then(|first| whole_grid(first, &mut lines));
        stopped = piece.as_ref().is_err_and(|error| !error.is_of_one_item());
        Some(piece.and_then(|piece| Ok(Problem::new(rule, parse(&piece)?))))
    })
}

/// The letters of a row in a grid; a line with more holds a whole position.
const ROW: usize = 8;
/// The letters of a position: the squares and the side to move.
const WHOLE: usize = 65;

/// A line, or where it is the first row of a grid, all of the grid as a piece.
fn whole_grid(
    mut piece: Piece,
    lines: &mut Peekable<impl Iterator<Item = Result<Piece, ReadError>>>,
) -> Result<Piece, ReadError> {
    let is_row = |text: &str| letters(text) <= ROW;
    if !is_row(&piece.text) {
        return Ok(piece);
    }
    let mut end = piece.line;
    while letters(&piece.text) < WHOLE {
        let Some(row) = lines.next_if(|line| line.as_ref().map_or(true, |line| is_row(&line.text)))
        else {
            break;
        };
        let row = row?;
        let breaks = row.line - end;
        if piece.text.len() + breaks + row.text.len() > LIMIT {
            return Err(piece.error(0, Fault::TooLong));
        }
        // As many breaks as there were, for places to stay true.
        piece.text.extend(std::iter::repeat_n('\n', breaks));
        piece.text.push_str(&row.text);
        end = row.line;
    }
    Ok(piece)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<Position, String>> {
        super::read(text.as_bytes(), Rule::Reversi)
            .map(|item| item.map(|item| item.position).map_err(|error| error.to_string()))
            .collect()
    }

    #[test]
    fn a_grid_is_one_position_and_comments_may_stand_in_it() {
        let start = Position::START.to_string();
        let rows: Vec<_> = start.as_bytes()[..64].chunks(8).map(String::from_utf8_lossy).collect();
        let grid = rows.join("\n% a comment\n\n") + "\n";
        let text = format!("{grid}X\n{grid}O\n{start}\n");
        let [start, other] = [Position::START, Position::START.pass()];
        assert_eq!(read(&text)[0], Ok(start));
        let swapped = read(&text)[1].clone().unwrap();
        assert_eq!(
            (swapped.to_move(), swapped.board().empties()),
            (other.to_move(), other.board().empties())
        );
        assert_eq!(read(&text)[2..], [Ok(start)]);
    }

    #[test]
    fn a_bad_line_is_found_where_it_is_and_takes_no_other_with_it() {
        let start = Position::START.to_string();
        let sideless = &start[..64];
        assert_eq!(
            read(&format!("{sideless}\n{start}\nXO\n{start}\n---\n  -?\n")),
            [
                Err("line 1, column 65: the side to move is missing after the board: add X or O"
                    .into()),
                Ok(Position::START),
                Err("line 3, column 3: a board has 64 squares, found 2".into()),
                Ok(Position::START),
                Err("line 6, column 4: square e1 is '?', expected X, O or -".into()),
            ]
        );
    }
}
