//! Units of work, as they travel.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{ContentHash, Description};

/// The build that made or performs a unit. Results of different builds are never mixed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// The version of Outflank.
    pub version: String,
    /// The node count of fixed searches. It changes with the search and its weights.
    pub bench: u64,
    /// The checksum of a fixed prediction. Processors with other instructions may round
    /// differently.
    pub arithmetic: u32,
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { version, bench, arithmetic } = self;
        write!(f, "version {version}, bench {bench}, arithmetic {arithmetic:08x}")
    }
}

/// What all units of a batch share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The kind of work.
    pub kind: String,
    /// The build.
    pub build: Build,
    /// The inputs, by their content.
    pub inputs: BTreeMap<String, ContentHash>,
    /// Everything else that results follow from.
    pub settings: Value,
}

impl Job {
    /// The job of a description.
    pub fn new(description: &Description, build: Build) -> Self {
        let Description { kind, inputs, settings, .. } = description;
        let (kind, inputs) = ((*kind).to_owned(), inputs.hashes());
        Self { kind, build, inputs, settings: settings.clone() }
    }

    /// The hash of the job.
    pub fn id(&self) -> ContentHash {
        hash(self)
    }
}

/// Several items of a job: all that a worker needs to perform them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit {
    /// The job.
    pub job: Job,
    /// The numbers of the items.
    pub range: Range<u64>,
    /// What does not follow from the job, of these items.
    pub details: Value,
}

impl Unit {
    /// The hash of the unit. The same work has the same id, whoever asks for it.
    pub fn id(&self) -> ContentHash {
        hash(self)
    }

    /// The unit as a message.
    pub fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a unit is plain data")
    }

    /// Reads a message.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

/// Objects are written in the order of their keys, so the text of a value is always the same.
fn hash(value: &impl Serialize) -> ContentHash {
    ContentHash::of(&serde_json::to_vec(value).expect("it is plain data"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn unit(range: Range<u64>, seed: u64, bench: u64) -> Unit {
        let mut description = Description::new("selfplay");
        description.settings = json!({ "seed": seed, "temperature": 0.1 });
        description.inputs.add("weights", *b"bytes");
        let build = Build { version: "1".into(), bench, arithmetic: 7 };
        Unit { job: Job::new(&description, build), range, details: Value::Null }
    }

    #[test]
    fn the_same_work_has_the_same_id_and_any_difference_another() {
        let one = unit(0..2, u64::MAX, 5);
        assert_eq!(one.id(), unit(0..2, u64::MAX, 5).id());
        for other in [unit(0..3, u64::MAX, 5), unit(0..2, 1, 5), unit(0..2, u64::MAX, 6)] {
            assert_ne!(one.id(), other.id());
        }
        assert_eq!(Unit::from_bytes(&one.to_bytes()), Some(one.clone()));
        let other = Job { kind: "evolve".into(), ..one.job.clone() };
        assert_ne!(one.job.id(), other.id());
    }
}
