//! The step log of the course's judge.
//!
//! A text with, for every move, the board before it, a line
//! `['10000001', '1', '0', 2, 3, -1, [[...]]]` that names the player, the row,
//! the column and the colour, the time used and the candidate list; and at the
//! end the winner. Other lines are skipped.

use std::io::{BufRead, Write};

use outflank_core::{Color, Move, Position, Rule, Square};

use super::array::{compact, numpy};
use crate::input::{Lines, Piece};
use crate::record::{NANOS_PER_SECOND, duration};
use crate::{
    Ending, Format, GameResult, Note, Place, Player, ReadError, ReadErrorKind, Record, WriteError,
};

/// Reads the game of a whole text. The winner tells which game was played;
/// without one it is `rule`.
pub fn read(reader: impl BufRead, rule: Rule) -> Result<Record, ReadError> {
    let mut record = Record::new(rule, Position::START);
    let mut has_players = false;
    let mut winner = None;
    let mut last_line = 1;
    for line in Lines::new(reader) {
        let line = line?;
        last_line = line.line;
        let text = line.text.trim();
        if let Some(players) = text.strip_prefix("Black is ") {
            let names = players.split_once(", white is ");
            let (black, white) =
                names.ok_or_else(|| line.expected(line.text.len(), ", white is and a name"))?;
            record.black.name = name(black);
            record.white.name = name(white);
            has_players = true;
        } else if text.starts_with("['") {
            play(&line, &mut record)?;
        } else if let Some(time) = text.strip_prefix("Use Time: ") {
            let time = time.split(',').next().unwrap_or_default().trim();
            let time = time
                .parse()
                .ok()
                .and_then(|time| duration(time, NANOS_PER_SECOND))
                .ok_or_else(|| wrong(&line, "the time used", "seconds", time))?;
            if let Some(note) = record.last_note() {
                note.time = Some(time);
            }
        } else if let Some(color) = text.strip_prefix("Winner is ") {
            winner = Some(parse_winner(&line, color)?);
        }
    }
    if !has_players {
        let kind = ReadErrorKind::Expected {
            expected: "a line 'Black is ..., white is ...'",
            found: None,
        };
        return Err(ReadError { place: Place::Text { line: last_line, column: 1 }, kind });
    }
    if let Some(winner) = winner {
        conclude(&mut record, winner);
    }
    record.settle_by_the_board();
    Ok(record)
}

/// The error of a part of the line that makes no sense.
fn wrong(line: &Piece, field: &'static str, expected: &'static str, found: &str) -> ReadError {
    line.error(
        line.offset_of(found),
        ReadErrorKind::Value { field, expected, found: found.to_owned() },
    )
}

/// The name of an unknown player.
const UNKNOWN: &str = "?";

fn name(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|name| !name.is_empty() && name != UNKNOWN)
}

/// Plays the move of `['player', '1', '0', row, column, colour, ...`.
fn play(line: &Piece, record: &mut Record) -> Result<(), ReadError> {
    let mut fields = line.text.split(',').skip(3).map(|field| field.trim().parse::<i8>().ok());
    let mut field = || fields.next().flatten();
    let (row, column, color) = (field(), field(), field());
    let square = row.zip(column).and_then(|(row, column)| {
        Square::at(usize::try_from(row).ok()?, usize::try_from(column).ok()?)
    });
    let color = match color {
        Some(-1) => Some(Color::Black),
        Some(1) => Some(Color::White),
        _ => None,
    };
    let (square, color) = square.zip(color).ok_or_else(|| {
        wrong(line, "a step", "['player', '1', '0', row, column, colour, ...", line.text.trim())
    })?;
    record
        .play_as(color, Move::Place(square), Note::default())
        .map_err(|kind| line.error(line.offset_of(line.text.trim()), kind))
}

/// The colour that won; `None` for a draw.
fn parse_winner(line: &Piece, text: &str) -> Result<Option<Color>, ReadError> {
    match text.trim() {
        "-1" => Ok(Some(Color::Black)),
        "1" => Ok(Some(Color::White)),
        "0" => Ok(None),
        other => Err(wrong(line, "the winner", "-1 black, 1 white or 0 draw", other)),
    }
}

