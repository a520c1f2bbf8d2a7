//! `outflank serve`

use std::path::PathBuf;

use outflank_server::Settings;

use crate::cli::Serve;
use crate::cores::cores;
use crate::failure::Failure;

pub(crate) fn run(options: Serve) -> Result<(), Failure> {
    outflank_server::run(settings(options)?).map_err(Failure::from)
}

/// Fills in the defaults.
pub(super) fn settings(options: Serve) -> Result<Settings, Failure> {
    let data = options.data.map_or_else(default_data, Ok)?;
    let runs = if options.runs.is_empty() {
        vec![data.join("runs"), PathBuf::from("runs")]
    } else {
        options.runs
    };
    Ok(Settings {
        host: options.host,
        port: options.port,
        threads: options.threads.map_or_else(cores, usize::from),
        hash_mib: options.hash as usize,
        books: options.book.open().map_err(Failure::input)?,
        data,
        stores: options.store,
        runs,
        agents: options.agents,
        players: options.player,
        allowed_hosts: options.allow_host,
        cluster: options.cluster,
        class: None,
        open: options.open,
        low_priority: true,
    })
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
