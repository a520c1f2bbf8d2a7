//! The boards log, `chess_log.txt`: one JSON array with the board after each
//! disc placed.
//!
//! The starting position and passes are not in it, and some logs are cut short.

use std::io::{Read, Write};

use outflank_core::{Color, Position, Rule, Square};

use super::array::{Cursor, Discs, compact};
use crate::{Format, Note, ReadError, ReadErrorKind, Record, WriteError, input};

/// Reads the game of a whole text. The log does not name the game, so `rule`
/// does.
pub fn read(reader: impl Read, rule: Rule) -> Result<Record, ReadError> {
    let piece = input::whole(reader)?;
    let mut record = Record::new(rule, Position::START);
    let mut cursor = Cursor::new(&piece);
    cursor.expect('[', "[ before the boards")?;
    let mut number = 1;
    while !cursor.take(']') {
        let discs = cursor.board()?;
        step(&mut record, discs)
            .ok_or_else(|| piece.error(discs.offset, ReadErrorKind::Leap { number }))?;
        number += 1;
        if !cursor.take(',') {
            cursor.expect(']', ", or ] after a board")?;
            break;
        }
    }
    cursor.expect_end()?;
    record.settle_by_the_board();
    Ok(record)
}

/// Plays the one move that leads to these discs, after a pass if need be.
fn step(record: &mut Record, discs: Discs) -> Option<()> {
    let before = record.game().position();
    let placed = (discs.black | discs.white) & before.board().empties();
    let square = placed.first().filter(|_| placed.len() == 1)?;
    record.play_passing(square, Note::default()).ok()?;
    let after = record.game().position();
    (Color::BOTH.map(|color| after.discs(color)) == [discs.black, discs.white]).then_some(())
}

/// Writes a game as one line.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    record.expect_usual_start(Format::CourseBoards)?;
    let boards = record.game().plies().filter_map(|(position, played)| {
        let square: Square = played.square()?;
        Some(compact(position.play(square)?))
    });
    writeln!(out, "[{}]", boards.collect::<Vec<_>>().join(", "))?;
    Ok(())
}
