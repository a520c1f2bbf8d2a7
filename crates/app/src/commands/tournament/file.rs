//! A tournament file.

use std::fs;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use std::{fmt, ops};

use anyhow::Context;
use outflank_arena::{Platform, PlayerName, parse_duration};
use outflank_core::Rule;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

use crate::cli::{BeginningName, KindName};
use crate::failure::Failure;

/// What a tournament file says. All that it leaves out is up to the flags.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct File {
    pub(super) title: Option<String>,
    pub(super) kind: Option<KindName>,
    pub(super) rules: Option<Text<Rule>>,
    pub(super) rounds: Option<Within<1, 1_000_000>>,
    pub(super) games: Option<Within<2, 10_000>>,
    pub(super) openings: Option<BeginningName>,
    /// Who meets all the others in a gauntlet.
    #[serde(default)]
    pub(super) challengers: Vec<String>,
    /// How many challenge in a round of a points race.
    pub(super) turns: Option<Within<1, 1_000_000>>,
    pub(super) seed: Option<u64>,
    pub(super) concurrency: Option<Within<1, 256>>,
    pub(super) platform: Option<Text<Platform>>,
    pub(super) time: Option<Time>,
    pub(super) game_time: Option<Time>,
    pub(super) memory: Option<Within<16, 1_048_576>>,
    pub(super) keep_processes: Option<bool>,
    /// A folder of agents.
    pub(super) agents: Option<PathBuf>,
    #[serde(default)]
    pub(super) players: Vec<Listed>,
}

/// A player in a tournament file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Listed {
    pub(super) name: Option<String>,
    pub(super) player: Text<PlayerName>,
}

/// Reads a tournament file.
pub(super) fn read(path: &Path) -> Result<File, Failure> {
    let text = fs::read_to_string(path)
        .with_context(|| format!("cannot read {}", path.display()))
        .map_err(Failure::Input)?;
    toml::from_str(&text).map_err(|error| {
        let start = error.span().map_or(text.len(), |span| span.start);
        let line = 1 + text.bytes().take(start).filter(|byte| *byte == b'\n').count();
        let reason = error.message().trim().replace('\n', ", ");
        Failure::input(format!("{}: line {line}: {reason}", path.display()))
    })
}

/// A value that is written as text.
#[derive(Debug)]
pub(super) struct Text<T>(pub(super) T);

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Text<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(Reader(PhantomData))
    }
}

struct Reader<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Reader<T> {
    type Value = Text<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a text between quotes")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
        text.parse().map(Text).map_err(E::custom)
    }
}

/// A time such as `"5s"`.
#[derive(Debug)]
pub(super) struct Time(pub(super) Duration);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Written(Duration);
        impl FromStr for Written {
            type Err = outflank_arena::ParseDurationError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                parse_duration(text).map(Self)
            }
        }
        let Text(Written(time)) = Text::deserialize(deserializer)?;
        Ok(Self(time))
    }
}

/// A number between bounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within<const LOW: u32, const HIGH: u32>(u32);

impl<const LOW: u32, const HIGH: u32> ops::Deref for Within<LOW, HIGH> {
    type Target = u32;

    fn deref(&self) -> &u32 {
        &self.0
    }
}

impl<'de, const LOW: u32, const HIGH: u32> Deserialize<'de> for Within<LOW, HIGH> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer)?;
        u32::try_from(number)
            .ok()
            .filter(|number| (LOW..=HIGH).contains(number))
            .map(Self)
            .ok_or_else(|| Error::custom(format!("{number} is not from {LOW} to {HIGH}")))
    }
}
