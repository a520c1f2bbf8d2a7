//! One game from wherever the user has it.

use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::Context;
use outflank_core::{Move, Rule};
use outflank_formats::{Format, Item, ReadError, ReadOptions, Record, detect, read};

use crate::failure::Failure;
use crate::files;

/// Reads game `number`, counted from 1. `text` is a file, `-` for standard input, or the
/// game itself.
pub(crate) fn read_game(text: &str, number: usize, rule: Rule) -> Result<Record, Failure> {
    let Input { items, name } = read_items(text, rule, None)?;
    pick(items, number, &name)
}

/// Games and positions, and the name of their source in messages.
pub(crate) struct Input<'a> {
    pub(crate) items: Box<dyn Iterator<Item = Result<Item, ReadError>> + 'a>,
    pub(crate) name: String,
}

/// Reads all games and positions of a file, of `-` for standard input, or of the text itself.
/// `fallback` is the format of a file that implies none.
pub(crate) fn read_items(
    text: &str,
    rule: Rule,
    fallback: Option<Format>,
) -> Result<Input<'_>, Failure> {
    let path = Path::new(text);
    if !files::is_standard(path) && !path.exists() {
        let format = pasted_format(text).ok_or_else(|| missing(text))?;
        let items = read(format, text.as_bytes(), ReadOptions { rule, ..ReadOptions::default() });
        return Ok(Input { items, name: "the game given".to_owned() });
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
        .or(fallback)
        .ok_or_else(|| Failure::input(format!("{name} is in no format of a game")))?;
    Ok(Input { items: items(format, BufReader::new(file), path, rule)?, name })
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

/// The format of a pasted game. A text with an extension is a missing file, even if it
/// starts like a transcript: `c4.ggf`.
pub(crate) fn pasted_format(text: &str) -> Option<Format> {
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

/// The game with this number. Unreadable games before it are skipped.
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
