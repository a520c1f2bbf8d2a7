//! The arena's hold on a sandbox.

use std::fs;
use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use serde::Deserialize;

use super::cgroup::Cgroup;
use crate::{Cores, Resources};

/// The arena's hold on a sandbox: the first process in it, by a descriptor, and a
/// control group where one can be made. A program in the sandbox reaches neither.
///
/// All processes of a sandbox descend from its first process: the kernel gives
/// orphans to it. When it ends, the kernel kills all others before anybody is
/// told of the end.
#[derive(Debug)]
pub(crate) struct Hold {
    first: u32,
    descriptor: OwnedFd,
    cgroup: Option<Cgroup>,
}

/// What bubblewrap says of a sandbox.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Info {
    child_pid: u32,
}

impl Hold {
    /// Takes hold of the sandbox that bubblewrap describes, before a program
    /// runs in it.
    pub(crate) fn take(info: &str, resources: Resources, cores: &Cores) -> io::Result<Self> {
        let Info { child_pid: first } = serde_json::from_str(info)?;
        let pid = i32::try_from(first).ok().and_then(Pid::from_raw);
        let pid = pid.ok_or(io::ErrorKind::InvalidData)?;
        let descriptor = pidfd_open(pid, PidfdFlags::empty())?;
        let cgroup = Cgroup::create(resources).filter(|group| group.add(first).is_ok());
        let hold = Self { first, descriptor, cgroup };
        cores.place(first);
        // The shell in the sandbox may have been born before. It waits for us, so
        // it has no children.
        for child in hold.children() {
            hold.cgroup.iter().try_for_each(|group| group.add(child))?;
            cores.place(child);
        }
        Ok(hold)
    }

    /// The first process in the sandbox.
    pub(crate) const fn first(&self) -> u32 {
        self.first
    }

    /// Whether the kernel stops everything in the sandbox, until [`Self::thaw`].
    pub(crate) fn freeze(&self) -> bool {
        self.cgroup.as_ref().is_some_and(|group| group.freeze().is_ok())
    }

    /// Lets everything in the sandbox run again.
    pub(crate) fn thaw(&self) {
        let _ = self.cgroup.as_ref().map(Cgroup::thaw);
    }

    /// The processor time of everything that is or was in the sandbox, if the
    /// kernel counts it.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        self.cgroup.as_ref()?.processor_time()
    }

    /// Whether the kernel has killed a process of the sandbox for its memory.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.cgroup.as_ref().is_some_and(Cgroup::is_out_of_memory)
    }

    /// A folder of the sandbox, seen from outside.
    pub(crate) fn folder(&self, path: &str) -> PathBuf {
        PathBuf::from(format!("/proc/{}/root{path}", self.first))
    }

    /// Kills everything in the sandbox, and waits until it is gone.
    pub(crate) fn kill(&self, most: Duration) {
        if let Some(group) = &self.cgroup {
            group.kill();
        }
        // It fails if the process is gone.
        let _ = pidfd_send_signal(&self.descriptor, Signal::KILL);
        let ended = &mut [PollFd::new(&self.descriptor, PollFlags::IN)];
        let _ = poll(ended, most.try_into().ok().as_ref());
    }

    fn children(&self) -> Vec<u32> {
        let path = format!("/proc/{0}/task/{0}/children", self.first);
        let text = fs::read_to_string(path).unwrap_or_default();
        text.split_whitespace().filter_map(|pid| pid.parse().ok()).collect()
    }
}
