//! `outflank serve`

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

use super::Label;

/// What the browser app is started with.
#[derive(Args)]
pub(crate) struct Serve {
    /// The address to listen on; others than your own machine's let others in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// The port to listen on; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8303)]
    pub(crate) port: u16,
    /// How many threads search; all cores unless told
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// The size of all transposition tables together in MiB
    #[arg(long, value_name = "MIB", default_value_t = 128,
          value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub(crate) hash: u32,
    /// Where games are kept; the folder of the user's data unless told
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,
    /// A store of matches or tournaments to show; may be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Vec<PathBuf>,
    /// A folder of runs of `outflank evolve` to show; runs here and in the data folder unless told
    #[arg(long, value_name = "FOLDER")]
    pub(crate) runs: Vec<PathBuf>,
    /// A folder of Python agents that may play matches
    #[arg(long, value_name = "FOLDER")]
    pub(crate) agents: Option<PathBuf>,
    /// One more player for matches, such as 'edax=gtp:edax -gtp'; may be given several times
    #[arg(long, value_name = "[NAME=]PLAYER")]
    pub(crate) player: Vec<Label>,
    /// A name by which browsers may call this server; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,
    /// Open the page in a browser
    #[arg(long)]
    pub(crate) open: bool,
}
