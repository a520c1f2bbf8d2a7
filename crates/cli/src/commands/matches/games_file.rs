//! The file to which games are appended as they end.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use outflank_core::Rule;
use outflank_formats::{Format, ReadOptions, Record, ggf, json, read};

use crate::failure::Failure;
use crate::files;

/// A file of games to which more are appended, each as one line.
///
/// A line that a killed process left unfinished is taken away again.
pub(super) struct GamesFile {
    path: PathBuf,
    file: File,
    format: Format,
    /// The events of the games that are in it.
    events: HashSet<String>,
}

impl GamesFile {
    pub(super) fn open(path: &Path) -> Result<Self, Failure> {
        let format = files::by_name(path);
        let Some(format @ (Format::Json | Format::Ggf)) = format else {
            let name = path.display();
            return Err(Failure::input(format!(
                "games cannot be appended to {name}: expected a name that ends in .jsonl or .ggf"
            )));
        };
        let cannot = |error: std::io::Error| files::cannot_write(path, error);
        let mut file =
            File::options().read(true).append(true).create(true).open(path).map_err(cannot)?;
        repair(&mut file).map_err(cannot)?;
        let options = ReadOptions { rule: Rule::Reversi, ..ReadOptions::default() };
        let mut events = HashSet::new();
        for item in read(format, BufReader::new(&file), options) {
            let item = item.map_err(|error| files::cannot_read(&files::name(path), error))?;
            events.extend(item.into_record().event);
        }
        Ok(Self { path: path.to_owned(), file, format, events })
    }

    pub(super) fn name(&self) -> String {
        files::name(&self.path)
    }

    /// True if the file holds a game of this match.
    pub(super) fn has_any_of(&self, label: &str) -> bool {
        self.events.iter().any(|event| event.starts_with(label))
    }

    /// Appends a game unless it is there already.
    pub(super) fn append(&mut self, record: &Record) -> Result<(), Failure> {
        if record.event.as_ref().is_some_and(|event| self.events.contains(event)) {
            return Ok(());
        }
        let mut line = Vec::new();
        let written = match self.format {
            Format::Ggf => ggf::write(&mut line, record),
            _ => json::write(&mut line, record),
        };
        written.map_err(|error| files::cannot_write(&self.path, error))?;
        self.file.write_all(&line).map_err(|error| files::cannot_write(&self.path, error))
    }
}

/// Cuts off an unfinished last line and seeks to the start.
fn repair(file: &mut File) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    if whole < bytes.len() {
        file.set_len(whole as u64)?;
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(())
}
