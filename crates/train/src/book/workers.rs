//! Searches of many positions at once.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use outflank_engine::Engine;
use outflank_eval::Evaluation;

use crate::folder::FolderError;

/// Does `work` for each of `tasks`, one at a time on each engine. The first error ends it.
pub(super) fn each<E: Evaluation, T: Sync>(
    engines: &mut [Engine<E>],
    tasks: &[T],
    work: impl Fn(&mut Engine<E>, &T) -> Result<(), FolderError> + Sync,
) -> Result<(), FolderError> {
    let next = AtomicUsize::new(0);
    let failure = Mutex::new(None);
    std::thread::scope(|scope| {
        for engine in engines {
            let (next, failure, work) = (&next, &failure, &work);
            scope.spawn(move || {
                while let Some(task) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(error) = work(engine, task) {
                        failure.lock().expect("no thread panics").get_or_insert(error);
                        next.store(tasks.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    failure.into_inner().expect("no thread panics").map_or(Ok(()), Err)
}
