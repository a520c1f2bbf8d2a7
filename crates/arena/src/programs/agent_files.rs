//! The files of a Python agent: one file, or a folder of its own.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::folder::is_shared;
use crate::ContentHash;
use crate::untrusted::shown_path;

/// The file of an agent in a folder of its own.
pub(super) const AGENT: &str = "agent.py";
/// The file that names another one.
pub(super) const MANIFEST: &str = "agent.toml";
/// The maximum size of a manifest, in bytes.
const MAX_MANIFEST: u64 = 1 << 16;
/// The maximum number of files in the folder of an agent.
const MAX_FILES: usize = 10_000;
/// The folder of Python's own files, which are no part of an agent.
const PYTHON_CACHE: &str = "__pycache__";

/// The files of an agent. Links are resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AgentFiles {
    /// The file with the class `AI`.
    pub(crate) file: PathBuf,
    /// The folder of which it may read everything, if it has one.
    pub(crate) folder: Option<PathBuf>,
}

/// The reason why the files of an agent cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AgentFilesError {
    #[error("{0}")]
    Read(#[from] io::Error),
    #[error("its name has a character that cannot be shown: rename it")]
    Name,
    #[error("it is not a file")]
    NoFile,
    #[error("the folder has neither {AGENT} nor {MANIFEST}")]
    NoEntry,
    #[error("{MANIFEST}: {0}")]
    Manifest(String),
    #[error("{} leads out of its folder", shown_path(.0))]
    Outside(PathBuf),
    #[error("{} is neither a file nor a folder", shown_path(.0))]
    Special(PathBuf),
    #[error("cannot read {}: {}", shown_path(.0), .1)]
    Part(PathBuf, io::Error),
    #[error("its folder has more than {MAX_FILES} files")]
    TooMany,
}

/// The content of a manifest.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Manifest {
    /// The file with the class `AI`, in the folder of the manifest.
    file: PathBuf,
}

impl AgentFiles {
    /// The agent at a path: a folder with an `agent.py` or a manifest, or a file.
    pub(crate) fn open(path: &Path) -> Result<Self, AgentFilesError> {
        let is_shown = path.to_str().is_some_and(|text| !text.contains(char::is_control));
        if !is_shown {
            return Err(AgentFilesError::Name);
        }
        let real = path.canonicalize()?;
        let kind = real.metadata()?;
        if kind.is_dir() {
            let file = entry(&real)?.ok_or(AgentFilesError::NoEntry)?;
            return Ok(Self { file, folder: Some(real).filter(|folder| !is_shared(folder)) });
        }
        if !kind.is_file() {
            return Err(AgentFilesError::NoFile);
        }
        // A file of a folder that is an agent is that agent, if it is its entry.
        let folder = real.parent().filter(|folder| !is_shared(folder));
        let is_entry =
            |folder: &&Path| entry(folder).is_ok_and(|file| file.as_ref() == Some(&real));
        let folder = folder.filter(is_entry).map(Path::to_owned);
        Ok(Self { file: real, folder })
    }

    /// All that the agent may read: its folder, or its file.
    pub(crate) fn root(&self) -> &Path {
        self.folder.as_deref().unwrap_or(&self.file)
    }

    /// The working folder of the agent.
    pub(crate) fn working_folder(&self) -> &Path {
        self.folder.as_deref().or_else(|| self.file.parent()).unwrap_or(&self.file)
    }

