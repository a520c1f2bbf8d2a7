//! The memory of the machine, and the tables that fit into it.

use crate::Options;

/// A transposition table that does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a table of {hash_mib} MiB does not fit into the memory of this machine")]
pub struct TableTooLarge {
    /// The size that was asked for, in MiB.
    pub hash_mib: usize,
}

impl Options {
    /// Checks that the table fits into memory.
    ///
    /// [`Engine::new`](crate::Engine::new) cannot find that out, because memory is taken when
    /// it is used. Check sizes that people choose before any work begins.
    ///
    /// ```
    /// use outflank_engine::Options;
    ///
    /// assert!(Options { threads: 1, hash_mib: 1 }.check().is_ok());
    /// assert!(Options { threads: 1, hash_mib: usize::MAX >> 20 }.check().is_err());
    /// ```
    pub fn check(self) -> Result<(), TableTooLarge> {
        let hash_mib = self.hash_mib;
        // The process may be allowed less than the machine has.
        let is_allowed = || Vec::<u8>::new().try_reserve_exact(hash_mib << 20).is_ok();
        if hash_mib <= largest_table() && is_allowed() {
            return Ok(());
        }
        Err(TableTooLarge { hash_mib })
    }
}

/// The size of the largest table in MiB: an eighth of the memory is left to the rest of the
/// machine.
fn largest_table() -> usize {
    memory_mib().map_or(usize::MAX >> 24, |memory| memory - memory / 8)
}

/// The memory of the machine, or of the container that the process runs in; `None` if
/// unknown.
fn memory_mib() -> Option<usize> {
    let read = |path: &str| std::fs::read_to_string(path).ok();
    let machine = read("/proc/meminfo").and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        let kib: usize = line.split_whitespace().next()?.parse().ok()?;
        Some(kib >> 10)
    });
    let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    let limits = limits.into_iter().filter_map(|path| {
        // `max` means that there is no limit.
        let bytes: u64 = read(path)?.trim().parse().ok()?;
        usize::try_from(bytes >> 20).ok()
    });
    machine.into_iter().chain(limits).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_larger_than_memory_is_refused_in_a_sentence() {
        let fits = Options { threads: 1, hash_mib: 256 };
        assert_eq!(fits.check(), Ok(()));
        let larger = Options { hash_mib: largest_table() + 1, ..fits };
        let refused = larger.check().unwrap_err().to_string();
        let expected = format!(
            "a table of {} MiB does not fit into the memory of this machine",
            larger.hash_mib
        );
        assert_eq!(refused, expected);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_memory_of_this_machine_is_known() {
        assert!(memory_mib().is_some_and(|memory| memory > 100 && memory < 1 << 30));
    }
}
