//! A process and its descendants, from `/proc`.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// A process and its descendants, the process itself first.
#[derive(Clone, Debug, Default)]
pub(super) struct Tree {
    pids: Vec<u32>,
    /// Their threads, as far as they were counted.
    threads: Vec<Thread>,
}

/// A thread of a process.
#[derive(Clone, Copy, Debug)]
struct Thread {
    pid: u32,
    tid: u32,
}

/// The time of a thread on a core and in the queue for one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ThreadTime {
    pub(super) ran: Duration,
    pub(super) waited: Duration,
}

impl Tree {
    /// The present processes, up to `most` of them: a fork bomb may create more
    /// than can be counted.
    pub(super) fn of(root: u32, most: usize) -> Self {
        let mut tree = Self { pids: vec![root], threads: Vec::new() };
        let mut at = 0;
        while at < tree.pids.len() && !tree.is_more_than(most) {
            for thread in threads(tree.pids[at]) {
                tree.threads.push(thread);
                tree.pids.extend(thread.children());
            }
            at += 1;
        }
        tree
    }

    /// Whether there are more processes or threads than this.
    pub(super) fn is_more_than(&self, most: usize) -> bool {
        self.threads.len().max(self.pids.len()) > most
    }

    /// The processes.
    pub(super) fn pids(&self) -> &[u32] {
        &self.pids
    }

    /// Every process that has `variable` in its environment.
    pub(super) fn marked(variable: &str) -> Self {
        let has_it = |pid: &u32| {
            let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|entry| entry == variable.as_bytes())
        };
        let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
        let pids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        Self { pids: pids.filter(has_it).collect(), threads: Vec::new() }
    }

    /// The memory in use, in bytes. Shared memory counts once for each process,
    /// which is fast to find out.
    pub(super) fn resident(&self) -> u64 {
        self.pids.iter().map(|pid| resident(*pid)).sum()
    }

    /// The memory in use, in bytes, with shared memory counted once. This is
    /// slow.
    pub(super) fn proportional(&self) -> u64 {
        // A process can keep its maps, but not its size, from other users.
        self.pids.iter().map(|pid| proportional(*pid).unwrap_or_else(|| resident(*pid))).sum()
    }

    /// The processor time of the processes, and of their children that have
    /// ended and were waited for.
    pub(super) fn processor_time(&self) -> Duration {
        let ticks = |pid: &u32| {
            let stat = Stat::of(*pid)?;
            Some((11..15).filter_map(|at| stat.number(at)).sum::<u64>())
        };
        let ticks: u64 = self.pids.iter().filter_map(ticks).sum();
        Duration::from_secs(ticks) / rustix::param::clock_ticks_per_second().max(1) as u32
    }

    /// The times of the threads, by number.
    pub(super) fn thread_times(&self) -> HashMap<u32, ThreadTime> {
        self.threads.iter().filter_map(|thread| Some((thread.tid, thread.time()?))).collect()
    }

    /// Sends a signal to all processes.
    pub(super) fn signal(&self, signal: Signal) {
        self.pids.iter().rev().for_each(|pid| send(*pid, signal));
    }

    /// Whether all of them have ended, even if nobody has reaped them.
    pub(super) fn is_gone(&self) -> bool {
        let has_ended = |pid: &u32| Stat::of(*pid).is_none_or(|stat| stat.is_in(&["Z", "X"]));
        self.pids.iter().all(has_ended)
    }
}

/// Sends a signal to a process. One that has ended meanwhile needs none.
pub(super) fn send(pid: u32, signal: Signal) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    let _ = pid.map(|pid| kill_process(pid, signal));
}

/// Whether a process is stopped.
pub(super) fn is_stopped(pid: u32) -> bool {
    Stat::of(pid).is_some_and(|stat| stat.is_in(&["T", "t"]))
}

/// Whether a process is stopped, or cannot run for another reason.
pub(super) fn is_still(pid: u32) -> bool {
    Stat::of(pid).is_none_or(|stat| stat.is_in(&["T", "t", "D", "Z", "X"]))
}

/// The threads of a process.
fn threads(pid: u32) -> impl Iterator<Item = Thread> {
    let entries = fs::read_dir(format!("/proc/{pid}/task"));
    let numbers = entries.into_iter().flatten().flatten();
    let numbers = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers.map(move |tid| Thread { pid, tid })
}

impl Thread {
    fn file(self, name: &str) -> Option<String> {
        fs::read_to_string(format!("/proc/{}/task/{}/{name}", self.pid, self.tid)).ok()
    }

    /// The processes that it has started.
    fn children(self) -> Vec<u32> {
        let text = self.file("children").unwrap_or_default();
        text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
    }

    fn time(self) -> Option<ThreadTime> {
        ThreadTime::read(&self.file("schedstat")?)
    }
}

impl ThreadTime {
    /// Reads a file `schedstat`.
    fn read(text: &str) -> Option<Self> {
        let mut numbers = text.split_whitespace().map(str::parse);
        let mut next = || numbers.next()?.ok().map(Duration::from_nanos);
        Some(Self { ran: next()?, waited: next()? })
    }
}

/// The time for which this thread has waited for a core; none if the system does
/// not tell.
pub(super) fn waited_so_far() -> Duration {
    let text = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    ThreadTime::read(&text).unwrap_or_default().waited
}

/// The fields of `/proc/PID/stat` after the name of the process.
struct Stat(String);

impl Stat {
    fn of(pid: u32) -> Option<Self> {
        let text = fs::read_to_string(Path::new("/proc").join(pid.to_string()).join("stat"));
        text.ok()?.rsplit_once(") ").map(|(_, rest)| Self(rest.to_owned()))
    }

    /// Whether the process is in one of these states.
    fn is_in(&self, states: &[&str]) -> bool {
        self.0.split(' ').next().is_some_and(|state| states.contains(&state))
    }

    fn number(&self, at: usize) -> Option<u64> {
        self.0.split(' ').nth(at)?.parse().ok()
    }
}

/// The memory of a process, in bytes: its pages, those in swap, its huge pages,
/// and the tables of all of them.
fn resident(pid: u32) -> u64 {
    const PARTS: [&str; 4] = ["VmRSS:", "VmSwap:", "HugetlbPages:", "VmPTE:"];
    kibibytes(&format!("/proc/{pid}/status"), &PARTS).unwrap_or_default()
}

/// The same, with a page that `n` processes share counted as `1/n`.
fn proportional(pid: u32) -> Option<u64> {
    let pages = kibibytes(&format!("/proc/{pid}/smaps_rollup"), &["Pss:", "SwapPss:"])?;
    let others = kibibytes(&format!("/proc/{pid}/status"), &["HugetlbPages:", "VmPTE:"])?;
    Some(pages + others)
}

/// The sum of some lines `NAME: NUMBER kB` of a file, in bytes.
fn kibibytes(path: &str, names: &[&str]) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let lines = text.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let is_named = words.next().is_some_and(|name| names.contains(&name));
        if is_named { words.next()?.parse::<u64>().ok() } else { None }
    });
    Some(lines.sum::<u64>() * 1024)
}
