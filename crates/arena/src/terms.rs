//! On what terms games are played.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::Limits;

/// On what terms games are played: the same for both players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// How long they may think.
    pub limits: Limits,
    /// Whose rules of conduct hold.
    pub platform: Platform,
    /// What programs of others are kept in.
    pub sandbox: Sandboxing,
    /// What programs of others may take.
    pub resources: Resources,
    /// How long the processes of programs of others live.
    pub processes: Processes,
    /// The Python interpreter of agents; the first that is found unless told.
    pub python: Option<PathBuf>,
}

/// Whose rules of conduct hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Engine matches: who is late loses.
    #[default]
    Strict,
    /// The course platform: when the clock strikes, the last move that an agent
    /// had in mind is played.
    Course,
}

impl Platform {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Strict, Self::Course];

    /// The name on every command line and in every file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Course => "course",
        }
    }

    /// How long players may think unless told: on the course 5 seconds a move
    /// and 180 a game, else without end.
    pub const fn limits(self) -> Limits {
        match self {
            Self::Strict => Limits { move_time: None, game_time: None },
            Self::Course => Limits {
                move_time: Some(Duration::from_secs(5)),
                game_time: Some(Duration::from_mins(3)),
            },
        }
    }
}

impl fmt::Display for Platform {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no platform.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a platform: expected strict or course", found.escape_debug())]
pub struct ParsePlatformError {
    /// The text given.
    pub found: String,
}

impl FromStr for Platform {
    type Err = ParsePlatformError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let named = Self::ALL.into_iter().find(|platform| platform.name() == text);
        named.ok_or_else(|| ParsePlatformError { found: text.to_owned() })
    }
}

/// What programs of others are kept in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sandboxing {
    /// In a sandbox; without one they are refused.
    #[default]
    Required,
    /// In nothing: they may do what the user may.
    Off,
}

/// How long the processes of programs of others live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Processes {
    /// One for every game.
    #[default]
    PerGame,
    /// From game to game while a player stays at its table; what it plays is
    /// made afresh for every game.
    Kept,
}

impl Processes {
    /// Whether they live from game to game.
    pub const fn are_kept(self) -> bool {
        matches!(self, Self::Kept)
    }
}

/// What a program of others may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Memory of all its processes together, in MiB.
    pub memory_mib: u32,
    /// How many processes and threads it may have.
    pub processes: u32,
    /// The largest file it may write, in MiB.
    pub file_mib: u32,
    /// How much it may write to its output and its log in a game, in KiB.
    pub output_kib: u32,
    /// How long it may take to be ready for a game.
    pub start_time: Duration,
}

impl Default for Resources {
    fn default() -> Self {
        Self {
            memory_mib: 1024,
            processes: 64,
            file_mib: 64,
            output_kib: 1024,
            start_time: Duration::from_secs(30),
        }
    }
}
