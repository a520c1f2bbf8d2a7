//! A kind of training work that other machines can do.

use outflank_work::{Inputs, ItemError, Performer, PerformerSetup, UnitKind};
use serde_json::Value;

/// Makes the performer of a thread from the settings and inputs of a unit.
type MakePerformer = fn(&Value, &Inputs) -> Result<Box<dyn Performer>, ItemError>;

/// A kind of work that needs its settings and inputs and nothing else: no files, and the same
/// on every thread.
pub(crate) struct TrainingKind {
    pub(crate) name: &'static str,
    pub(crate) performer: MakePerformer,
}

impl UnitKind for TrainingKind {
    fn name(&self) -> &'static str {
        self.name
    }

    fn performer(&self, setup: PerformerSetup<'_>) -> Result<Box<dyn Performer>, ItemError> {
        (self.performer)(setup.settings, setup.inputs)
    }
}
