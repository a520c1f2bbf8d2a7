//! The pure function from an item to its result.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;

use crate::ItemError;

/// The bytes of a performed item; `None` if it was abandoned.
pub type ItemResult = Result<Option<Vec<u8>>, ItemError>;

/// Performs items one after another, on one thread.
///
/// The result of an item depends on the description and the number of the item only. What a
/// performer keeps from item to item, such as an engine, must not change results.
pub trait Performer {
    /// Performs an item.
    fn perform(&mut self, item: u64, attention: &Attention<'_>) -> ItemResult;

    /// Takes the details of the items of a unit that came from another machine.
    fn load(&mut self, details: &Value) -> Result<(), ItemError> {
        let _ = details;
        Ok(())
    }
}

/// Performs the items of a unit that came from elsewhere; `None` if it was abandoned.
pub fn perform_unit(
    performer: &mut dyn Performer,
    items: Range<u64>,
    details: &Value,
    attention: &Attention<'_>,
) -> Result<Option<Vec<Vec<u8>>>, ItemError> {
    performer.load(details)?;
    let mut results = Vec::new();
    for item in items {
        let Some(bytes) = performer.perform(item, attention)? else { return Ok(None) };
        results.push(bytes);
        attention.step();
    }
    Ok(Some(results))
}

/// What a performer and its runner tell each other during an item.
pub struct Attention<'a> {
    cancelled: &'a AtomicBool,
    on_step: &'a (dyn Fn() + Sync),
    on_note: &'a (dyn Fn(String) + Sync),
}

impl<'a> Attention<'a> {
    /// Abandons items once `cancelled` is true. `on_step` is called after each step.
    pub const fn new(cancelled: &'a AtomicBool, on_step: &'a (dyn Fn() + Sync)) -> Self {
        Self { cancelled, on_step, on_note: &|_| {} }
    }

    /// Calls `on_note` with what a performer tells during an item.
    #[must_use]
    pub const fn with_notes(self, on_note: &'a (dyn Fn(String) + Sync)) -> Self {
        Self { on_note, ..self }
    }

    /// The flag that abandons the item.
    pub const fn cancelled(&self) -> &'a AtomicBool {
        self.cancelled
    }

    /// Whether the item should be abandoned.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Reports real progress, such as a finished game. Only this keeps a unit from being given
    /// to another worker.
    pub fn step(&self) {
        (self.on_step)();
    }

    /// Tells whoever sent the item how it stands. Only the newest note of a moment need arrive,
    /// and none has to: results do not depend on notes.
    pub fn tell(&self, note: String) {
        (self.on_note)(note);
    }
}
