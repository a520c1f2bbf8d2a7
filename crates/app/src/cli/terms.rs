//! Flags that say on what terms games are played.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use outflank_arena::{Limits, Platform, Processes, Resources, Sandboxing, Terms, parse_duration};

/// On what terms games are played.
#[derive(Args, Clone, Debug)]
pub(crate) struct TermsFlags {
    /// Whose rules hold: strict, where who is late loses, or course, where the last move of the list is taken
    /// [default: strict]
    #[arg(long, value_name = "PLATFORM")]
    pub(crate) platform: Option<Platform>,
    /// How long a player may think about a move: 5s, 500ms; on the course 5s, else without end (programs of others: 10m)
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// How long a player may think in a game: 180s, 3m; on the course 180s, else without end
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) game_time: Option<Duration>,
    /// How much memory a program of others may take, all its processes together, in MiB
    /// [default: 1024]
    #[arg(long, value_name = "MIB",
          value_parser = clap::value_parser!(u32).range(16..=1_048_576))]
    pub(crate) memory: Option<u32>,
    /// Run programs of others without a sandbox: they may do what you may
    #[arg(long)]
    pub(crate) no_sandbox: bool,
    /// Keep programs of others from game to game, each starting afresh, instead of a process for each
    #[arg(long)]
    pub(crate) keep_processes: bool,
    /// The Python of python: players; `$OUTFLANK_PYTHON` or python3 unless told
    #[arg(long, value_name = "FILE")]
    pub(crate) python: Option<PathBuf>,
}

impl TermsFlags {
    /// The arena's own words for these flags.
    pub(crate) fn terms(&self) -> Terms {
        let platform = self.platform.unwrap_or_default();
        let usual = platform.limits();
        let resources = Resources::default();
        Terms {
            limits: Limits {
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
            python: self.python.clone(),
        }
    }
}
