//! What a process writes to its standard error.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Filled by the thread that reads it. It is as long as a process may write,
/// and no longer.
#[derive(Clone, Debug, Default)]
pub(super) struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    pub(super) fn append(&self, bytes: &[u8]) {
        self.bytes().extend_from_slice(bytes);
    }

    /// What was written since this was last asked.
    pub(super) fn take(&self) -> String {
        let bytes = std::mem::take(&mut *self.bytes());
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        // Nothing is left half done by a thread that panics.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
