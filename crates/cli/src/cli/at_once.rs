//! The number of games at once, here or on a cluster.

use clap::Args;

use super::ClusterFlag;
use crate::cores::cores;
use crate::screen::complain;

/// The number of games at once, and the cluster that may play them.
#[derive(Args, Clone, Debug)]
pub(crate) struct ConcurrencyFlags {
    /// The number of games at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) concurrency: Option<u16>,
    #[command(flatten)]
    pub(crate) cluster: ClusterFlag,
}

impl ConcurrencyFlags {
    /// The number of games at once.
    pub(crate) fn games(&self) -> usize {
        self.concurrency.map_or_else(cores, usize::from)
    }
}

/// The same for commands in which `--concurrency` had another name.
#[derive(Args, Clone, Debug)]
pub(crate) struct AtOnceFlags {
    #[command(flatten)]
    current: ConcurrencyFlags,
    /// The old name of --concurrency
    #[arg(long, value_name = "N", hide = true, conflicts_with = "concurrency",
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl AtOnceFlags {
    /// The number of games at once. The old flag gives a notice.
    pub(crate) fn games(&self) -> usize {
        let Some(threads) = self.threads else { return self.current.games() };
        complain("--threads is now called --concurrency here");
        threads.into()
    }

    /// The cluster, if there is one.
    pub(crate) const fn cluster(&self) -> &ClusterFlag {
        &self.current.cluster
    }
}
