//! Work in numbered shards, on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::folder::FolderError;

/// Runs `work` for the shards 0 to `count`, on `threads` threads. `make` makes the state of a
/// thread. The first failure ends the run after the shards that have begun.
pub(crate) fn each_shard<S>(
    count: u64,
    threads: usize,
    make: &(dyn Fn() -> S + Sync),
    work: &(dyn Fn(&mut S, u64) -> Result<(), FolderError> + Sync),
) -> Result<(), FolderError> {
    let next = AtomicU64::new(0);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut state = make();
                loop {
                    let shard = next.fetch_add(1, Ordering::Relaxed);
                    if shard >= count {
                        return;
                    }
                    if let Err(error) = work(&mut state, shard) {
                        failure.lock().expect("no thread panics").get_or_insert(error);
                        next.store(count, Ordering::Relaxed);
                        return;
                    }
                }
            });
        }
    });
    match failure.into_inner().expect("no thread panics") {
        Some(error) => Err(error),
        None => Ok(()),
    }
}
