//! A process and all that descend from it, as `/proc` tells.

use std::fs;
use std::path::Path;

use rustix::process::{Pid, Signal, kill_process};

/// Processes that descend from one, itself first.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pids: Vec<u32>,
    /// How many threads they have together.
    pub(super) tasks: usize,
}

impl Tree {
    /// The processes there are now. More than `most` tasks are not looked for.
    pub(super) fn of(root: u32, most: usize) -> Self {
        let mut tree = Self { pids: vec![root], tasks: 0 };
        let mut at = 0;
        while at < tree.pids.len() && tree.tasks <= most {
            let tasks = fs::read_dir(format!("/proc/{}/task", tree.pids[at]));
            for task in tasks.into_iter().flatten().flatten() {
                tree.tasks += 1;
                let children = fs::read_to_string(task.path().join("children"));
                let children = children.unwrap_or_default();
                tree.pids
                    .extend(children.split_whitespace().filter_map(|pid| pid.parse::<u32>().ok()));
            }
            at += 1;
        }
        tree
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

    /// Kills them, the youngest first, but for the root if there are others: a
    /// sandbox ends by itself, in good order, when what is in it has ended.
    pub(super) fn kill_descendants(&self) {
        self.pids.iter().skip(1).rev().for_each(|pid| kill(*pid));
    }

    /// Kills them all.
    pub(super) fn kill(&self) {
        self.pids.iter().rev().for_each(|pid| kill(*pid));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pids.is_empty()
    }

    /// Whether all of them have ended.
    pub(super) fn is_gone(&self) -> bool {
        self.pids.iter().all(|pid| has_ended(*pid))
    }
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
