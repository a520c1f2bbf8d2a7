//! Numbered tasks on several threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::folder::FolderError;

/// Does `work` for the tasks 0 to `count`, one at a time on a thread for each of `states`. The
/// first failure ends it after the tasks that have begun.
pub(crate) fn each<S: Send>(
    states: &mut [S],
    count: u64,
    work: &(dyn Fn(&mut S, u64) -> Result<(), FolderError> + Sync),
) -> Result<(), FolderError> {
    let next = AtomicU64::new(0);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for state in states {
            scope.spawn(|| {
                loop {
                    let task = next.fetch_add(1, Ordering::Relaxed);
                    if task >= count {
                        return;
                    }
                    if let Err(error) = work(state, task) {
                        failure.lock().expect("no thread panics").get_or_insert(error);
                        next.store(count, Ordering::Relaxed);
                        return;
                    }
                }
            });
        }
    });
    failure.into_inner().expect("no thread panics").map_or(Ok(()), Err)
}
