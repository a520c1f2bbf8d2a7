//! Reads any format by its name.

use std::io::BufRead;

use outflank_core::{Color, Rule};

use crate::{Format, Item, ReadError, course, ggf, json, obf, position, sgf, transcript, wthor};

/// Facts that some formats do not contain.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The game of files that do not name one.
    pub rule: Rule,
    /// The side to move on a course board.
    pub to_move: Color,
    /// The players and tournaments of a WTHOR file.
    pub names: wthor::Names,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { rule: Rule::Reversi, to_move: Color::Black, names: wthor::Names::default() }
    }
}

/// Reads games or positions one by one.
///
/// After an error the iterator continues with the next item if
/// [`ReadError::is_of_one_item`] is true, and ends otherwise.
///
/// ```
/// use outflank_core::{Rule, Score};
/// use outflank_formats::{Format, ReadOptions, read};
///
/// let file = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38;";
/// let options = ReadOptions { rule: Rule::Reversi, ..ReadOptions::default() };
/// for item in read(Format::Obf, file.as_bytes(), options) {
///     assert_eq!(item?.into_problem().best_score(), Score::new(38));
/// }
/// # Ok::<(), outflank_formats::ReadError>(())
/// ```
pub fn read<'a, R: BufRead + 'a>(
    format: Format,
    reader: R,
    options: ReadOptions,
) -> Box<dyn Iterator<Item = Result<Item, ReadError>> + 'a> {
    fn items<'a, T: Into<Item>>(
        reader: impl Iterator<Item = Result<T, ReadError>> + 'a,
    ) -> Box<dyn Iterator<Item = Result<Item, ReadError>> + 'a> {
        Box::new(reader.map(|item| item.map(Into::into)))
    }
    let ReadOptions { rule, to_move, names } = options;
    match format {
        Format::Position => items(position::read(reader, rule)),
        Format::Obf => items(obf::read(reader, rule)),
        Format::Transcript => items(transcript::read(reader, rule)),
        Format::Ggf => items(ggf::read(reader, rule)),
        Format::Sgf => items(sgf::read(reader, rule)),
        Format::Wthor => items(wthor::Reader::new(reader, names)),
        Format::Json => items(json::read(reader)),
        Format::CourseBoard => items(std::iter::once(course::board::read(reader, rule, to_move))),
        Format::CourseBoards => items(std::iter::once(course::boards::read(reader, rule))),
        Format::CourseSteps => items(std::iter::once(course::steps::read(reader, rule))),
    }
}
