//! A folder that a stage writes: what it was asked to do, and finished parts.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::DatasetError;

/// How the names of files begin that are being written.
const PART: &str = ".part-";

/// What can go wrong with the folders of a stage.
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
    /// A dataset that cannot be used.
    #[error("cannot use {}: {error}", path.display())]
    Dataset {
        /// The file.
        path: PathBuf,
        /// Why.
        error: DatasetError,
    },
    /// There is nothing to learn from.
    #[error("there are no positions to learn from")]
    NoPositions,
    /// Datasets of both games do not mix.
    #[error("the positions are of both games: give those of one")]
    BothRules,
}

impl FolderError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io { path, error }
    }
}

/// Opens a folder for a run: makes it and notes the settings, or finds the same
/// settings noted.
pub(crate) fn claim(folder: &Path, settings: &impl Serialize) -> Result<(), FolderError> {
    fs::create_dir_all(folder).map_err(FolderError::io(folder))?;
    let note = folder.join("run.json");
    let mut wanted = serde_json::to_string(settings).expect("settings are plain data");
    wanted.push('\n');
    match fs::read_to_string(&note) {
        Ok(found) if found == wanted => Ok(()),
        Ok(found) => Err(FolderError::OtherRun { path: folder.to_owned(), found }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => write(&note, wanted.as_bytes()),
        Err(error) => Err(FolderError::io(&note)(error)),
    }
}

/// Writes a file that appears under its name only when it is complete, even if
/// the machine stops.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), FolderError> {
    let folder = path.parent().unwrap_or(Path::new("."));
    let write = || {
        let mut file = tempfile::Builder::new().prefix(PART).tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_data()?;
        file.persist(path).map_err(|failed| failed.error)
    };
    write().map(drop).map_err(FolderError::io(path))
}

/// Removes what a killed run was still writing.
pub(crate) fn sweep(folder: &Path) -> Result<(), FolderError> {
    for entry in fs::read_dir(folder).map_err(FolderError::io(folder))? {
        let path = entry.map_err(FolderError::io(folder))?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(|name| name.starts_with(PART)) {
            fs::remove_file(&path).map_err(FolderError::io(&path))?;
        }
    }
    Ok(())
}
