//! A tournament file.

use std::fs;
use std::ops;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use outflank_arena::{OpeningsChoice, Platform, PlayerName, parse_duration};
use outflank_core::{Rule, text};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::failure::Failure;
use outflank_arena::TournamentKind;

/// The contents of a tournament file. The flags decide everything it leaves out.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct File {
    pub(super) title: Option<String>,
    pub(super) kind: Option<TournamentKind>,
    pub(super) rules: Option<Rule>,
    pub(super) rounds: Option<Within<1, 1_000_000>>,
    pub(super) games: Option<Within<2, 10_000>>,
    #[serde(default, deserialize_with = "openings")]
    pub(super) openings: Option<OpeningsChoice>,
    /// The challengers of a gauntlet.
    #[serde(default)]
    pub(super) challengers: Vec<String>,
    /// The number of challenges in a round of a points race.
    pub(super) turns: Option<Within<1, 1_000_000>>,
    pub(super) seed: Option<u64>,
    pub(super) concurrency: Option<Within<1, 256>>,
    #[serde(default, deserialize_with = "platform")]
    pub(super) platform: Option<Platform>,
    pub(super) time: Option<Time>,
    pub(super) game_time: Option<Time>,
    pub(super) memory: Option<Within<16, 1_048_576>>,
    pub(super) keep_processes: Option<bool>,
    pub(super) ponder: Option<bool>,
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
    #[serde(deserialize_with = "text::deserialize")]
    pub(super) player: PlayerName,
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

fn platform<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Platform>, D::Error> {
    text::deserialize(deserializer).map(Some)
}

fn openings<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<OpeningsChoice>, D::Error> {
    text::deserialize(deserializer).map(Some)
}

/// A time such as `"5s"`.
#[derive(Debug)]
pub(super) struct Time(pub(super) Duration);

impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let time = parse_duration(&text).map_err(Error::custom)?;
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
