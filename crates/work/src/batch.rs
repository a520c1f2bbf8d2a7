//! Items to perform.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use serde_json::Value;

use crate::{Description, Performer, WorkError};

/// The place of a performer: a thread among several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thread {
    /// Its number, from 0.
    pub number: usize,
    /// How many there are.
    pub count: usize,
}

/// Makes the performer of a thread.
pub type MakePerformer<'a> = dyn Fn(Thread) -> Box<dyn Performer + 'a> + Sync + 'a;

/// A row of items, and what performs them.
pub struct WorkBatch<'a> {
    /// The numbers of the items, ascending. They are drawn when they are needed.
    pub items: Box<dyn Iterator<Item = u64> + Send + 'a>,
    /// Makes the performer of a thread of this process.
    pub performer: &'a MakePerformer<'a>,
    /// Describes the batch for other machines. It is called only if units are sent.
    pub describe: &'a (dyn Fn() -> Result<Description, WorkError> + Sync + 'a),
    /// The details of items that were drawn and do not follow from the description.
    pub details: &'a (dyn Fn(Range<u64>) -> Value + Sync + 'a),
    /// Items that one machine must perform together: `n * together` to the next multiple.
    pub together: u64,
    /// Whether results are safe once they were reported, such as in a file. Otherwise a runner
    /// keeps them until the batch ends.
    pub is_durable: bool,
    /// True if no further item should begin.
    pub should_stop: &'a (dyn Fn() -> bool + Sync + 'a),
    /// Once true, items are abandoned. The runner sets it when the receiver ends the batch.
    pub cancelled: Option<&'a AtomicBool>,
    /// Receives what performers tell during an item; `None` if nobody listens.
    pub on_note: Option<&'a (dyn Fn(&str) + Sync + 'a)>,
}

impl<'a> WorkBatch<'a> {
    /// A batch that goes on until all items are done, whose results are safe once reported.
    pub fn new(
        items: impl IntoIterator<Item = u64, IntoIter: Send + 'a>,
        performer: &'a MakePerformer<'a>,
        describe: &'a (dyn Fn() -> Result<Description, WorkError> + Sync + 'a),
    ) -> Self {
        Self {
            items: Box::new(items.into_iter()),
            performer,
            describe,
            details: &|_| Value::Null,
            together: 1,
            is_durable: true,
            should_stop: &|| false,
            cancelled: None,
            on_note: None,
        }
    }
}
