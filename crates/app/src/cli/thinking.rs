//! Flags that say what the engine is made of and how long it thinks.

use std::time::Duration;

use clap::Args;
use outflank_engine::{Limits, Options};

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
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Search this many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub(crate) depth: Option<u32>,
    /// Look at about this many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

impl LimitFlags {
    /// The course's limit for a move, where no other is given.
    const DEFAULT_TIME: Duration = Duration::from_secs(5);

    /// The engine's own words for these flags.
    pub(crate) fn limits(self) -> Limits {
        let is_given = self.time.is_some() || self.depth.is_some() || self.nodes.is_some();
        Limits {
            time: self.time.or((!is_given).then_some(Self::DEFAULT_TIME)),
            depth: self.depth,
            nodes: self.nodes,
            ..Limits::default()
        }
    }
}

/// Reads `5s`, `500ms`, `2m`, `0.5s`; a bare number is seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("'{}' is not a time: expected 5s, 500ms or 2m", text.escape_debug());
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(unit_at);
    let scale = match unit {
        "ms" => 1e-3,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let seconds = number.trim().parse::<f64>().map_err(|_| wrong())? * scale;
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() && time <= Duration::from_hours(24 * 365) => Ok(time),
        _ => Err(wrong()),
    }
}
