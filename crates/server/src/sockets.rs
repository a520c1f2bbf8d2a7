//! The number of open sockets of each visitor.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::id::Id;

/// The maximum number of sockets of a visitor: two for each of eight pages.
const MAX_OF_VISITOR: usize = 16;
/// The maximum number of sockets of all visitors.
const MAX_TOGETHER: u32 = 1024;
/// The maximum number of sockets that are told why they are refused.
const MAX_FAREWELLS: usize = 64;

/// The sockets of all visitors.
#[derive(Clone)]
pub(crate) struct Sockets {
    counts: Arc<Mutex<HashMap<Id, usize>>>,
    places: Arc<Semaphore>,
    farewells: Arc<Semaphore>,
}

/// The place of an open socket; dropped, it is free again.
pub(crate) struct SocketPermit {
    sockets: Sockets,
    visitor: Id,
    _place: OwnedSemaphorePermit,
}

impl Default for Sockets {
    fn default() -> Self {
        let places = Arc::new(Semaphore::new(MAX_TOGETHER as usize));
        let farewells = Arc::new(Semaphore::new(MAX_FAREWELLS));
        Self { counts: Arc::default(), places, farewells }
    }
}

impl Sockets {
    /// A place for one more socket, or a sentence that says why there is none.
    pub(crate) fn take(&self, visitor: Id) -> Result<SocketPermit, String> {
        let place = Arc::clone(&self.places)
            .try_acquire_owned()
            .map_err(|_| "Too many live pages are open here: try again later.".to_owned())?;
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(visitor).or_default();
        if *count >= MAX_OF_VISITOR {
            return Err(format!(
                "You have {MAX_OF_VISITOR} live connections open already: close a page."
            ));
        }
        *count += 1;
        Ok(SocketPermit { sockets: self.clone(), visitor, _place: place })
    }

    /// A place for a socket that is only told why it is refused; `None` if many are.
    pub(crate) fn take_farewell(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.farewells).try_acquire_owned().ok()
    }

    /// Waits until all sockets are closed.
    pub(super) async fn all_closed(&self) {
        let _ = self.places.acquire_many(MAX_TOGETHER).await;
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut counts = self.sockets.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.visitor);
            }
        }
    }
}
