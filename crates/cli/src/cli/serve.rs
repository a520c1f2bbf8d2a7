//! `outflank serve`

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

use outflank_arena::{EngineBook, NamedPlayer};
use outflank_cluster::ClusterAddress;

use super::thinking::hash_parser;

/// The settings of the browser app.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; an address other than 127.0.0.1 makes the server reachable
    /// from the network
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// The port to listen on; 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 8303)]
    pub(crate) port: u16,
    /// The number of search threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The size of all transposition tables together in MiB
    #[arg(long, value_name = "MIB", default_value_t = 128, value_parser = hash_parser())]
    pub(crate) hash: u32,
    /// The opening book of games, hints, reviews and analyses: a file, built-in or off
    #[arg(long, value_name = "BOOK", default_value = "built-in")]
    pub(crate) book: EngineBook,
    /// The folder for games [default: the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// A store of matches or tournaments to show; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Vec<PathBuf>,
    /// A folder with runs of `outflank evolve` to show [default: runs here and in the data
    /// folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) runs: Vec<PathBuf>,
    /// A folder of Python agents that may play matches
    #[arg(long, value_name = "FOLDER")]
    pub(crate) agents: Option<PathBuf>,
    /// Another player for matches, such as 'edax=gtp:edax -gtp'; may be given several times
    #[arg(long, value_name = "[NAME=]PLAYER")]
    pub(crate) player: Vec<NamedPlayer>,
    /// A NATS server, `nats://HOST:4222` or `tls://HOST`: its cluster is shown, or runs the agents of
    /// a class
    #[arg(long, value_name = "URL")]
    pub(crate) cluster: Option<ClusterAddress>,
    /// An additional host name of this server; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
}
