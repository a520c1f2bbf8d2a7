//! One game from wherever the user has it.

use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use outflank_core::{Move, Rule};
use outflank_formats::{Format, Item, ReadError, ReadOptions, Record, detect, read};

use crate::failure::Failure;
use crate::files;

/// Reads game `number`, from 1, of what `text` names: a file, standard input
/// with `-`, or the game itself as it was pasted.
pub(crate) fn read_game(text: &str, number: usize, rule: Rule) -> Result<Record, Failure> {
    let path = Path::new(text);
    if !files::is_standard(path) && !path.exists() {
        let format = pasted_format(text).ok_or_else(|| missing(text))?;
        let items = read(format, text.as_bytes(), ReadOptions { rule, ..ReadOptions::default() });
        return pick(items, number, "the game given");
    }
    let name = files::name(path);
    if path.is_dir() {
        return Err(Failure::input(format!("{name} is a folder: give one file")));
    }
    let (file, _) = files::open(path)?;
    let (looks, file) = files::by_looks(file)
        .with_context(|| format!("cannot read {name}"))
        .map_err(Failure::Run)?;
    let format = files::by_name_or_looks(path, looks)
        .ok_or_else(|| Failure::input(format!("{name} is in no format of a game")))?;
    pick(items(format, BufReader::new(file), path, rule)?, number, &name)
}

fn items<'a>(
    format: Format,
    reader: impl BufRead + 'a,
    path: &Path,
    rule: Rule,
) -> Result<Box<dyn Iterator<Item = Result<Item, ReadError>> + 'a>, Failure> {
    let mut options = ReadOptions { rule, ..ReadOptions::default() };
    if format == Format::Wthor {
        options.names = files::wthor_names(path, None, None)?;
    }
    Ok(read(format, reader, options))
}

/// The format of a pasted game. A text with an extension is a file that is
/// missing, even if its name begins like a transcript: `c4.ggf`.
fn pasted_format(text: &str) -> Option<Format> {
    let has_extension = text.rsplit_once('.').is_some_and(|(_, end)| {
        let is_word = !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_word && end.get(..2).is_none_or(|start| start.parse::<Move>().is_err())
    });
    if has_extension { None } else { detect(text) }
}

fn missing(text: &str) -> Failure {
    let shown: String = text.chars().take(60).collect();
    let shown = shown.escape_debug();
    Failure::input(format!("'{shown}' is neither a file nor a transcript such as f5d6c3"))
}

/// The game with this number. Another one that cannot be read is no reason to
/// refuse it.
fn pick(
    items: impl Iterator<Item = Result<Item, ReadError>>,
    number: usize,
    name: &str,
) -> Result<Record, Failure> {
    let mut count = 0;
    for item in items {
        count += 1;
        match item {
            Ok(item) if count == number => return Ok(item.into_record()),
            Err(error) if count == number || !error.is_of_one_item() => {
                return Err(files::cannot_read(name, error));
            }
            _ => {}
        }
    }
    Err(Failure::input(match count {
        0 => format!("there is no game in {name}"),
        1 => format!("there is no game {number} in {name}, only one"),
        _ => format!("there is no game {number} in {name}, only 1 to {count}"),
    }))
}