/// Sets the winner that the judge names. On a finished board the winner also shows
/// which rule was played.
fn conclude(record: &mut Record, winner: Option<Color>) {
    let more_discs = record
        .game()
        .result(Rule::Reversi, Color::Black)
        .map(|score| GameResult::of_black(score.discs().into(), Ending::Finished));
    record.outcome = match (more_discs, winner) {
        (Some(outcome), Some(winner)) => {
            let side = outcome.winner;
            if side.is_some() {
                record.rule = if side == Some(winner) { Rule::Reversi } else { Rule::Reversed };
            }
            Some(GameResult { winner: Some(winner), ..outcome })
        }
        (Some(outcome), None) => Some(GameResult { winner: None, ..outcome }),
        // The judge stopped the game before its end.
        (None, _) => Some(GameResult { winner, margin: None, ending: Ending::Settled }),
    };
}

/// The facts about a move that a [`Note`] has no field for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Whether the time was up, and the last candidate was taken.
    pub is_late: bool,
    /// The list of the player, its choice last; if empty, every legal move and
    /// the choice stand for it.
    pub candidates: Vec<Square>,
}

/// Writes a game as the judge does.
pub fn write(out: &mut dyn Write, record: &Record) -> Result<(), WriteError> {
    write_with(out, record, &[])
}

/// Writes a game as the judge does, with a step for each move and pass. `steps` may be
/// shorter than the game.
pub fn write_with(out: &mut dyn Write, record: &Record, steps: &[Step]) -> Result<(), WriteError> {
    record.expect_usual_start(Format::CourseSteps)?;
    let name = |player: &Player| one_line(player.name.as_deref().unwrap_or_default());
    let (black, white) = (name(&record.black), name(&record.white));
    writeln!(out, "Black is {black}, white is {white}")?;
    let unknown = Step::default();
    let steps = steps.iter().chain(std::iter::repeat(&unknown));
    for (((position, played), note), step) in record.game().plies().zip(record.notes()).zip(steps) {
        let Some((square, next)) = played.square().and_then(|s| Some((s, position.play(s)?)))
        else {
            continue;
        };
        let (name, number) = match position.to_move() {
            Color::Black => (&black, -1),
            Color::White => (&white, 1),
        };
        let candidates: Vec<_> = if step.candidates.is_empty() {
            position.board().legal_moves().iter().chain([square]).map(pair).collect()
        } else {
            step.candidates.iter().copied().map(pair).collect()
        };
        let late = if step.is_late { "True" } else { "False" };
        writeln!(out, "Chessboard input is: \n{}", numpy(position))?;
        writeln!(
            out,
            "['{name}', '1', '0', {}, {}, {number}, {}]",
            square.row(),
            square.column(),
            compact(position)
        )?;
        if let Some(seconds) = note.seconds() {
            writeln!(out, "Use Time: {seconds}, This step timeout is {late}")?;
        }
        writeln!(out, "The candidate list of user is: [{}]", candidates.join(", "))?;
        writeln!(out, "Chessboard output is: \n{}", numpy(next))?;
        writeln!(out, "-----------------")?;
    }
    if let Some(outcome) = record.outcome {
        let winner = match outcome.winner {
            Some(Color::Black) => -1,
            Some(Color::White) => 1,
            None => 0,
        };
        writeln!(out, "Winner is {winner}")?;
    }
    Ok(())
}

/// `(row, column)`.
fn pair(square: Square) -> String {
    format!("({}, {})", square.row(), square.column())
}

/// A name without what the log's lines are made of.
fn one_line(name: &str) -> String {
    let is_syntax = |c: char| c.is_control() || matches!(c, ',' | '\'');
    let name: String = name.chars().map(|c| if is_syntax(c) { ' ' } else { c }).collect();
    match name.trim() {
        "" => UNKNOWN.to_owned(),
        name => name.to_owned(),
    }
}
