//! Long work as units that follow from settings and a seed.
//!
//! A [`WorkBatch`] is a row of numbered items: games, shards or searches. A [`Performer`] turns an
//! item into bytes that depend on nothing else. A [`Runner`] has items performed: [`Threads`]
//! does it in this process; a cluster sends [`Unit`]s of several items to other machines, where a
//! [`UnitKind`] makes the same performer from the description.
//!
//! ```
//! use std::ops::ControlFlow;
//! use outflank_work::{Attention, WorkBatch, Description, ItemResult, Performer, Runner, Threads};
//!
//! struct Square;
//!
//! impl Performer for Square {
//!     fn perform(&mut self, item: u64, _: &Attention<'_>) -> ItemResult {
//!         Ok(Some((item * item).to_le_bytes().to_vec()))
//!     }
//! }
//!
//! let mut sum = 0;
//! let batch = WorkBatch::new(0..10, &|_| Box::new(Square), &|| Ok(Description::new("square")));
//! Threads::new(2)?.run(batch, &mut |done| {
//!     for done in done {
//!         let bytes = done.result.expect("squares do not fail");
//!         sum += u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(sum, 285);
//! # Ok::<(), outflank_work::WorkError>(())
//! ```

mod batch;
mod description;
mod error;
mod hash;
mod kind;
mod performer;
mod runner;
mod threads;
mod unit;
mod unit_plan;
mod unit_ranges;

pub use batch::{MakePerformer, Thread, WorkBatch};
pub use description::{Description, Inputs};
pub use error::{ItemError, WorkError};
pub use hash::ContentHash;
pub use kind::{Kinds, PerformerSetup, UnitKind};
pub use performer::{Attention, ItemResult, Performer, perform_unit};
pub use runner::{Done, Origin, Runner};
pub use threads::Threads;
pub use unit::{Build, Job, Unit};
pub use unit_plan::{PlannedUnit, UnitPlan};
pub use unit_ranges::UnitRanges;
