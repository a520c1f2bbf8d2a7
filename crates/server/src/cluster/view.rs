//! A cluster as the page shows it.

use outflank_cluster::{ClusterAddress, ClusterStatus, Failure, QueueStatus, WorkerStatus};
use serde::Serialize;
use utoipa::ToSchema;

/// The longest log of a failure that is shown.
const LOG_LETTERS: usize = 1000;
/// The most failures that are shown.
const MAX_FAILURES: usize = 50;

/// The state of a cluster.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ClusterState)]
pub(super) struct ClusterView {
    /// The NATS server.
    address: String,
    /// The build of the cluster; absent until somebody has connected.
    build: Option<String>,
    /// The workers, by name.
    workers: Vec<WorkerView>,
    queues: Vec<QueueView>,
    /// The number of results that wait for their command.
    results: u64,
    /// The bytes of units and results on the server.
    bytes: u64,
    failures: Vec<FailureView>,
}

/// A worker.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ClusterWorker)]
struct WorkerView {
    name: String,
    cores: usize,
    /// The number of cores that perform a unit.
    busy: usize,
    kinds: Vec<String>,
    units: u64,
    items: u64,
    failures: u64,
    units_per_minute: f64,
    /// The share of the time that its cores spent in units.
    in_use: f64,
}

/// The units of a kind.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ClusterQueue)]
struct QueueView {
    kind: String,
    waiting: u64,
    under_way: usize,
    /// The number of units under way that were handed out more than once.
    again: usize,
}

/// A unit that failed.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ClusterFailure)]
struct FailureView {
    kind: String,
    first: u64,
    last: u64,
    /// True if it is not tried again.
    is_set_aside: bool,
    /// What its workers said.
    logs: Vec<String>,
}

impl ClusterView {
    pub(super) fn of(address: &ClusterAddress, status: ClusterStatus) -> Self {
        let failures = status.failures.into_iter().filter(|failure| !failure.logs.is_empty());
        Self {
            address: address.to_string(),
            build: status.build.map(|build| build.to_string()),
            workers: status.workers.into_iter().map(WorkerView::of).collect(),
            queues: status.queues.into_iter().map(QueueView::of).collect(),
            results: status.results,
            bytes: status.bytes,
            failures: failures.take(MAX_FAILURES).map(FailureView::of).collect(),
        }
    }
}

impl WorkerView {
    fn of(worker: WorkerStatus) -> Self {
        let (units_per_minute, in_use) = (worker.units_per_minute(), worker.in_use());
        let WorkerStatus { name, cores, busy, kinds, units, items, failures, .. } = worker;
        Self { name, cores, busy, kinds, units, items, failures, units_per_minute, in_use }
    }
}

impl QueueView {
    fn of(queue: QueueStatus) -> Self {
        let QueueStatus { kind, waiting, under_way, again } = queue;
        Self { kind, waiting, under_way, again }
    }
}

impl FailureView {
    fn of(failure: Failure) -> Self {
        let Failure { kind, items: (first, end), is_set_aside, logs, .. } = failure;
        let log = |worker: &str, log: &str| {
            format!("{worker}: {}", log.chars().take(LOG_LETTERS).collect::<String>())
        };
        let logs = logs.iter().map(|found| log(&found.worker, &found.log)).collect();
        Self { kind, first, last: end.saturating_sub(1), is_set_aside, logs }
    }
}
