//! The runner of one machine.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use crate::{Attention, Done, Performer, Runner, Thread, WorkBatch, WorkError};

/// The number of results that may wait for the receiver. Threads that are faster wait, so a
/// batch can be stopped soon.
const MAX_WAITING: usize = 32;

/// Performs batches on threads of this process.
pub struct Threads {
    pool: rayon::ThreadPool,
}

impl Threads {
    /// A runner with this many threads, and at least one.
    pub fn new(threads: usize) -> Result<Self, WorkError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.max(1)).build();
        Ok(Self { pool: pool.map_err(|error| WorkError::Threads(error.to_string()))? })
    }
}

impl Runner for Threads {
    fn run(
        &self,
        batch: WorkBatch<'_>,
        on_done: &mut dyn FnMut(Vec<Done>) -> ControlFlow<()>,
    ) -> Result<(), WorkError> {
        let WorkBatch { items, performer, should_stop, cancelled, on_note, .. } = batch;
        let own = AtomicBool::new(false);
        let cancelled = cancelled.unwrap_or(&own);
        let most = items.size_hint().1.unwrap_or(usize::MAX);
        let count = self.pool.current_num_threads().min(most).max(1);
        let items = Mutex::new(items);
        let is_over = AtomicBool::new(false);
        let (sender, receiver) = mpsc::sync_channel(MAX_WAITING);
        self.pool.in_place_scope(|scope| {
            for number in 0..count {
                let (sender, items, is_over) = (sender.clone(), &items, &is_over);
                scope.spawn(move |_| {
                    let _end = EndOnPanic(is_over, cancelled);
                    let mut performer = performer(Thread { number, count });
                    // An item that is drawn begins, unless the whole batch should stop.
                    let next = || {
                        if is_over.load(Ordering::Relaxed) {
                            return None;
                        }
                        let item = items.lock().ok()?.next()?;
                        (!should_stop()).then_some(item)
                    };
                    while let Some(item) = next() {
                        let done = perform(performer.as_mut(), item, cancelled, on_note);
                        let Some(done) = done else { break };
                        // Items begin in order. So all items before a failed one have begun.
                        if done.result.is_err() {
                            is_over.store(true, Ordering::Relaxed);
                        }
                        if sender.send(done).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            while let Ok(first) = receiver.recv() {
                let together = receiver.try_iter().take(MAX_WAITING);
                if on_done(std::iter::once(first).chain(together).collect()).is_break() {
                    is_over.store(true, Ordering::Relaxed);
                    cancelled.store(true, Ordering::Relaxed);
                    break;
                }
            }
            // A thread that waits to report must end too.
            drop(receiver);
        });
        Ok(())
    }
}

/// Performs an item; `None` if it was abandoned.
fn perform(
    performer: &mut dyn Performer,
    item: u64,
    cancelled: &AtomicBool,
    on_note: Option<&(dyn Fn(&str) + Sync)>,
) -> Option<Done> {
    let tell = |note: String| on_note.into_iter().for_each(|on_note| on_note(&note));
    let attention = Attention::new(cancelled, &|| {}).with_notes(&tell);
    let result = performer.perform(item, &attention).transpose()?;
    Some(Done { item, result, origin: None })
}

/// Ends the batch when a thread panics: its item will never be reported.
struct EndOnPanic<'a>(&'a AtomicBool, &'a AtomicBool);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
            self.1.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::{Description, ItemError, ItemResult};

    /// Fails at one item, and counts those that it performed.
    struct FailsAt<'a>(u64, &'a AtomicUsize);

    impl Performer for FailsAt<'_> {
        fn perform(&mut self, item: u64, _: &Attention<'_>) -> ItemResult {
            self.1.fetch_add(1, Ordering::Relaxed);
            if item == self.0 { Err(ItemError::new("no")) } else { Ok(Some(vec![item as u8])) }
        }
    }

    fn run(batch: WorkBatch<'_>, most: usize) -> Vec<u64> {
        let mut seen = Vec::new();
        let mut on_done = |done: Vec<Done>| {
            seen.extend(done.into_iter().map(|done| done.item));
            if seen.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        Threads::new(3).unwrap().run(batch, &mut on_done).unwrap();
        seen.sort_unstable();
        seen
    }

    #[test]
    fn every_item_is_performed_once_and_a_failure_ends_the_batch_after_those_before_it() {
        let count = AtomicUsize::new(0);
        let all = |_: Thread| -> Box<dyn Performer + '_> { Box::new(FailsAt(1000, &count)) };
        let describe = || Ok(Description::new("test"));
        assert_eq!(
            run(WorkBatch::new(0..500, &all, &describe), 1000),
            (0..500).collect::<Vec<_>>()
        );
        let fails = |_: Thread| -> Box<dyn Performer + '_> { Box::new(FailsAt(40, &count)) };
        let seen = run(WorkBatch::new(0..100_000, &fails, &describe), 200_000);
        assert!(seen.starts_with(&(0..=40).collect::<Vec<_>>()), "{seen:?}");
        assert!(seen.len() < 100_000, "it went on to the end");
    }

    #[test]
    fn a_break_ends_the_batch_and_tells_its_performers() {
        let (count, cancelled) = (AtomicUsize::new(0), AtomicBool::new(false));
        let all = |_: Thread| -> Box<dyn Performer + '_> { Box::new(FailsAt(u64::MAX, &count)) };
        let describe = || Ok(Description::new("test"));
        let batch = WorkBatch {
            cancelled: Some(&cancelled),
            ..WorkBatch::new(0..1_000_000, &all, &describe)
        };
        assert!(run(batch, 1).len() <= 1 + MAX_WAITING);
        assert!(cancelled.into_inner());
        assert!(count.into_inner() < 1000);
    }
}
