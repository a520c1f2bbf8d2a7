//! What another machine needs to perform items.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::{ContentHash, ItemError};

/// Named inputs of a batch, such as weights.
#[derive(Clone, Debug, Default)]
pub struct Inputs(BTreeMap<String, Arc<[u8]>>);

impl Inputs {
    /// Adds an input.
    pub fn add(&mut self, name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) {
        self.0.insert(name.into(), bytes.into());
    }

    /// An input, if it is there.
    pub fn get(&self, name: &str) -> Option<&Arc<[u8]>> {
        self.0.get(name)
    }

    /// An input that has to be there.
    pub fn require(&self, name: &str) -> Result<&Arc<[u8]>, ItemError> {
        self.get(name).ok_or_else(|| ItemError(format!("the unit has no input '{name}'")))
    }

    /// All inputs in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        self.0.iter().map(|(name, bytes)| (name.as_str(), bytes))
    }

    /// The hash of each input.
    pub fn hashes(&self) -> BTreeMap<String, ContentHash> {
        self.iter().map(|(name, bytes)| (name.to_owned(), ContentHash::of(bytes))).collect()
    }
}

/// The description of a batch: all that its items follow from.
#[derive(Clone, Debug)]
pub struct Description {
    /// The name of the [`UnitKind`](crate::UnitKind).
    pub kind: &'static str,
    /// Files and other large inputs.
    pub inputs: Inputs,
    /// Everything else.
    pub settings: Value,
    /// Whether an item takes seconds, so that it is worth sending by itself.
    pub is_long: bool,
}

impl Description {
    /// A description without settings and inputs.
    pub fn new(kind: &'static str) -> Self {
        Self { kind, inputs: Inputs::default(), settings: Value::Null, is_long: false }
    }
}
