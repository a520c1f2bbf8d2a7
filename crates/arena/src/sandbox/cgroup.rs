//! Control groups (version 2): the kernel's own list of the processes of a sandbox.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Once, OnceLock};
use std::time::Duration;

use crate::Resources;

/// The start of the names of our groups. The number of the arena's process
/// follows.
const NAME: &str = "outflank-";
/// Memory above the limit at which the kernel itself ends the processes, in MiB.
/// The watcher notices first in most cases and says why.
const MEMORY_MARGIN_MIB: u64 = 128;

/// A control group of its own inside the group of the arena. It is removed when
/// this value is dropped.
#[derive(Debug)]
pub(super) struct Cgroup {
    folder: PathBuf,
}

impl Cgroup {
    /// A new group; `None` if the arena may not make one, as for most users who
    /// are not root, or if the kernel is too old.
    pub(super) fn create(resources: Resources) -> Option<Self> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let parent = own_folder()?;
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("{NAME}{}-{number}", std::process::id()));
        fs::create_dir(&folder).ok()?;
        let group = Self { folder };
        let has = |file: &str| group.folder.join(file).exists();
        if !has("cgroup.kill") || !has("cgroup.freeze") {
            return None;
        }
        // Limits exist only where the administrator passes them down.
        let memory = (u64::from(resources.memory_mib) + MEMORY_MARGIN_MIB) << 20;
        let _ = group.write("memory.max", &memory.to_string());
        let _ = group.write("pids.max", &(4 * resources.processes + 64).to_string());
        Some(group)
    }

    /// Moves a process into the group. Its later children are born there.
    pub(super) fn add(&self, pid: u32) -> io::Result<()> {
        self.write("cgroup.procs", &pid.to_string())
    }

    /// Kills every process of the group.
    pub(super) fn kill(&self) {
        let _ = self.write("cgroup.kill", "1");
    }

    /// Stops every process of the group, until [`Self::thaw`].
    pub(super) fn freeze(&self) -> io::Result<()> {
        self.write("cgroup.freeze", "1")
    }

    /// Lets the processes run again.
    pub(super) fn thaw(&self) -> io::Result<()> {
        self.write("cgroup.freeze", "0")
    }

    /// The processor time of all processes that are or were in the group.
    pub(super) fn processor_time(&self) -> Option<Duration> {
        self.number("cpu.stat", "usage_usec").map(Duration::from_micros)
    }

    /// Whether the kernel has killed a process of the group for its memory.
    pub(super) fn is_out_of_memory(&self) -> bool {
        self.number("memory.events", "oom_kill").is_some_and(|kills| kills > 0)
    }

    /// A line `KEY NUMBER` of a file.
    fn number(&self, file: &str, key: &str) -> Option<u64> {
        let text = fs::read_to_string(self.folder.join(file)).ok()?;
        let mut lines = text.lines().filter_map(|line| line.split_once(' '));
        lines.find(|(name, _)| *name == key)?.1.parse().ok()
    }

    fn write(&self, file: &str, text: &str) -> io::Result<()> {
        fs::write(self.folder.join(file), text)
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // It fails only while a process is in it, and all of them are gone.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// The folder of the arena's own group.
fn own_folder() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<PathBuf>> = OnceLock::new();
    static SWEEP: Once = Once::new();
    let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
    let find = || folder(&read("/proc/self/mountinfo"), &read("/proc/self/cgroup"));
    let folder = FOLDER.get_or_init(find).as_deref()?;
    SWEEP.call_once(|| sweep(folder));
    Some(folder)
}

/// The folder of a process with these `mountinfo` and `cgroup` files.
fn folder(mounts: &str, groups: &str) -> Option<PathBuf> {
    let mut mounts = mounts.lines().filter_map(|line| line.split_once(" - cgroup2 "));
    let mut fields = mounts.next()?.0.split(' ').skip(3);
    let (root, mount) = (fields.next()?, fields.next()?);
    let path = groups.lines().find_map(|line| line.strip_prefix("0::"))?;
    // A part of the tree may be mounted, as in a container.
    let below = Path::new(path).strip_prefix(root).ok()?;
    Some(Path::new(mount).join(below))
}

/// Removes the empty groups of arenas that were killed.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let arena = name.to_str().and_then(|name| name.strip_prefix(NAME)?.split('-').next());
        if arena.is_some_and(|pid| !Path::new("/proc").join(pid).exists()) {
            // A group that still has processes stays.
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::folder;

    #[test]
    fn the_own_group_is_found_in_what_is_mounted() {
        let mounts = "25 30 0:23 / /proc rw - proc proc rw\n\
                      31 23 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n";
        let found = folder(mounts, "1:cpu:/\n0::/user.slice/app.scope\n");
        assert_eq!(found.as_deref(), Some(Path::new("/sys/fs/cgroup/user.slice/app.scope")));
        let mounts = "31 23 0:27 /docker/f00 /sys/fs/cgroup ro - cgroup2 cgroup rw\n";
        let found = folder(mounts, "0::/docker/f00/x\n");
        assert_eq!(found.as_deref(), Some(Path::new("/sys/fs/cgroup/x")));
        assert_eq!(folder("", "0::/"), None);
        assert_eq!(folder(mounts, "1:cpu:/\n"), None);
    }
}
