//! The engine as a player, with its settings.

use std::fmt;
use std::str::FromStr;

use outflank_engine::{Level, Options, Thinking};

use crate::duration::Written;
use crate::settings::{Setting, settings, written};
use crate::{EngineBook, EngineWeights, ParseSettingError};

/// The engine as a player, with its settings: the part of its name after
/// `engine:`.
///
/// The defaults are those of `outflank go`: all cores, 256 MiB, and five
/// seconds a move if no other limit is given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct EngineName {
    /// The limits of a move.
    pub thinking: Thinking,
    /// The number of search threads.
    pub threads: Option<u16>,
    /// The size of the transposition table in MiB.
    pub hash_mib: Option<u32>,
    /// The evaluation.
    pub weights: Option<EngineWeights>,
    /// The opening book; without it the built-in one, if the weights are not named.
    pub book: Option<EngineBook>,
}

impl EngineName {
    const KEYS: [&'static str; 8] =
        ["level", "time", "depth", "nodes", "threads", "hash", "weights", "book"];

    /// The engine at a level, with defaults for all other settings.
    pub fn at_level(level: Level) -> Self {
        Self { thinking: Thinking::at_level(level), ..Self::default() }
    }

    /// The options of the engine.
    pub fn options(&self) -> Options {
        let default = Options::default();
        Options {
            threads: self.threads.map_or(default.threads, usize::from),
            hash_mib: self.hash_mib.map_or(default.hash_mib, |mib| mib as usize),
        }
    }

    /// Applies one `key=value`.
    fn set(&mut self, setting: Setting<'_>) -> Result<(), ParseSettingError> {
        match setting.key {
            "level" => {
                let level = setting.value.parse::<Level>().map_err(|_| setting.wrong("1 to 20"))?;
                self.thinking.level = Some(level);
            }
            "time" => self.thinking.time = Some(setting.time()?),
            "depth" => self.thinking.depth = Some(setting.depth()?),
            "nodes" => self.thinking.nodes = Some(setting.nodes()?),
            "threads" => self.threads = Some(setting.number(1, 256, "1 to 256")? as u16),
            "weights" if setting.value.is_empty() => {
                return Err(setting.wrong("a file, built-in or hand-made"));
            }
            "book" if setting.value.is_empty() => {
                return Err(setting.wrong("a file, built-in or off"));
            }
            "book" => self.book = setting.value.parse().ok(),
            "weights" => self.weights = setting.value.parse().ok(),
            _ => self.hash_mib = Some(setting.number(1, 1 << 20, "1 to 1048576 MiB")? as u32),
        }
        Ok(())
    }
}

impl FromStr for EngineName {
    type Err = ParseSettingError;

    /// Reads `level=8`, or `depth=6,threads=1`: any order, each key once.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut name = Self::default();
        for setting in settings("the engine", &Self::KEYS, text)? {
            name.set(setting)?;
        }
        Ok(name)
    }
}

impl fmt::Display for EngineName {
    /// `level=8,time=1s`, always in the same order; empty if all are defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Thinking { level, time, depth, nodes } = self.thinking;
        let values = [
            level.map(|level| level.to_string()),
            time.map(|time| Written(time).to_string()),
            depth.map(|depth| depth.to_string()),
            nodes.map(|nodes| nodes.to_string()),
            self.threads.map(|threads| threads.to_string()),
            self.hash_mib.map(|mib| mib.to_string()),
            self.weights.as_ref().map(EngineWeights::to_string),
            self.book.as_ref().map(EngineBook::to_string),
        ];
        f.pad(&written(Self::KEYS, values))
    }
}
