//! The memory of a program.

use std::fs;

use rustix::fs::statvfs;

use super::tree::Tree;
use crate::sandbox::Hold;

/// The folders of a sandbox that are kept in memory and can be written to.
const FOLDERS: [&str; 2] = ["/tmp", "/dev/shm"];
/// The memory that the kernel needs for a file, a folder or a link, as it counts
/// it itself.
const FILE: u64 = 1024;
/// The memory that may wait in a socket, with the default limits of the kernel.
const SOCKET: u64 = 416 * 1024;

/// The memory of the processes of a program and of what they have left in the
/// sandbox, in bytes. Shared pages are counted exactly if that decides whether
/// the memory is more than `most`.
pub(super) fn used(tree: &Tree, sandbox: Option<&Hold>, most: u64) -> u64 {
    // Until the first process has started another, it may not have left the
    // folders of the machine yet.
    let sandbox = sandbox.filter(|_| tree.pids().len() > 1);
    let left = sandbox.map_or(0, |sandbox| files(sandbox) + sockets(sandbox));
    let used = tree.resident() + left;
    if used > most { tree.proportional() + left } else { used }
}

/// The memory of the files in a sandbox. A file that a process has mapped counts
/// there too.
fn files(sandbox: &Hold) -> u64 {
    let used = |folder: &str| {
        let counts = statvfs(sandbox.folder(folder)).ok()?;
        let blocks = counts.f_blocks.saturating_sub(counts.f_bfree);
        let files = counts.f_files.saturating_sub(counts.f_ffree);
        Some(blocks * counts.f_frsize + files * FILE)
    };
    FOLDERS.into_iter().filter_map(used).sum()
}

/// The memory that may wait in the sockets of a sandbox.
fn sockets(sandbox: &Hold) -> u64 {
    let path = format!("/proc/{}/net/sockstat", sandbox.first());
    let text = fs::read_to_string(path).unwrap_or_default();
    let count = text.lines().find_map(|line| line.strip_prefix("sockets: used "));
    count.and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or(0) * SOCKET
}
