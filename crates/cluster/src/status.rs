//! The state of a cluster, for people.

use std::collections::BTreeMap;

use futures_util::{StreamExt, stream};
use outflank_work::Build;
use serde::{Deserialize, Serialize};

use crate::cluster::keys;
use crate::{Cluster, ClusterError, Failure, names};

/// The number of workers that are read at once.
const AT_ONCE: usize = 64;

/// A worker, as it last told of itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// Its name, such as that of its machine and its process.
    pub name: String,
    /// The number of cores that it uses.
    pub cores: usize,
    /// The number of cores that perform a unit.
    pub busy: usize,
    /// The kinds of work that it performs.
    pub kinds: Vec<String>,
    /// The number of units that it has performed.
    pub units: u64,
    /// The number of their items.
    pub items: u64,
    /// The number of units that failed.
    pub failures: u64,
    /// The time since its start, in seconds.
    pub seconds: f64,
    /// The time that its cores spent in units, in seconds.
    pub work_seconds: f64,
    /// Its speed in a search, in nodes a second.
    pub speed: u64,
}

impl WorkerStatus {
    /// The mean number of units in a minute since its start.
    pub fn units_per_minute(&self) -> f64 {
        60.0 * self.units as f64 / self.seconds.max(1e-3)
    }

    /// The share of the time since its start that its cores spent in units.
    pub fn in_use(&self) -> f64 {
        self.work_seconds / (self.seconds * self.cores as f64).max(1e-3)
    }
}

/// The units of a kind.
#[derive(Clone, Debug, Serialize)]
pub struct QueueStatus {
    /// The kind of work.
    pub kind: String,
    /// The number of units that wait.
    pub waiting: u64,
    /// The number of units that are performed.
    pub under_way: usize,
    /// The number of units that were handed out more than once and are still under way.
    pub again: usize,
}

/// The state of a cluster.
#[derive(Clone, Debug, Serialize)]
pub struct ClusterStatus {
    /// The build of the cluster, once somebody has connected.
    pub build: Option<Build>,
    /// The workers, by name.
    pub workers: Vec<WorkerStatus>,
    /// The queues that exist.
    pub queues: Vec<QueueStatus>,
    /// The number of results that wait for their collector.
    pub results: u64,
    /// The bytes of units and results on the server.
    pub bytes: u64,
    /// Units that failed.
    pub failures: Vec<Failure>,
}

impl Cluster {
    /// The state of the cluster.
    pub async fn status(&self) -> Result<ClusterStatus, ClusterError> {
        let build = self.state.get(names::BUILD).await;
        let build = build.map_err(ClusterError::of("cannot read the state"))?;
        let mut queues = Vec::new();
        let mut consumers = self.work.consumers();
        while let Some(info) = consumers.next().await {
            let info = info.map_err(ClusterError::of("cannot list queues"))?;
            let Some(kind) = info.name.strip_prefix("queue-") else { continue };
            queues.push(QueueStatus {
                kind: kind.to_owned(),
                waiting: info.num_pending,
                under_way: info.num_ack_pending,
                again: info.num_redelivered,
            });
        }
        let work = self.work.get_info().await;
        let work = work.map_err(ClusterError::of("cannot read the queue"))?;
        let known: u64 = queues.iter().map(|queue| queue.waiting + queue.under_way as u64).sum();
        if known < work.state.messages {
            self.add_queues_without_workers(&mut queues).await?;
        }
        queues.sort_by(|a, b| a.kind.cmp(&b.kind));
        let results = self.results.get_info().await;
        let results = results.map_err(ClusterError::of("cannot read the results"))?;
        Ok(ClusterStatus {
            build: build.and_then(|text| serde_json::from_slice(&text).ok()),
            workers: self.worker_statuses().await?,
            queues,
            results: results.state.messages,
            bytes: work.state.bytes + results.state.bytes,
            failures: self.all_failures().await?,
        })
    }

    /// Adds the units of kinds that no worker has performed so far. The first worker of a kind
    /// makes its queue.
    async fn add_queues_without_workers(
        &self,
        queues: &mut Vec<QueueStatus>,
    ) -> Result<(), ClusterError> {
        let cannot = "cannot list units";
        let subjects = self.work.info_with_subjects(names::ALL_WORK).await;
        let mut subjects = subjects.map_err(ClusterError::of(cannot))?;
        let mut waiting = BTreeMap::<String, u64>::new();
        while let Some(found) = subjects.next().await {
            let (subject, count) = found.map_err(ClusterError::of(cannot))?;
            if let Some(kind) = names::kind_of(&subject) {
                *waiting.entry(kind.to_owned()).or_default() += count as u64;
            }
        }
        waiting.retain(|kind, _| queues.iter().all(|queue| queue.kind != *kind));
        let found = waiting.into_iter();
        let queue = |(kind, waiting)| QueueStatus { kind, waiting, under_way: 0, again: 0 };
        queues.extend(found.map(queue));
        Ok(())
    }

    /// The workers that are there.
    pub(crate) async fn worker_statuses(&self) -> Result<Vec<WorkerStatus>, ClusterError> {
        let cannot = "cannot list workers";
        let mut workers = Vec::new();
        let keys = stream::iter(keys(&self.workers).await?);
        let mut found = keys.map(|key| self.workers.get(key)).buffer_unordered(AT_ONCE);
        while let Some(found) = found.next().await {
            let found = found.map_err(ClusterError::of(cannot))?;
            workers.extend(found.and_then(|text| serde_json::from_slice(&text).ok()));
        }
        workers.sort_by(|a: &WorkerStatus, b| a.name.cmp(&b.name));
        Ok(workers)
    }

    /// Tells all workers to finish their units and end.
    pub async fn drain(&self) -> Result<(), ClusterError> {
        let told = self.client.publish(names::DRAIN, "".into()).await;
        told.map_err(ClusterError::of("cannot tell the workers"))?;
        self.flush().await;
        Ok(())
    }

    /// Removes all units, results, inputs and failures, and forgets the build. Runs that are under
    /// way send their units again. Returns the number of units and of results.
    pub async fn purge(&self) -> Result<(u64, u64), ClusterError> {
        let cannot = "cannot clear the cluster";
        let work = self.work.purge().await.map_err(ClusterError::of(cannot))?;
        let results = self.results.purge().await.map_err(ClusterError::of(cannot))?;
        self.state.purge(names::BUILD).await.map_err(ClusterError::of(cannot))?;
        for failure in self.all_failures().await? {
            self.forget_failure(&failure.unit).await?;
        }
        self.remove_inputs().await?;
        Ok((work.purged, results.purged))
    }

    async fn remove_inputs(&self) -> Result<(), ClusterError> {
        let cannot = "cannot remove inputs";
        let mut all = Vec::new();
        let mut list = self.inputs.list().await.map_err(ClusterError::of(cannot))?;
        while let Some(info) = list.next().await {
            all.push(info.map_err(ClusterError::of(cannot))?.name);
        }
        for name in all {
            self.inputs.delete(name).await.map_err(ClusterError::of(cannot))?;
        }
        Ok(())
    }
}
