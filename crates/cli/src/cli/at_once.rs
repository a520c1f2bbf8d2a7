//! The number of games at once.

use clap::Args;

use crate::screen::complain;

/// The number of games at once, for commands whose games use one thread each.
#[derive(Args, Clone, Copy)]
pub(crate) struct AtOnceFlags {
    /// The number of games at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    concurrency: Option<u16>,
    /// The old name of --concurrency
    #[arg(long, value_name = "N", hide = true, conflicts_with = "concurrency",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl AtOnceFlags {
    /// The number of games at once. The old flag gives a notice.
    pub(crate) fn games(self) -> usize {
        if self.threads.is_some() {
            complain("--threads is now called --concurrency here");
        }
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.concurrency.or(self.threads).map_or_else(cores, usize::from)
    }
}
