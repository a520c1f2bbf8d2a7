//! The agents in a folder.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::agent_files::{AgentFiles, is_agent_folder};
use super::definition::defines_ai;
use crate::untrusted::clean_line;
use crate::{NamedPlayer, PlayerName};

/// The number of bytes that are read to recognise an agent.
const GLANCE: u64 = 1 << 20;

/// The agents in a folder, and the entries that are none.
#[derive(Clone, Debug, Default)]
pub struct AgentFolder {
    /// The agents, named after their files and folders, in the order of their
    /// names.
    pub agents: Vec<NamedPlayer>,
    /// The entries that look like agents and are none.
    pub left_out: Vec<LeftOut>,
}

/// An entry of a folder that is not an agent, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name} is left out: {reason}")]
pub struct LeftOut {
    /// The name of the entry, safe to show.
    pub name: String,
    /// The reason, as a sentence without a full stop.
    pub reason: String,
}

impl AgentFolder {
    /// Reads a folder. A folder with an `agent.py` or a manifest is one agent. In
    /// another folder each such folder is an agent, and each `.py` file that
    /// defines a class `AI`.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut found = Self::default();
        if is_agent_folder(folder) {
            let name = folder.canonicalize()?;
            found.add(folder.to_owned(), name.file_name().unwrap_or_default().as_ref());
            return Ok(found);
        }
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let name = PathBuf::from(path.file_name().unwrap_or_default());
            let is_python = name.extension().is_some_and(|extension| extension == "py");
            if path.is_dir() {
                if is_agent_folder(&path) {
                    found.add(path, &name);
                } else if has_python(&path) {
                    let reason = "a folder of an agent has an agent.py or an agent.toml";
                    found.leave_out(&name, reason);
                }
            } else if is_python {
                match source(&path) {
                    Ok(source) if defines_ai(&source) => {
                        found.add(path, name.with_extension("").as_ref());
                    }
                    Ok(_) => found.leave_out(&name, "it defines no class AI"),
                    Err(error) => found.leave_out(&name, &error.to_string()),
                }
            }
        }
        found.agents.sort_by(|one, other| one.name.cmp(&other.name));
        found.left_out.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(found)
    }

    /// Adds the agent at a path, if its files can be used.
    fn add(&mut self, path: PathBuf, name: &Path) {
        match AgentFiles::open(&path) {
            Ok(_) => {
                let name = Some(name.to_string_lossy().into_owned());
                self.agents.push(NamedPlayer { name, player: PlayerName::Python(path) });
            }
            Err(error) => self.leave_out(name, &error.to_string()),
        }
    }

    fn leave_out(&mut self, name: &Path, reason: &str) {
        let name = clean_line(&name.to_string_lossy());
        self.left_out.push(LeftOut { name, reason: reason.to_owned() });
    }
}

/// The start of the source of a regular file.
pub(super) fn source(path: &Path) -> io::Result<String> {
    // Opening a pipe would wait for a writer.
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(GLANCE).read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a folder has a Python file.
fn has_python(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).any(|path| path.extension().is_some_and(|end| end == "py"))
}
