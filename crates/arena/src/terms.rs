//! On what terms games are played.

use std::path::PathBuf;
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

/// What programs of others are kept in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sandboxing {
    /// In a sandbox; without one they are refused.
    #[default]
    Required,
    /// In nothing: they may do what the user may.
    Off,
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
