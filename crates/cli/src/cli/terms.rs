//! Flags for the terms of games.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use outflank_arena::{
    Platform, Pondering, Processes, Resources, Sandboxing, Terms, TimeLimits, cache_folder,
    parse_duration,
};

/// The terms of games.
#[derive(Args, Clone, Debug)]
pub(crate) struct TermsFlags {
    /// The platform rules at the time limit: strict (exceeding it loses the game) or course
    /// (the last move of the list is played) [default: strict]
    #[arg(long, value_name = "PLATFORM")]
    pub(crate) platform: Option<Platform>,
    /// The time limit for a move: 5s, 500ms [default: 5s with --platform course, otherwise
    /// none; 10m for external programs]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// The time limit for a game: 180s, 3m [default: 180s with --platform course, otherwise
    /// none]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) game_time: Option<Duration>,
    /// The memory limit of an external program with all its processes, in MiB [default: 1024]
    #[arg(long, value_name = "MIB",
          value_parser = clap::value_parser!(u32).range(16..=1_048_576))]
    pub(crate) memory: Option<u32>,
    /// Run external programs without a sandbox, with all your rights
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// Keep external programs from game to game, instead of a new process for each game
    #[arg(long)]
    pub(crate) keep_processes: bool,
    /// Let external programs think in the turn of their opponent, instead of stopping them
    #[arg(long)]
    pub(crate) ponder: bool,
    /// The Python interpreter of python: players [default: `$OUTFLANK_PYTHON` or python3]
    #[arg(long, value_name = "FILE")]
    pub(crate) python: Option<PathBuf>,
}

impl TermsFlags {
    /// Converts the flags to the terms of the arena.
    pub(crate) fn terms(&self) -> Terms {
        let platform = self.platform.unwrap_or_default();
        let usual = platform.limits();
        let resources = Resources::default();
        Terms {
            limits: TimeLimits {
                move_time: self.time.or(usual.move_time),
                game_time: self.game_time.or(usual.game_time),
            },
            platform,
            sandbox: if self.no_sandbox { Sandboxing::Off } else { Sandboxing::Required },
            resources: Resources {
                memory_mib: self.memory.unwrap_or(resources.memory_mib),
                ..resources
            },
            processes: if self.keep_processes { Processes::Kept } else { Processes::PerGame },
            pondering: if self.ponder { Pondering::Allowed } else { Pondering::Off },
            python: self.python.clone(),
            cache: cache_folder(),
            ..Terms::default()
        }
    }
}
