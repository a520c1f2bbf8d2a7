//! Flags that say what the engine is made of and how long it thinks.

use std::time::Duration;

use clap::Args;
use outflank_arena::parse_duration;
use outflank_engine::{Level, Options, Thinking};

/// What the engine is made of.
#[derive(Args, Clone, Copy)]
pub(crate) struct EngineFlags {
    /// How many threads search; all cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The size of the transposition table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: u32,
}

impl EngineFlags {
    /// The engine's own words for these flags.
    pub(crate) fn options(self) -> Options {
        let default = Options::default();
        Options {
            threads: self.threads.map_or(default.threads, usize::from),
            hash_mib: self.hash as usize,
        }
    }
}

/// How long the engine thinks.
#[derive(Args, Clone, Copy)]
pub(crate) struct LimitFlags {
    /// Answer within this time: 5s, 500ms, 2m; 5s unless another limit is given
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub(crate) time: Option<Duration>,
    /// Search this many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Look at about this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

impl LimitFlags {
    /// The engine's own words for these flags.
    pub(crate) const fn thinking(self, level: Option<Level>) -> Thinking {
        Thinking { level, time: self.time, depth: self.depth, nodes: self.nodes }
    }
}
