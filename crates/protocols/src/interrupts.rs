//! Interruption of a search from outside.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use outflank_engine::Stop;

/// Shared by the thread that reads and the one that searches.
///
/// A line that ends searches is announced when it is read and served when its
/// turn comes. While any is announced, the search that runs is asked to stop,
/// and so is every one that begins: all of them come before the line.
#[derive(Clone, Default)]
pub(super) struct Interrupts(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// Lines announced and not yet served.
    announced: usize,
    /// True if the conversation is over.
    is_over: bool,
    /// The handle of the search that runs.
    running: Option<Stop>,
}

impl Interrupts {
    /// A line that ends searches was read.
    pub(super) fn announce(&self) {
        let mut state = self.state();
        state.announced += 1;
        state.stop();
    }

    /// A line that was announced has its turn.
    pub(super) fn serve(&self) {
        let mut state = self.state();
        state.announced = state.announced.saturating_sub(1);
    }

    /// Marks the end of input: running work finishes.
    pub(super) fn finish(&self) {
        let mut state = self.state();
        state.is_over = true;
        state.stop();
    }

    /// A search with this handle begins.
    pub(super) fn search_begins(&self, stop: Stop) {
        let mut state = self.state();
        if state.announced > 0 || state.is_over {
            stop.ask();
        }
        state.running = Some(stop);
    }

    /// Marks the end of the search. Returns true if a queued line ended it.
    pub(super) fn search_ends(&self) -> bool {
        let mut state = self.state();
        state.running = None;
        state.announced > 0
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change above is complete at once, so a panic of the other
        // thread leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn stop(&self) {
        if let Some(stop) = &self.running {
            stop.ask();
        }
    }
}
