//! The kinds of work that a build can perform for others.

use std::path::Path;

use serde_json::Value;

use crate::{Inputs, ItemError, Performer, Thread};

/// What the performer of a thread is made from.
#[derive(Clone, Copy)]
pub struct PerformerSetup<'a> {
    /// The settings of the description.
    pub settings: &'a Value,
    /// The inputs of the description.
    pub inputs: &'a Inputs,
    /// The place of the performer.
    pub thread: Thread,
    /// A folder for files that the performer needs, such as those of agents.
    pub folder: &'a Path,
}

/// A kind of work.
pub trait UnitKind: Send + Sync {
    /// The name in descriptions and of its queue.
    fn name(&self) -> &'static str;

    /// Makes the performer of a thread.
    fn performer(&self, setup: PerformerSetup<'_>) -> Result<Box<dyn Performer>, ItemError>;

    /// Whether it runs programs that nobody trusts. A worker performs such work only if it was
    /// asked to.
    fn is_untrusted(&self) -> bool {
        false
    }
}

/// All kinds of work of a build.
#[derive(Default)]
pub struct Kinds(Vec<Box<dyn UnitKind>>);

impl Kinds {
    /// These kinds.
    pub fn new(kinds: Vec<Box<dyn UnitKind>>) -> Self {
        Self(kinds)
    }

    /// These kinds with another one, which replaces that of the same name.
    #[must_use]
    pub fn with(mut self, kind: Box<dyn UnitKind>) -> Self {
        self.0.retain(|known| known.name() != kind.name());
        self.0.push(kind);
        self
    }

    /// The kind of a name.
    pub fn get(&self, name: &str) -> Option<&dyn UnitKind> {
        self.iter().find(|kind| kind.name() == name)
    }

    /// All kinds.
    pub fn iter(&self) -> impl Iterator<Item = &dyn UnitKind> {
        self.0.iter().map(AsRef::as_ref)
    }
}
