//! Position strings: 64 letters from a1 to h8, then the side to move.
//!
//! One position a line, or one spread over several lines as a grid. Lines that
//! begin with `%` or `#` are comments. Where the side to move is left out, the
//! number of discs tells it.

use std::io::{BufRead, Write};
use std::iter::Peekable;

use outflank_core::{ParsePositionError, ParsePositionErrorKind, Position, Rule};

use crate::input::{self, LIMIT, Piece};
use crate::{Problem, ReadError, ReadErrorKind, WriteError};

/// Reads positions one by one. The file does not name the game, so `rule` does.
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

/// The whole grid if a line is the first row of one, otherwise the line.
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
            return Err(piece.error(0, ReadErrorKind::TooLong));
        }
        // The same number of line breaks as in the file keeps places right.
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
    piece
        .text
        .parse()
        .or_else(|error: ParsePositionError| match error.kind {
            ParsePositionErrorKind::NoSide if !ends_with_a_side(&piece.text) => {
                format!("{}X", piece.text).parse().map(by_the_discs).map_err(|_| error)
            }
            _ => Err(error),
        })
        .map_err(|error| piece.error(error.offset, error.kind))
}

/// Whether the last letter stands alone. It is a side to move then, and a square is missing.
fn ends_with_a_side(text: &str) -> bool {
    let mut words = text.split_whitespace();
    words.next().is_some_and(|first| first.len() > 1)
        && words.last().is_some_and(|last| last.len() == 1)
}

/// The position with the side to move that the number of discs tells: black after an
/// even number of moves, unless only the other side can move.
fn by_the_discs(black: Position) -> Position {
    let white = black.pass();
    let [first, second] = if black.board().empties().len().is_multiple_of(2) {
        [black, white]
    } else {
        [white, black]
    };
    if first.legal_moves().is_empty() && !second.legal_moves().is_empty() { second } else { first }
}

/// Writes a position as one line.
pub fn write(out: &mut dyn Write, problem: &Problem) -> Result<(), WriteError> {
    writeln!(out, "{}", problem.position)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use outflank_core::{Color, Square};

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
    fn the_discs_tell_a_side_that_is_left_out() {
        let side = |text: &str| read(text).remove(0).unwrap().to_move();
        let after = Position::START.play(Square::F5).unwrap().to_string();
        assert_eq!(side(&after[..64]), Color::White);
        let grid = after.as_bytes()[..64].chunks(8).map(String::from_utf8_lossy);
        assert_eq!(side(&grid.collect::<Vec<_>>().join("\n")), Color::White);
        let spaced: String = after[..64].chars().flat_map(|square| [square, ' ']).collect();
        assert_eq!(side(&spaced), Color::White);
        // A square is missing, not the side.
        assert!(read(&after[1..]).remove(0).is_err());
        // An even number of discs, but only white can move.
        assert_eq!(side(&format!("OX{}", "-".repeat(62))), Color::White);
    }

    #[test]
    fn a_bad_line_is_found_where_it_is_and_takes_no_other_with_it() {
        let start = Position::START.to_string();
        let sideless = &start[..64];
        assert_eq!(
            read(&format!("{sideless}\n{start}\nXO\n{start}\n---\n  -?\n")),
            [
                Ok(Position::START),
                Ok(Position::START),
                Err("line 3, column 3: a board has 64 squares, found 2".into()),
                Ok(Position::START),
                Err("line 6, column 4: square e1 is '?', expected X, O or -".into()),
            ]
        );
    }
}
