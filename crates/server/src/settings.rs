//! The settings of the server.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use outflank_arena::NamedPlayer;
use outflank_book::Books;
use outflank_cluster::ClusterAddress;

use super::class::ClassServing;

/// The settings of the server, with all defaults resolved.
pub struct Settings {
    /// The address to listen on.
    pub host: IpAddr,
    /// The port to listen on; 0 for any free port.
    pub port: u16,
    /// The number of search threads.
    pub threads: usize,
    /// The size of all transposition tables together.
    pub hash_mib: usize,
    /// The opening books of games, hints, reviews and analyses.
    pub books: Books,
    /// The folder of everything that the server keeps.
    pub data: PathBuf,
    /// Stores of matches and tournaments to show besides our own.
    pub stores: Vec<PathBuf>,
    /// Folders with runs of `outflank evolve` to show.
    pub runs: Vec<PathBuf>,
    /// A folder of Python agents.
    pub agents: Option<PathBuf>,
    /// Further players for matches.
    pub players: Vec<NamedPlayer>,
    /// Names by which browsers may call us.
    pub allowed_hosts: Vec<String>,
    /// The cluster to show, if there is one.
    pub cluster: Option<ClusterAddress>,
    /// The class to serve, if there is one.
    pub class: Option<ClassServing>,
    /// True to open a browser.
    pub open: bool,
    /// True to let engines give way to everything else on the machine.
    pub low_priority: bool,
}

impl Settings {
    /// A server that only this machine reaches, on any free port, with its data in this
    /// folder.
    pub fn local(data: PathBuf) -> Self {
        Self {
            host: Ipv4Addr::LOCALHOST.into(),
            port: 0,
            threads: 1,
            hash_mib: 16,
            books: Books::BuiltIn,
            data,
            stores: Vec::new(),
            runs: Vec::new(),
            agents: None,
            players: Vec::new(),
            allowed_hosts: Vec::new(),
            cluster: None,
            class: None,
            open: false,
            low_priority: false,
        }
    }
}
