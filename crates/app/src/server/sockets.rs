//! How many sockets each visitor has open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::http::StatusCode;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::error::ApiError;
use super::id::Id;

/// How many sockets a visitor may have.
const MOST: usize = 4;
/// How many sockets all visitors may have.
const MOST_TOGETHER: u32 = 1024;

/// The sockets of all visitors.
#[derive(Clone)]
pub(crate) struct Sockets {
    counts: Arc<Mutex<HashMap<Id, usize>>>,
    places: Arc<Semaphore>,
}

/// The place of an open socket; dropped, it is free again.
pub(crate) struct Seat {
    sockets: Sockets,
    visitor: Id,
    _place: OwnedSemaphorePermit,
}

impl Default for Sockets {
    fn default() -> Self {
        let places = Arc::new(Semaphore::new(MOST_TOGETHER as usize));
        Self { counts: Arc::default(), places }
    }
}

impl Sockets {
    /// A place for one more socket, if the visitor has not too many.
    pub(crate) fn take(&self, visitor: Id) -> Result<Seat, ApiError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let sentence = "Too many live pages are open: try again later.";
            ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
        })?;
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(visitor).or_default();
        if *count >= MOST {
            return Err(ApiError::too_many(format!(
                "You have {MOST} live pages open already: close one."
            )));
        }
        *count += 1;
        Ok(Seat { sockets: self.clone(), visitor, _place: place })
    }

    /// Waits until all sockets are closed.
    pub(super) async fn all_closed(&self) {
        let _ = self.places.acquire_many(MOST_TOGETHER).await;
    }
}

impl Drop for Seat {
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
