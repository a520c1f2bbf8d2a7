//! The resources that a process has used.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters that are updated by the threads that read from a process and by its
/// watcher.
#[derive(Debug, Default)]
pub(super) struct Meter {
    written: AtomicU64,
    logged: AtomicU64,
    most_memory: AtomicU64,
}

impl Meter {
    /// Counts bytes written; returns the total.
    pub(super) fn write(&self, bytes: usize) -> u64 {
        self.written.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64
    }

    /// Resets the count of bytes written.
    pub(super) fn begin_game(&self) {
        self.written.store(0, Ordering::Relaxed);
        self.logged.store(0, Ordering::Relaxed);
    }

    /// Sets the number of bytes in the log.
    pub(super) fn note_log(&self, bytes: usize) {
        self.logged.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// The number of bytes in the log.
    pub(super) fn logged(&self) -> u64 {
        self.logged.load(Ordering::Relaxed)
    }

    /// Records the memory in use, in bytes.
    pub(super) fn note_memory(&self, bytes: u64) {
        self.most_memory.fetch_max(bytes, Ordering::Relaxed);
    }

    /// The peak memory, in bytes.
    pub(super) fn most_memory(&self) -> u64 {
        self.most_memory.load(Ordering::Relaxed)
    }
}
