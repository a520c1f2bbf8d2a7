//! Writes any format by its name.

use std::io::{Seek, Write};

use crate::{Format, Item, WriteError, course, ggf, json, obf, position, sgf, transcript, wthor};

/// Writes games or positions one by one in a given format.
///
/// ```
/// use std::io::Cursor;
///
/// use outflank_core::{Game, Move, Rule, Square};
/// use outflank_formats::{Format, Record, Writer};
///
/// let mut game = Game::new();
/// game.play(Move::Place(Square::F5))?;
/// let mut file = Cursor::new(Vec::new());
/// let mut writer = Writer::new(Format::Transcript, &mut file)?;
/// writer.write(Record::of_game(Rule::Reversi, game).into())?;
/// writer.finish()?;
/// assert_eq!(file.into_inner(), b"f5\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer<W> {
    format: Format,
    sink: Sink<W>,
    written: u64,
}

enum Sink<W> {
    Text(W),
    Wthor(wthor::Writer<W>),
}

impl<W: Write + Seek> Writer<W> {
    /// Writes to `out`.
    pub fn new(format: Format, out: W) -> Result<Self, WriteError> {
        let sink = match format {
            Format::Wthor => Sink::Wthor(wthor::Writer::new(out)?),
            _ => Sink::Text(out),
        };
        Ok(Self { format, sink, written: 0 })
    }

    /// Writes a game or a position. Each is converted to the other if the format
    /// holds only the other.
    pub fn write(&mut self, item: Item) -> Result<(), WriteError> {
        if self.format.is_single() && self.written > 0 {
            let what = "more than one game or board".to_owned();
            return Err(WriteError::Unfit { format: self.format, what });
        }
        match &mut self.sink {
            Sink::Wthor(writer) => writer.write(&item.into_record())?,
            Sink::Text(out) => write_text(self.format, out, item)?,
        }
        self.written += 1;
        Ok(())
    }

    /// The number of games or positions written.
    pub const fn written(&self) -> u64 {
        self.written
    }

    /// Completes the file. For a WTHOR file it returns the names, which belong
    /// into files of their own.
    pub fn finish(self) -> Result<Option<wthor::Names>, WriteError> {
        match self.sink {
            Sink::Text(mut out) => {
                out.flush()?;
                Ok(None)
            }
            Sink::Wthor(writer) => writer.finish().map(Some),
        }
    }
}

/// Writes one game or position in a text format.
fn write_text(format: Format, out: &mut dyn Write, item: Item) -> Result<(), WriteError> {
    match format {
        Format::Position => position::write(out, &item.into_problem()),
        Format::Obf => obf::write(out, &item.into_problem()),
        Format::Transcript => transcript::write(out, &item.into_record()),
        Format::Ggf => ggf::write(out, &item.into_record()),
        Format::Sgf => sgf::write(out, &item.into_record()),
        Format::Json => json::write(out, &item.into_record()),
        Format::CourseBoard => course::board::write(out, &item.into_problem()),
        Format::CourseBoards => course::boards::write(out, &item.into_record()),
        Format::CourseSteps => course::steps::write(out, &item.into_record()),
        Format::Wthor => unreachable!("WTHOR has a sink of its own"),
    }
}
