//! The processes of external programs, found by the mark in their environment.

use std::fs;
use std::path::PathBuf;

/// The folders in `/proc` of the programs that an arena has started.
pub(crate) fn programs_of(arena: u32) -> Vec<PathBuf> {
    let marker = format!("OUTFLANK_AGENT={arena}-");
    let is_marked = |path: &PathBuf| {
        let environment = fs::read(path.join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|entry| entry.starts_with(marker.as_bytes()))
    };
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes.map(|entry| entry.path()).filter(is_marked).collect()
}