    /// The advice for a message that a file beside the agent is missing, which a
    /// single file does not see.
    pub(crate) fn hint(&self, message: &str) -> Option<&'static str> {
        let beside = self.file.parent().filter(|_| self.folder.is_none())?;
        let quoted =
            |start: &str| message.split_once(start)?.1.split_once('\'').map(|(name, _)| name);
        let exists = |name: &str| !name.is_empty() && beside.join(name).exists();
        let module = quoted("No module named '").and_then(|name| name.split('.').next());
        let is_module = |name: &str| exists(name) || exists(&format!("{name}.py"));
        let is_beside = module.is_some_and(is_module)
            || quoted("No such file or directory: '").is_some_and(exists);
        is_beside.then_some(
            "an agent of one file sees no other file: put its files in a folder of its own, with \
             this one as agent.py",
        )
    }

    /// All files and links of its folder, in order; its only file if it has no folder.
    pub(crate) fn parts(&self) -> Result<Vec<PathBuf>, AgentFilesError> {
        let Some(folder) = &self.folder else { return Ok(vec![self.file.clone()]) };
        let mut parts = Vec::new();
        list(folder, &mut parts)?;
        parts.sort();
        Ok(parts)
    }

    /// The hash of the content of all files, which is the version of the agent.
    pub(crate) fn hash(&self) -> Result<ContentHash, AgentFilesError> {
        let Some(folder) = &self.folder else {
            return Ok(ContentHash::of(&fs::read(&self.file)?));
        };
        let mut digest = Sha256::new();
        for part in self.parts()? {
            let wrong = |error| AgentFilesError::Part(part.clone(), error);
            let name = part.strip_prefix(folder).unwrap_or(&part).as_os_str().as_encoded_bytes();
            digest.update((name.len() as u64).to_le_bytes());
            digest.update(name);
            if part.is_symlink() {
                let target = fs::read_link(&part).map_err(wrong)?;
                digest.update(target.as_os_str().as_encoded_bytes());
            } else {
                add(&mut digest, &part).map_err(wrong)?;
            }
        }
        Ok(ContentHash::of_digest(&digest.finalize()))
    }
}

/// Whether a folder is one agent.
pub(super) fn is_agent_folder(folder: &Path) -> bool {
    [AGENT, MANIFEST].iter().any(|name| folder.join(name).symlink_metadata().is_ok())
}

/// The file of the agent that a folder is, or `None` if it is no agent.
fn entry(folder: &Path) -> Result<Option<PathBuf>, AgentFilesError> {
    let manifest = folder.join(MANIFEST);
    let file = if manifest.symlink_metadata().is_ok() {
        folder.join(read_manifest(&manifest)?)
    } else if folder.join(AGENT).symlink_metadata().is_ok() {
        folder.join(AGENT)
    } else {
        return Ok(None);
    };
    let real = file.canonicalize().map_err(|error| AgentFilesError::Part(file.clone(), error))?;
    if !real.starts_with(folder) {
        return Err(AgentFilesError::Outside(file));
    }
    if real.is_file() { Ok(Some(real)) } else { Err(AgentFilesError::Special(file)) }
}

/// The file that a manifest names: a path inside its folder.
fn read_manifest(path: &Path) -> Result<PathBuf, AgentFilesError> {
    let wrong = |reason: String| AgentFilesError::Manifest(reason);
    // Opening a pipe would wait for a writer.
    if !path.metadata().is_ok_and(|kind| kind.is_file()) {
        return Err(wrong("it is not a file".to_owned()));
    }
    let mut text = String::new();
    let file = File::open(path).map_err(|error| wrong(error.to_string()))?;
    file.take(MAX_MANIFEST).read_to_string(&mut text).map_err(|error| wrong(error.to_string()))?;
    let Manifest { file } =
        toml::from_str(&text).map_err(|error| wrong(error.message().to_owned()))?;
    let is_plain = file.components().all(|part| matches!(part, Component::Normal(_)));
    if is_plain { Ok(file) } else { Err(wrong("file is not a path inside the folder".to_owned())) }
}

/// Adds the files and links below a folder. Pipes, sockets and devices are
/// refused, because a program could reach others through them.
fn list(folder: &Path, parts: &mut Vec<PathBuf>) -> Result<(), AgentFilesError> {
    let wrong = |error| AgentFilesError::Part(folder.to_owned(), error);
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let entry = entry.map_err(wrong)?;
        let (path, kind) = (entry.path(), entry.file_type().map_err(wrong)?);
        if kind.is_dir() {
            if entry.file_name() != PYTHON_CACHE {
                list(&path, parts)?;
            }
        } else if kind.is_file() || kind.is_symlink() {
            parts.push(path);
        } else {
            return Err(AgentFilesError::Special(path));
        }
        if parts.len() > MAX_FILES {
            return Err(AgentFilesError::TooMany);
        }
    }
    Ok(())
}

/// Adds the size and content of a file to a digest.
fn add(digest: &mut Sha256, path: &Path) -> io::Result<()> {
    let mut file = File::open(path)?;
    digest.update(file.metadata()?.len().to_le_bytes());
    let mut chunk = vec![0; 1 << 16];
    loop {
        match file.read(&mut chunk)? {
            0 => return Ok(()),
            length => digest.update(&chunk[..length]),
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
