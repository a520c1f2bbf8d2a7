//! An engine that speaks `NBoard`, with its settings.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::command_line::{NamedCommand, quoted};
use crate::settings::{Setting, settings, written};
use crate::{CommandLine, ParseProgramError, ParseSettingError};

/// An engine that speaks `NBoard`: the part of its name after `nboard:`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NBoardName {
    /// The search depth sent to the engine. Some engines need it before they move.
    pub depth: Option<u32>,
    /// The working folder; by default that of the arena.
    pub folder: Option<PathBuf>,
    /// The command line.
    pub line: CommandLine,
}

impl NBoardName {
    const KEYS: [&'static str; 2] = ["depth", "folder"];

    /// Applies one `key=value`.
    fn set(&mut self, setting: Setting<'_>) -> Result<(), ParseSettingError> {
        match setting.key {
            "depth" => self.depth = Some(setting.depth()?),
            _ => self.folder = Some(setting.folder()?),
        }
        Ok(())
    }
}

impl FromStr for NBoardName {
    type Err = ParseProgramError;

    /// Reads a command line, or `depth=16,folder=DIR` and a command line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let NamedCommand { settings: given, line } = text.parse()?;
        let mut name = Self { depth: None, folder: None, line };
        if let Some(given) = given {
            for setting in settings("an NBoard engine", &Self::KEYS, &given)? {
                name.set(setting)?;
            }
        }
        Ok(name)
    }
}

impl fmt::Display for NBoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values =
            [self.depth.map(|depth| depth.to_string()), self.folder.as_deref().map(quoted)];
        f.pad(&self.line.after(&written(Self::KEYS, values)))
    }
}
