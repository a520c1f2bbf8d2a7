//! One board: `[[0, 0, ...], ...]`. The side to move is not part of it.

use std::io::{Read, Write};

use outflank_core::{Color, Rule};

use super::array::{Cursor, compact};
use crate::{Problem, ReadError, WriteError, input};

/// Reads the board of a whole text.
pub fn read(reader: impl Read, rule: Rule, to_move: Color) -> Result<Problem, ReadError> {
    let piece = input::whole(reader)?;
    let mut cursor = Cursor::new(&piece);
    let discs = cursor.board()?;
    cursor.expect_end()?;
    Ok(Problem::new(rule, discs.position(to_move)))
}

/// Writes a board as one line.
pub fn write(out: &mut dyn Write, problem: &Problem) -> Result<(), WriteError> {
    writeln!(out, "{}", compact(problem.position))?;
    Ok(())
}
