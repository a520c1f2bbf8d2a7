//! The result of a unit as a message.

use outflank_work::{ContentHash, Origin, Unit};
use serde::{Deserialize, Serialize};

use crate::{Cluster, ClusterError};

/// Results above this size go to the object store: a server takes messages up to 1 MiB.
const MAX_MESSAGE: usize = 900 << 10;

/// The result of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// The unit.
    pub(crate) unit: ContentHash,
    /// The worker.
    pub(crate) worker: String,
    /// Its speed in nodes a second.
    pub(crate) speed: u64,
    /// The time that it took, in seconds.
    pub(crate) seconds: f64,
    /// Why the unit was set aside, if it was.
    pub(crate) failure: Option<String>,
    /// The lengths of the results of all items.
    lengths: Vec<usize>,
    /// The place of the results in the object store, if they are there.
    stored: Option<ContentHash>,
    /// The results of all items, one after another.
    #[serde(skip)]
    bytes: Vec<u8>,
}

impl Outcome {
    /// The results of all items of a unit.
    pub(crate) fn done(unit: ContentHash, origin: &Origin, items: &[Vec<u8>]) -> Self {
        let lengths = items.iter().map(Vec::len).collect();
        let Origin { worker, speed } = origin.clone();
        let (seconds, failure, stored) = (0.0, None, None);
        Self { unit, worker, speed, seconds, failure, lengths, stored, bytes: items.concat() }
    }

    /// A unit that was set aside.
    pub(crate) fn failed(unit: ContentHash, origin: &Origin, failure: String) -> Self {
        Self { failure: Some(failure), ..Self::done(unit, origin, &[]) }
    }

    /// Who performed the unit.
    pub(crate) fn origin(&self) -> Origin {
        Origin { worker: self.worker.clone(), speed: self.speed }
    }

    /// The results of the items; `None` if their number is not that of the unit.
    pub(crate) fn items(&self, unit: &Unit) -> Option<Vec<Vec<u8>>> {
        let count = unit.range.end - unit.range.start;
        if self.lengths.len() as u64 != count
            || self.lengths.iter().sum::<usize>() != self.bytes.len()
        {
            return None;
        }
        let mut rest = self.bytes.as_slice();
        let items = self.lengths.iter().map(|length| {
            let (item, more) = rest.split_at(*length);
            rest = more;
            item.to_vec()
        });
        Some(items.collect())
    }

    /// The message: a line of JSON, then the bytes.
    pub(crate) async fn write(mut self, cluster: &Cluster) -> Result<Vec<u8>, ClusterError> {
        if self.bytes.len() > MAX_MESSAGE {
            self.stored = Some(cluster.put(&self.bytes).await?);
            self.bytes.clear();
        }
        let mut message = serde_json::to_vec(&self).expect("it is plain data");
        message.push(b'\n');
        message.append(&mut self.bytes);
        Ok(message)
    }

    /// Reads a message; `None` if it is none.
    pub(crate) async fn read(
        message: &[u8],
        cluster: &Cluster,
    ) -> Result<Option<Self>, ClusterError> {
        let Some(end) = message.iter().position(|byte| *byte == b'\n') else { return Ok(None) };
        let Ok(mut outcome) = serde_json::from_slice::<Self>(&message[..end]) else {
            return Ok(None);
        };
        outcome.bytes = match &outcome.stored {
            Some(place) => cluster.get(place).await?,
            None => message[end + 1..].to_vec(),
        };
        Ok(Some(outcome))
    }
}
