//! The folder of a training stage: its settings and its finished parts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use outflank_core::Rule;
use outflank_durable::{ClaimError, FolderClaim, write_file};
use outflank_work::WorkError;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::DatasetError;

/// The name of the file with the settings of a run.
pub(crate) const NOTE: &str = "run.json";

/// An error with the folder of a stage.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FolderError {
    /// A file could not be read or written.
    #[error("cannot use {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The folder holds the parts of another run.
    #[error(
        "{} holds another run ({}): give the same settings, or another folder", path.display(), found.trim()
    )]
    OtherRun {
        /// The folder.
        path: PathBuf,
        /// The settings of the run it holds.
        found: String,
    },
    /// Another process works in the folder, or it cannot be claimed.
    #[error(transparent)]
    Claim(#[from] ClaimError),
    /// A dataset that cannot be used.
    #[error("cannot use {}: {error}", path.display())]
    Dataset {
        /// The file.
        path: PathBuf,
        /// Why.
        error: DatasetError,
    },
    /// A file of the run does not hold what it should.
    #[error("cannot use {}: {reason}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The mistake.
        reason: String,
    },
    /// The threads of the run cannot be started, or a cluster failed.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// A part of the work failed.
    #[error("part {item} of the work failed: {reason}")]
    Item {
        /// The number of the part.
        item: u64,
        /// Why.
        reason: String,
    },
    /// There is nothing to learn from.
    #[error("there are no positions to learn from")]
    NoPositions,
    /// The journal of a book has a line that is none.
    #[error("{} is damaged in line {line}", path.display())]
    Journal {
        /// The journal.
        path: PathBuf,
        /// The number of the line, from 1.
        line: usize,
    },
    /// The folder holds no book.
    #[error("{} holds no book: make one with outflank book build", path.display())]
    NoBook {
        /// The folder.
        path: PathBuf,
    },
    /// Datasets of both games do not mix.
    #[error("the positions are of both games: give those of one")]
    BothRules,
    /// The games are of the other rules.
    #[error("the games are not of {wanted}")]
    OtherRule {
        /// The rules that were asked for.
        wanted: Rule,
    },
    /// The games have too few positions.
    #[error(
        "the games have {found} different positions with {empties} empty squares, \
         {wanted} are needed: play more games"
    )]
    TooFewPositions {
        /// The number of empty squares.
        empties: u32,
        /// The number of positions with so many empty squares.
        found: usize,
        /// The number of positions that are needed.
        wanted: usize,
    },
}

impl FolderError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, error }
    }
}

/// Writes the name of a game into the settings of a run.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub(crate) fn rule_name<S: serde::Serializer>(
    rule: &Rule,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rule.name())
}

/// Reads the name of a game from the settings of a run.
pub(crate) fn rule_by_name<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Rule, D::Error> {
    let name = String::deserialize(deserializer)?;
    name.parse().map_err(serde::de::Error::custom)
}

/// Claims a folder for a run: makes it and notes the settings, or finds the same
/// settings noted. Removes temporary files of a killed run.
pub(crate) fn claim(folder: &Path, settings: &impl Serialize) -> Result<FolderClaim, FolderError> {
    let claim = FolderClaim::take(folder)?;
    let note = folder.join(NOTE);
    let mut wanted = serde_json::to_string(settings).expect("settings are plain data");
    wanted.push('\n');
    match fs::read_to_string(&note) {
        Ok(found) if is_same(&found, &wanted) => {}
        Ok(found) => return Err(FolderError::OtherRun { path: folder.to_owned(), found }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(&note, wanted.as_bytes())?,
        Err(error) => return Err(FolderError::io(&note)(error)),
    }
    sweep(folder)?;
    Ok(claim)
}

/// True if two notes are of the same run. A field that an earlier version did not write
/// is not compared.
fn is_same(found: &str, wanted: &str) -> bool {
    let fields = |text| serde_json::from_str::<Map<String, Value>>(text);
    let (Ok(found), Ok(wanted)) = (fields(found), fields(wanted)) else { return found == wanted };
    !found.is_empty() && found.iter().all(|(key, value)| wanted.get(key) == Some(value))
}

/// Writes a file that appears under its name only when it is complete.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    write_file(path, bytes).map_err(FolderError::io(path))
}

/// Makes a folder inside a claimed one, or removes temporary files from it.
pub(crate) fn prepare_inner(folder: &Path) -> Result<(), FolderError> {
    fs::create_dir_all(folder).map_err(FolderError::io(folder))?;
    sweep(folder)
}

fn sweep(folder: &Path) -> Result<(), FolderError> {
    outflank_durable::sweep(folder).map_err(FolderError::io(folder))
}
