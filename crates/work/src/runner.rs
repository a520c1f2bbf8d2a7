//! The trait of everything that performs batches.

use std::ops::ControlFlow;

use crate::{ItemError, WorkBatch, WorkError};

/// A finished item.
#[derive(Clone, Debug)]
pub struct Done {
    /// The number of the item.
    pub item: u64,
    /// The result, or why the item failed.
    pub result: Result<Vec<u8>, ItemError>,
    /// The worker that performed it; `None` in this process.
    pub origin: Option<Origin>,
}

/// The worker that performed an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Its name.
    pub worker: String,
    /// Its speed in a search, in nodes a second.
    pub speed: u64,
}

/// Performs batches, in this process or elsewhere.
///
/// Which runner it is makes no difference to results.
pub trait Runner: Sync {
    /// Performs a batch. `on_done` gets items as they end, in any order, several if they ended at
    /// the same time, and each once; it ends the batch with a break.
    ///
    /// A failed item is reported. A runner may then leave out items that have not begun.
    fn run(
        &self,
        batch: WorkBatch<'_>,
        on_done: &mut dyn FnMut(Vec<Done>) -> ControlFlow<()>,
    ) -> Result<(), WorkError>;

    /// Whether one large batch is much better than several small ones.
    fn prefers_large_batches(&self) -> bool {
        false
    }
}
