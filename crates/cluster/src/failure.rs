//! Units that failed, and units that are set aside.

use outflank_work::{ContentHash, Unit};
use serde::{Deserialize, Serialize};

use crate::cluster::keys;
use crate::{Cluster, ClusterError};

/// The number of tries of a unit.
pub(crate) const TRIES: u8 = 3;
/// The longest log of a failure that is kept.
const MAX_LOG: usize = 4000;

/// What is known of a unit that failed or was handed back.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Failure {
    /// The unit.
    pub unit: ContentHash,
    /// The kind of work.
    pub kind: String,
    /// Its items, from the first to the one after the last.
    pub items: (u64, u64),
    /// How often a worker handed it back because it was told to stop.
    pub hand_backs: i64,
    /// The failures.
    pub logs: Vec<FailureLog>,
    /// Whether it was set aside.
    pub is_set_aside: bool,
}

/// A failure of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FailureLog {
    /// The worker.
    pub worker: String,
    /// What it said.
    pub log: String,
}

impl Failure {
    fn new(unit: &Unit, id: &ContentHash) -> Self {
        Self {
            unit: id.clone(),
            kind: unit.job.kind.clone(),
            items: (unit.range.start, unit.range.end),
            hand_backs: 0,
            logs: Vec::new(),
            is_set_aside: false,
        }
    }

    /// All logs as one sentence.
    pub(crate) fn sentence(&self) -> String {
        let logs: Vec<_> =
            self.logs.iter().map(|found| format!("{}: {}", found.worker, found.log)).collect();
        let logs = if logs.is_empty() {
            "its workers were lost without a word".to_owned()
        } else {
            logs.join("; ")
        };
        format!("set aside after {TRIES} tries: {logs}")
    }
}

impl Cluster {
    /// What is known of a unit.
    pub(crate) async fn failure(
        &self,
        unit: &Unit,
        id: &ContentHash,
    ) -> Result<Failure, ClusterError> {
        let found = self.failures.get(id.as_str()).await;
        let found = found.map_err(ClusterError::of("cannot read a failure"))?;
        let found = found.and_then(|text| serde_json::from_slice(&text).ok());
        Ok(found.unwrap_or_else(|| Failure::new(unit, id)))
    }

    /// Adds a log to a unit. Returns what is known of it if that sets it aside. A worker whose
    /// unit hung may add a log after others have set the unit aside.
    pub(crate) async fn note_failure(
        &self,
        unit: &Unit,
        id: &ContentHash,
        worker: &str,
        log: &str,
    ) -> Result<Option<Failure>, ClusterError> {
        let mut failure = self.failure(unit, id).await?;
        let was_set_aside = failure.is_set_aside;
        let log: String = log.chars().take(MAX_LOG).collect();
        failure.logs.push(FailureLog { worker: worker.to_owned(), log });
        failure.is_set_aside |= failure.logs.len() >= usize::from(TRIES);
        self.put_failure(&failure).await?;
        Ok((failure.is_set_aside && !was_set_aside).then_some(failure))
    }

    /// Notes that a unit was handed back, which is no try.
    pub(crate) async fn note_hand_back(
        &self,
        unit: &Unit,
        id: &ContentHash,
    ) -> Result<(), ClusterError> {
        let mut failure = self.failure(unit, id).await?;
        failure.hand_backs += 1;
        self.put_failure(&failure).await
    }

    /// Stores what is known of a unit.
    pub(crate) async fn put_failure(&self, failure: &Failure) -> Result<(), ClusterError> {
        let text = serde_json::to_vec(failure).expect("it is plain data");
        let put = self.failures.put(failure.unit.as_str(), text.into()).await;
        put.map(drop).map_err(ClusterError::of("cannot store a failure"))
    }

    /// Forgets the failures of a unit, for a new try.
    pub(crate) async fn forget_failure(&self, id: &ContentHash) -> Result<(), ClusterError> {
        let purged = self.failures.purge(id.as_str()).await;
        purged.map_err(ClusterError::of("cannot forget a failure"))
    }

    /// All units that failed.
    pub async fn all_failures(&self) -> Result<Vec<Failure>, ClusterError> {
        let mut failures = Vec::new();
        for key in keys(&self.failures).await? {
            let found = self.failures.get(key).await;
            let found = found.map_err(ClusterError::of("cannot list failures"))?;
            failures.extend(found.and_then(|text| serde_json::from_slice::<Failure>(&text).ok()));
        }
        Ok(failures)
    }
}
