//! What a process has taken so far.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counted by the threads that read from a process and by the one that watches
/// it.
#[derive(Debug, Default)]
pub(super) struct Meter {
    written: AtomicU64,
    logged: AtomicU64,
    most_memory: AtomicU64,
}

impl Meter {
    /// Counts bytes written; gives all so far.
    pub(super) fn write(&self, bytes: usize) -> u64 {
        self.written.fetch_add(bytes as u64, Ordering::Relaxed) + bytes as u64
    }

    /// Begins to count anew what is written.
    pub(super) fn begin_game(&self) {
        self.written.store(0, Ordering::Relaxed);
        self.logged.store(0, Ordering::Relaxed);
    }

    /// Notes how many of the bytes written went to the log.
    pub(super) fn note_log(&self, bytes: usize) {
        self.logged.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    /// How many bytes were written to the log.
    pub(super) fn logged(&self) -> u64 {
        self.logged.load(Ordering::Relaxed)
    }

    /// Notes how many bytes of memory are in use.
    pub(super) fn note_memory(&self, bytes: u64) {
        self.most_memory.fetch_max(bytes, Ordering::Relaxed);
    }

    /// The most that was in use at a time, in bytes.
    pub(super) fn most_memory(&self) -> u64 {
        self.most_memory.load(Ordering::Relaxed)
    }
}
