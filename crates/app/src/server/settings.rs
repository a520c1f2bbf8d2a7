//! What the server was started with.

use std::net::IpAddr;
use std::path::PathBuf;

use crate::cli::{Label, Serve};
use crate::failure::Failure;

/// What the server was started with, with all that was left open decided.
pub(crate) struct Settings {
    pub(crate) host: IpAddr,
    pub(crate) port: u16,
    /// How many threads search.
    pub(crate) threads: usize,
    /// The size of all transposition tables together.
    pub(crate) hash_mib: usize,
    /// The folder of everything that the server keeps.
    pub(crate) data: PathBuf,
    /// Stores of matches and tournaments to show besides our own.
    pub(crate) stores: Vec<PathBuf>,
    /// Folders with runs of `outflank evolve` to show.
    pub(crate) runs: Vec<PathBuf>,
    /// A folder of Python agents.
    pub(crate) agents: Option<PathBuf>,
    /// Further players for matches.
    pub(crate) players: Vec<Label>,
    /// Names by which browsers may call us.
    pub(crate) allowed_hosts: Vec<String>,
    /// Whether to open a browser.
    pub(crate) open: bool,
}

impl Settings {
    /// Decides what was left open.
    pub(crate) fn resolve(options: Serve) -> Result<Self, Failure> {
        let data = options.data.map_or_else(default_data, Ok)?;
        let runs = if options.runs.is_empty() {
            vec![data.join("runs"), PathBuf::from("runs")]
        } else {
            options.runs
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            host: options.host,
            port: options.port,
            threads: options.threads.map_or_else(cores, usize::from),
            hash_mib: options.hash as usize,
            data,
            stores: options.store,
            runs,
            agents: options.agents,
            players: options.player,
            allowed_hosts: options.allow_host,
            open: options.open,
        })
    }
}

/// The folder where programs keep the data of a user.
fn default_data() -> Result<PathBuf, Failure> {
    let set = |name| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| Some(set("HOME")?.join(".local/share")))
        .map(|folder| folder.join("outflank"))
        .ok_or_else(|| {
            Failure::input("HOME is not set, so there is no place for games: give one with --data")
        })
}
