//! A process and all that descend from it, as `/proc` tells.

use std::fs;
use std::path::{Path, PathBuf};

use rustix::process::{Pid, Signal, kill_process};

/// Processes that descend from one, itself first.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pids: Vec<u32>,
    /// How many threads they have together, as far as they were looked at.
    tasks: usize,
}

impl Tree {
    /// The processes there are now. What is more than `most` is not looked for:
    /// of what multiplies, there is no end.
    pub(super) fn of(root: u32, most: usize) -> Self {
        let mut tree = Self { pids: vec![root], tasks: 0 };
        let mut at = 0;
        while at < tree.pids.len() && !tree.is_more_than(most) {
            for task in tasks(tree.pids[at]) {
                tree.tasks += 1;
                tree.pids.extend(children(&task));
            }
            at += 1;
        }
        tree
    }

    /// The processes that one has started itself.
    pub(super) fn children_of(parent: u32) -> Self {
        let pids = tasks(parent).flat_map(|task| children(&task)).collect();
        Self { pids, tasks: 0 }
    }

    /// Whether there are more processes or threads than this.
    pub(super) fn is_more_than(&self, most: usize) -> bool {
        self.tasks.max(self.pids.len()) > most
    }

    /// Every process that has `variable` in its environment.
    pub(super) fn marked(variable: &str) -> Self {
        let has_it = |pid: &u32| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes())
        };
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        Self { pids: pids.filter(has_it).collect(), tasks: 0 }
    }

    /// The memory that they have in use, in bytes. What several of them share
    /// counts once for each, which costs little to find out.
    pub(super) fn resident(&self) -> u64 {
        let page = rustix::param::page_size() as u64;
        let pages = |pid: &u32| {
            let text = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
            text.split(' ').nth(1)?.parse::<u64>().ok()
        };
        self.pids.iter().filter_map(pages).sum::<u64>() * page
    }

    /// The memory that they have in use, in bytes, with what is shared counted
    /// once. This takes the system a while.
    pub(super) fn proportional(&self) -> u64 {
        let kibibytes = |pid: &u32| {
            let text = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
            let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        self.pids.iter().filter_map(kibibytes).sum::<u64>() * 1024
    }

    /// Kills them all.
    pub(super) fn kill(&self) {
        self.pids.iter().rev().for_each(|pid| kill(*pid));
    }

    /// Whether all of them have ended.
    pub(super) fn is_gone(&self) -> bool {
        self.pids.iter().all(|pid| has_ended(*pid))
    }
}

/// The threads of a process, by their folders.
fn tasks(pid: u32) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(format!("/proc/{pid}/task"));
    entries.into_iter().flatten().flatten().map(|entry| entry.path())
}

/// The processes that a thread has started.
fn children(task: &Path) -> Vec<u32> {
    let text = fs::read_to_string(task.join("children")).unwrap_or_default();
    text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

fn kill(pid: u32) {
    // One that has ended meanwhile is as good as killed.
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let _ = pid.map(|pid| kill_process(pid, Signal::KILL));
}

/// Whether a process is no more, or waits to be reaped by whoever is its parent.
fn has_ended(pid: u32) -> bool {
    let Ok(stat) = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat")) else {
        return true;
    };
    let state = stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next());
    matches!(state, Some('Z' | 'X'))
}
