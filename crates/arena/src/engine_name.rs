//! The engine as a player, with what it is given.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use outflank_engine::{Level, Options, Thinking};

use crate::EngineWeights;
use crate::duration::{Written, parse_duration};

/// The engine as a player, with what it is given: the part of its name after
/// `engine:`.
///
/// What is not given is what `outflank go` takes: all cores, 256 MiB, and five
/// seconds a move if nothing else ends the thinking.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct EngineName {
    /// When a move is thought about long enough.
    pub thinking: Thinking,
    /// How many threads search.
    pub threads: Option<u16>,
    /// The size of the transposition table in MiB.
    pub hash_mib: Option<u32>,
    /// What it judges by.
    pub weights: Option<EngineWeights>,
}

/// Why a text gives the engine nothing it understands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseEngineError {
    /// There is no such key.
    #[error(
        "the engine takes no '{}': expected {}", found.escape_debug(), EngineName::KEYS.join(", ")
    )]
    Key {
        /// The key given.
        found: String,
    },
    /// A key is given more than once.
    #[error("the engine's {key} is given twice")]
    Twice {
        /// The key.
        key: &'static str,
    },
    /// A key has a value that it cannot have.
    #[error("the engine's {key} cannot be '{}': expected {expected}", found.escape_debug())]
    Value {
        /// The key.
        key: &'static str,
        /// The value given.
        found: String,
        /// What would do.
        expected: &'static str,
    },
}

impl EngineName {
    const KEYS: [&'static str; 7] =
        ["level", "time", "depth", "nodes", "threads", "hash", "weights"];

    /// The engine at a level, and all else as usual.
    pub fn at_level(level: Level) -> Self {
        Self { thinking: Thinking::at_level(level), ..Self::default() }
    }

    /// What the engine is made of.
    pub fn options(&self) -> Options {
        let default = Options::default();
        Options {
            threads: self.threads.map_or(default.threads, usize::from),
            hash_mib: self.hash_mib.map_or(default.hash_mib, |mib| mib as usize),
        }
    }

    /// Sets what one `key=value` says.
    fn set(&mut self, key: &'static str, value: &str) -> Result<(), ParseEngineError> {
        let wrong = |expected| {
            let found: String = value.chars().take(24).collect();
            ParseEngineError::Value { key, found, expected }
        };
        match key {
            "level" => {
                let level = value.parse::<Level>().map_err(|_| wrong("1 to 20"))?;
                self.thinking.level = Some(level);
            }
            "time" => {
                let time: Duration =
                    parse_duration(value).map_err(|_| wrong("a time such as 5s, 500ms or 2m"))?;
                self.thinking.time = Some(time);
            }
            "depth" => {
                let depth = number(value, 1, 60).ok_or_else(|| wrong("1 to 60 plies"))?;
                self.thinking.depth = Some(depth as u32);
            }
            "nodes" => {
                let nodes = number(value, 1, u64::MAX).ok_or_else(|| wrong("1 or more"))?;
                self.thinking.nodes = Some(nodes);
            }
            "threads" => {
                let threads = number(value, 1, 256).ok_or_else(|| wrong("1 to 256"))?;
                self.threads = Some(threads as u16);
            }
            "weights" if value.is_empty() => {
                return Err(wrong("a file, built-in or hand-made"));
            }
            "weights" => self.weights = value.parse().ok(),
            _ => {
                let mib = number(value, 1, 1 << 20).ok_or_else(|| wrong("1 to 1048576 MiB"))?;
                self.hash_mib = Some(mib as u32);
            }
        }
        Ok(())
    }
}

/// A number within bounds.
fn number(text: &str, least: u64, most: u64) -> Option<u64> {
    text.parse().ok().filter(|number| (least..=most).contains(number))
}

impl FromStr for EngineName {
    type Err = ParseEngineError;

    /// Reads `level=8`, or `depth=6,threads=1`: any order, each key once.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut name = Self::default();
        let mut seen = Vec::new();
        for part in text.split(',') {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let known = Self::KEYS.into_iter().find(|known| *known == key.trim());
            let key = known.ok_or_else(|| ParseEngineError::Key {
                found: key.trim().chars().take(24).collect(),
            })?;
            if seen.contains(&key) {
                return Err(ParseEngineError::Twice { key });
            }
            seen.push(key);
            name.set(key, value.trim())?;
        }
        Ok(name)
    }
}

impl fmt::Display for EngineName {
    /// `level=8,time=1s`, always in the same order; nothing if nothing is given.
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
        ];
        let given: Vec<_> = Self::KEYS
            .into_iter()
            .zip(values)
            .filter_map(|(key, value)| value.map(|value| format!("{key}={value}")))
            .collect();
        f.pad(&given.join(","))
    }
}
