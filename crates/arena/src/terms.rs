//! The conditions of games: time limits, platform, sandbox and resources.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use crate::{Cores, TimeLimits};

/// The conditions of games, the same for both players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// The time limits.
    pub limits: TimeLimits,
    /// The platform, whose rules hold.
    pub platform: Platform,
    /// Whether external programs run in a sandbox.
    pub sandbox: Sandboxing,
    /// The resource limits of external programs.
    pub resources: Resources,
    /// The lifetime of the processes of external programs.
    pub processes: Processes,
    /// Whether external programs may think in the turn of their opponent.
    pub pondering: Pondering,
    /// The cores that an external program in a sandbox may use.
    pub cores: Cores,
    /// The Python interpreter of agents; by default the first that is found.
    pub python: Option<PathBuf>,
    /// The folder for files that agents keep from game to game; by default they
    /// keep none.
    pub cache: Option<PathBuf>,
}

/// The platform, whose rules hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Platform {
    /// Engine matches: exceeding the time limit loses the game.
    #[default]
    Strict,
    /// The course platform: when the time is up, the last move of the candidate
    /// list is played.
    Course,
}

impl Platform {
    /// Both, the default first.
    pub const ALL: [Self; 2] = [Self::Strict, Self::Course];

    /// The name in flags and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Course => "course",
        }
    }

    /// The default time limits: 5 seconds a move and 180 seconds a game on the
    /// course platform, otherwise none.
    pub const fn limits(self) -> TimeLimits {
        match self {
            Self::Strict => TimeLimits { move_time: None, game_time: None },
            Self::Course => TimeLimits {
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

/// Whether external programs run in a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sandboxing {
    /// In a sandbox. Without one, external programs are refused.
    #[default]
    Required,
    /// Without a sandbox: they have the rights of the user.
    Off,
}

/// The lifetime of the processes of external programs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Processes {
    /// A new process for every game.
    #[default]
    PerGame,
    /// A process is kept for the next game of its worker thread. The agent itself
    /// is created anew for every game.
    Kept,
}

impl Processes {
    /// Whether processes are kept from game to game.
    pub const fn are_kept(self) -> bool {
        matches!(self, Self::Kept)
    }
}

/// Whether external programs may think in the turn of their opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Pondering {
    /// A program is stopped while it is not its turn.
    #[default]
    Off,
    /// A program runs all the time.
    Allowed,
}

impl Pondering {
    /// Whether it is allowed.
    pub const fn is_allowed(self) -> bool {
        matches!(self, Self::Allowed)
    }
}

/// The resource limits of an external program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Memory of all its processes together, in MiB.
    pub memory_mib: u32,
    /// The maximum number of processes and threads.
    pub processes: u32,
    /// The maximum size of a file, in MiB.
    pub file_mib: u32,
    /// The maximum size of its output and its log in a game, in KiB.
    pub output_kib: u32,
    /// The time limit to get ready for a game.
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
