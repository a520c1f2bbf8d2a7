//! Units that somebody else sends.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::{Description, Done, Runner, UnitRanges, WorkBatch, WorkError};

/// A unit that is described but not sent.
#[derive(Clone, Debug)]
pub struct PlannedUnit {
    /// What it follows from.
    pub description: Description,
    /// The numbers of its items.
    pub range: Range<u64>,
    /// What does not follow from the description, of these items.
    pub details: Value,
}

/// A runner that notes the units of batches and performs nothing, for queues that are not ours.
#[derive(Debug)]
pub struct UnitPlan {
    size: u64,
    units: Mutex<Vec<PlannedUnit>>,
}

impl UnitPlan {
    /// Plans units of this many items, or of more if they belong together.
    pub const fn new(size: u64) -> Self {
        Self { size, units: Mutex::new(Vec::new()) }
    }

    /// The units of all batches so far.
    pub fn into_units(self) -> Vec<PlannedUnit> {
        self.units.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Runner for UnitPlan {
    fn run(
        &self,
        batch: WorkBatch<'_>,
        _: &mut dyn FnMut(Vec<Done>) -> ControlFlow<()>,
    ) -> Result<(), WorkError> {
        let description = (batch.describe)()?;
        for range in UnitRanges::new(batch.items, self.size.max(batch.together)) {
            let details = (batch.details)(range.clone());
            let unit = PlannedUnit { description: description.clone(), range, details };
            self.units.lock().unwrap_or_else(PoisonError::into_inner).push(unit);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Performer, Thread};

    #[test]
    fn a_plan_has_all_items_and_performs_none() {
        let plan = UnitPlan::new(3);
        let nobody = |_: Thread| -> Box<dyn Performer> { panic!("nothing is performed") };
        let describe = || Ok(Description::new("test"));
        let batch = WorkBatch { together: 4, ..WorkBatch::new(2..9, &nobody, &describe) };
        plan.run(batch, &mut |_| panic!("nothing is done")).unwrap();
        let ranges: Vec<_> = plan.into_units().into_iter().map(|unit| unit.range).collect();
        assert_eq!(ranges, [2..4, 4..8, 8..9]);
    }
}
