//! Uploads: a Python file, or a zip file of a folder, read within bounds.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use outflank_arena::ContentHash;
use zip::ZipArchive;

use crate::ClassError;
use crate::text::is_unsafe;

/// The most files of an upload.
const MAX_FILES: usize = 200;
/// The most bytes of all files together, unpacked.
const MAX_UNPACKED: u64 = 16 << 20;
/// The longest path inside a folder, in bytes.
const LONGEST_PATH: usize = 120;
/// The most folders above a file.
const DEEPEST: usize = 8;
/// The file of an agent, and the file that names another one.
const AGENT: &str = "agent.py";
const MANIFEST: &str = "agent.toml";

/// The files of an agent by their paths, checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upload {
    files: BTreeMap<String, Vec<u8>>,
}

impl Upload {
    /// Reads an upload: a zip file, or the text of a Python file.
    pub fn read(bytes: &[u8]) -> Result<Self, ClassError> {
        if bytes.is_empty() {
            return Err(ClassError::unfit("the file is empty"));
        }
        if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
            return Self::unzip(bytes);
        }
        if std::str::from_utf8(bytes).is_err() || bytes.contains(&0) {
            return Err(ClassError::unfit(
                "the file is neither Python text in UTF-8 nor a zip file",
            ));
        }
        Ok(Self { files: BTreeMap::from([(AGENT.to_owned(), bytes.to_vec())]) })
    }

    fn unzip(bytes: &[u8]) -> Result<Self, ClassError> {
        let unfit = |error: zip::result::ZipError| {
            ClassError::unfit(format!("the zip file cannot be read: {error}"))
        };
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unfit)?;
        if archive.len() > 2 * MAX_FILES {
            return Err(ClassError::unfit(format!("the zip file has more than {MAX_FILES} files")));
        }
        let mut files = BTreeMap::new();
        let mut left = MAX_UNPACKED;
        for number in 0..archive.len() {
            let entry = archive.by_index(number).map_err(unfit)?;
            let path = entry.name().map_err(unfit)?.into_owned();
            if entry.is_dir() || is_ignored(&path) {
                continue;
            }
            check_path(&path)?;
            // What is neither a file nor a folder could lead elsewhere.
            if entry.is_symlink()
                || entry.unix_mode().is_some_and(|mode| !matches!(mode & 0o170_000, 0 | 0o100_000))
            {
                return Err(ClassError::unfit(format!("'{path}' is a link or a device")));
            }
            // The size that a zip file states need not be the true one.
            let mut content = Vec::new();
            entry.take(left + 1).read_to_end(&mut content).map_err(|error| {
                ClassError::unfit(format!("'{path}' cannot be unpacked: {error}"))
            })?;
            left = left.checked_sub(content.len() as u64).ok_or_else(|| {
                ClassError::unfit(format!(
                    "the files have more than {} MiB together",
                    MAX_UNPACKED >> 20
                ))
            })?;
            if files.insert(path.clone(), content).is_some() {
                return Err(ClassError::unfit(format!("'{path}' is there twice")));
            }
            if files.len() > MAX_FILES {
                return Err(ClassError::unfit(format!("there are more than {MAX_FILES} files")));
            }
        }
        // A path cannot be both a file and a folder.
        let folders =
            files.keys().flat_map(|path| path.match_indices('/').map(|(at, _)| &path[..at]));
        if let Some(both) = folders.into_iter().find(|folder| files.contains_key(*folder)) {
            return Err(ClassError::unfit(format!("'{both}' is a file and a folder")));
        }
        Self { files: without_common_folder(files) }.with_entry()
    }

    /// Makes sure that the arena knows which file is the agent.
    fn with_entry(mut self) -> Result<Self, ClassError> {
        if self.files.contains_key(AGENT) || self.files.contains_key(MANIFEST) {
            return Ok(self);
        }
        let is_python = |path: &&String| is_python_file(path) && !path.contains('/');
        let mut candidates = self.files.keys().filter(is_python);
        match (candidates.next(), candidates.next()) {
            (Some(only), None) => {
                let manifest = format!("file = {}\n", serde_json::Value::from(only.as_str()));
                self.files.insert(MANIFEST.to_owned(), manifest.into_bytes());
                Ok(self)
            }
            _ => Err(ClassError::unfit(format!(
                "the folder has neither {AGENT} nor {MANIFEST}, nor exactly one Python file"
            ))),
        }
    }

    /// Files that were checked before they were stored.
    pub(crate) fn of_files(files: Vec<(String, Vec<u8>)>) -> Self {
        Self { files: files.into_iter().collect() }
    }

    /// The files by their paths.
    pub const fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// The size of all files.
    pub fn bytes(&self) -> u64 {
        self.files.values().map(|content| content.len() as u64).sum()
    }

    /// The hash of all paths and contents.
    pub fn hash(&self) -> String {
        let mut all = Vec::new();
        for (path, content) in &self.files {
            for part in [path.as_bytes(), content] {
                all.extend_from_slice(&(part.len() as u64).to_le_bytes());
                all.extend_from_slice(part);
            }
        }
        ContentHash::of(&all).to_string()
    }
}

/// True if a path is that of a Python file.
pub fn is_python_file(path: &str) -> bool {
    std::path::Path::new(path).extension().is_some_and(|end| end == "py")
}

/// Files that systems add by themselves.
fn is_ignored(path: &str) -> bool {
    path.starts_with("__MACOSX/")
        || path.split('/').any(|part| part == "__pycache__" || part == ".DS_Store")
}

/// Refuses every path that is not a plain one inside a folder.
fn check_path(path: &str) -> Result<(), ClassError> {
    let shown: String = path.chars().take(40).collect();
    let shown = shown.escape_debug();
    if path.len() > LONGEST_PATH {
        return Err(ClassError::unfit(format!(
            "the path '{shown}…' is longer than {LONGEST_PATH} bytes"
        )));
    }
    let parts: Vec<_> = path.split('/').collect();
    let is_plain = |part: &&str| {
        let is_letter = |letter: char| !is_unsafe(letter) && !"\\:*?\"<>|".contains(letter);
        !part.is_empty() && *part != "." && *part != ".." && part.chars().all(is_letter)
    };
    if !parts.iter().all(is_plain) {
        return Err(ClassError::unfit(format!("the path '{shown}' is not one inside the folder")));
    }
    if parts.len() > DEEPEST {
        return Err(ClassError::unfit(format!("the path '{shown}' has more than {DEEPEST} parts")));
    }
    Ok(())
}

/// The files of a folder that was zipped with its own name.
fn without_common_folder(files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Vec<u8>> {
    let common =
        files.keys().next().and_then(|path| path.split_once('/')).map(|(top, _)| top.to_owned());
    let Some(common) = common else { return files };
    let prefix = format!("{common}/");
    if !files.keys().all(|path| path.starts_with(&prefix)) {
        return files;
    }
    files.into_iter().map(|(path, content)| (path[prefix.len()..].to_owned(), content)).collect()
}

#[cfg(test)]
mod tests;
