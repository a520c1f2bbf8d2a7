//! Positions from wherever the user has them.

use std::path::Path;

use outflank_core::{Position, Rule};
use outflank_formats::{Format, Item, Problem};

use crate::failure::Failure;
use crate::files;
use crate::one_game::{Input, pasted_format, read_items};

/// A text of at least this length that is no file is meant to be a position.
const MIN_POSITION_LENGTH: usize = 41;

/// Reads all positions of `text`: a position, a file, `-` for standard input, or a transcript.
/// A game stands for the position at its end.
pub(crate) fn read_positions(text: &str, rule: Rule) -> Result<Vec<Problem>, Failure> {
    let path = Path::new(text);
    match text.parse::<Position>() {
        Ok(position) => return Ok(vec![Problem::new(rule, position)]),
        Err(error)
            if !files::is_standard(path)
                && !path.exists()
                && text.len() >= MIN_POSITION_LENGTH
                && matches!(pasted_format(text), None | Some(Format::Position)) =>
        {
            return Err(Failure::input(error));
        }
        Err(_) => {}
    }
    let Input { items, name } = read_items(text, rule, Some(Format::Obf))?;
    let problem = |item| match item {
        Item::Problem(problem) => problem,
        Item::Game(record) => Problem::new(record.rule, record.game().position()),
    };
    let problems: Result<Vec<_>, _> = items.map(|item| item.map(problem)).collect();
    let problems = problems.map_err(|error| files::cannot_read(&name, error))?;
    if problems.is_empty() {
        return Err(Failure::input(format!("{name} has no positions")));
    }
    Ok(problems)
}
