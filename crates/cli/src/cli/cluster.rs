//! The flags of a cluster.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use outflank_cluster::ClusterAddress;

/// The cluster of a long command.
#[derive(Args, Clone, Debug)]
pub(crate) struct ClusterFlag {
    /// Let the workers of this NATS server do the work: `nats://HOST:4222` or `tls://HOST`. The
    /// result is the same as without
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<ClusterAddress>,
}

#[derive(Args)]
pub(crate) struct Worker {
    /// The NATS server: `nats://HOST:4222` or `tls://HOST`
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: ClusterAddress,
    /// The number of units at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) cores: Option<u16>,
    /// The kinds of work: selfplay, evolve, book, labels, zero, games, agents [default: all but
    /// agents, which are programs that nobody trusts]
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    pub(crate) kinds: Vec<String>,
    /// The name in lists [default: the name of the machine and the number of the process]
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// The folder for files of units, such as agents [default: a temporary one]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) folder: Option<PathBuf>,
    /// Print one JSON object for each unit
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct Cluster {
    #[command(subcommand)]
    pub(crate) action: ClusterAction,
}

#[derive(Subcommand)]
pub(crate) enum ClusterAction {
    /// Show the workers, the queues and the failures of a cluster
    Status(ClusterShow),
    /// Let all workers finish their units and end
    ///
    /// Units that wait stay in the queue.
    Drain(ClusterChange),
    /// Remove all units, results, inputs and failures, and forget the build
    ///
    /// A run that is under way sends its units again.
    Purge(ClusterChange),
}

#[derive(Args)]
pub(crate) struct ClusterShow {
    #[command(flatten)]
    pub(crate) server: ClusterChange,
    /// Show the state again and again, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ClusterChange {
    /// The NATS server: `nats://HOST:4222` or `tls://HOST`
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: ClusterAddress,
}
