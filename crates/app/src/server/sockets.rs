//! How many sockets each visitor has open.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::error::ApiError;
use super::id::Id;

/// How many sockets a visitor may have.
const MOST: usize = 4;

/// The sockets of all visitors.
#[derive(Clone, Default)]
pub(crate) struct Sockets(Arc<Mutex<HashMap<Id, usize>>>);

/// The place of an open socket; dropped, it is free again.
pub(crate) struct Seat {
    sockets: Sockets,
    visitor: Id,
}

impl Sockets {
    /// A place for one more socket, if the visitor has not too many.
    pub(crate) fn take(&self, visitor: Id) -> Result<Seat, ApiError> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(visitor).or_default();
        if *count >= MOST {
            return Err(ApiError::too_many(format!(
                "You have {MOST} live pages open already: close one."
            )));
        }
        *count += 1;
        Ok(Seat { sockets: self.clone(), visitor })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut counts = self.sockets.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.visitor) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.visitor);
            }
        }
    }
}
