//! Sends the units of a batch and collects their results.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use outflank_work::{
    Build, ContentHash, Description, Done, ItemError, Job, Unit, UnitRanges, WorkBatch,
};

use crate::outcome::Outcome;
use crate::planner::{Planner, least_size, unit_size};
use crate::result_stream::ResultStream;
use crate::retry::until_done;
use crate::{Cluster, ClusterError, WorkerStatus, names};

/// The longest time without a look at whether the batch should stop.
const CANCEL_INTERVAL: Duration = Duration::from_millis(500);
/// If no result has come for so long, the server is asked again for all of them.
const RESYNC_INTERVAL: Duration = Duration::from_secs(5);
/// The least number of units that wait in the queue or are performed.
const WINDOW: usize = 256;
/// The number of units that are sent at once, before the server has answered.
const IN_FLIGHT: usize = 64;

/// Sends and collects.
pub(crate) struct Collector<'a> {
    pub(crate) cluster: &'a Cluster,
    pub(crate) build: &'a Build,
    pub(crate) planner: &'a Planner,
    /// The settings by which the planner knows the batch.
    pub(crate) settings: &'a str,
    pub(crate) notice: &'a (dyn Fn(&str) + Send + Sync),
    /// Whether it was told that there is no worker.
    pub(crate) has_told: &'a AtomicBool,
}

impl Collector<'_> {
    /// Performs a batch on the cluster.
    pub(crate) async fn run(
        &self,
        description: &Description,
        batch: WorkBatch<'_>,
        on_done: &mut dyn FnMut(Vec<Done>) -> ControlFlow<()>,
    ) -> Result<(), ClusterError> {
        let job = Job::new(description, self.build.clone());
        let id = job.id();
        let own = AtomicBool::new(false);
        let cancelled = batch.cancelled.unwrap_or(&own);
        let is_over = || cancelled.load(Ordering::Relaxed) || (batch.should_stop)();
        let stored = until_done(&is_over, || self.cluster.put_all(&description.inputs)).await;
        if stored.is_none() {
            return Ok(());
        }
        let start = until_done(&is_over, || self.last_place()).await.unwrap_or_default();
        let cores = self.cores(description.kind).await;
        let items = batch.items.size_hint().1.map(|items| items as u64);
        let together = batch.together;
        let [size, least] = if description.is_long {
            [together; 2]
        } else {
            let cost = self.planner.cost(self.settings).unwrap_or(1.0);
            let size = unit_size(cost, items, cores, together);
            [size, least_size(cost, size, together)]
        };
        let window = WINDOW.max(4 * cores);
        let ranges = UnitRanges::new(batch.items, size);
        let mut ranges = ranges.with_smaller_ends(least, cores as u64);
        let mut sent = BTreeMap::<ContentHash, Unit>::new();
        let mut results = ResultStream::new(self.cluster, &id);
        let mut heard = Instant::now();
        loop {
            let mut next = Vec::new();
            while sent.len() + next.len() < window && !is_over() {
                let Some(range) = ranges.next() else { break };
                let details = (batch.details)(range.clone());
                let unit = Unit { job: job.clone(), range, details };
                next.push((unit.id(), unit));
            }
            if !next.is_empty() {
                self.send(&next, &is_over).await;
                sent.extend(next);
            }
            if is_over() {
                let _ = self.cluster.take_back(sent.iter(), &id).await;
                return Ok(());
            }
            if sent.is_empty() {
                break;
            }
            let Ok(outcomes) = results.receive(CANCEL_INTERVAL).await else {
                // The server is away, or has forgotten the consumer.
                tokio::time::sleep(CANCEL_INTERVAL).await;
                continue;
            };
            let mut done = Vec::new();
            for outcome in outcomes {
                heard = Instant::now();
                done.extend(self.take(&mut sent, start, outcome).await);
            }
            if !done.is_empty() && on_done(done).is_break() {
                cancelled.store(true, Ordering::Relaxed);
                continue;
            }
            if batch.is_durable {
                results.remove_received().await;
            }
            if heard.elapsed() >= RESYNC_INTERVAL {
                heard = Instant::now();
                results.begin_again();
                self.send_again(description.kind, &id, &sent, &is_over).await;
            }
        }
        results.remove_all().await;
        Ok(())
    }

    /// The place of the last result on the server.
    async fn last_place(&self) -> Result<u64, ClusterError> {
        let info = self.cluster.results.get_info().await;
        info.map(|info| info.state.last_sequence).map_err(ClusterError::of("cannot collect"))
    }

    /// The cores of all workers that perform a kind, and a notice if there are none.
    async fn cores(&self, kind: &str) -> usize {
        let workers = self.cluster.worker_statuses().await.unwrap_or_default();
        let takes = |worker: &&WorkerStatus| worker.kinds.iter().any(|own| own == kind);
        let cores = workers.iter().filter(takes).map(|worker| worker.cores).sum();
        if cores == 0 && !self.has_told.swap(true, Ordering::Relaxed) {
            (self.notice)(&format!(
                "no worker performs {kind} yet: start outflank worker --kinds {kind} on other \
                 machines"
            ));
        }
        cores
    }

    /// Puts units into the queue, several at once, and wakes workers as soon as there are some.
    async fn send(&self, units: &[(ContentHash, Unit)], is_over: &(dyn Fn() -> bool + Sync)) {
        for units in units.chunks(IN_FLIGHT) {
            let sending = stream::iter(units).map(|(id, unit)| {
                // A unit that was not sent because the batch is over is not missed.
                until_done(is_over, move || self.cluster.send(unit, id))
            });
            sending.buffer_unordered(IN_FLIGHT).for_each(|_| async {}).await;
            if let Some((_, unit)) = units.first() {
                // Workers also look by themselves.
                let _ = self.cluster.hint(&unit.job.kind).await;
            }
        }
    }

    /// Sends units again if the queue is empty although results are missing.
    async fn send_again(
        &self,
        kind: &str,
        job: &ContentHash,
        sent: &BTreeMap<ContentHash, Unit>,
        is_over: &(dyn Fn() -> bool + Sync),
    ) {
        let waiting = self.cluster.work.info_with_subjects(names::work_of_job(kind, job)).await;
        let Ok(mut waiting) = waiting else { return };
        if waiting.next().await.is_some() {
            return;
        }
        let units: Vec<_> = sent.iter().map(|(id, unit)| (id.clone(), unit.clone())).collect();
        self.send(&units, is_over).await;
    }

    /// The items of a result, if it is the first of its unit.
    async fn take(
        &self,
        sent: &mut BTreeMap<ContentHash, Unit>,
        start: u64,
        (place, outcome): (u64, Option<Outcome>),
    ) -> Vec<Done> {
        let Some(outcome) = outcome else { return Vec::new() };
        let Some(unit) = sent.get(&outcome.unit) else { return Vec::new() };
        let origin = Some(outcome.origin());
        let Some(failure) = &outcome.failure else {
            let Some(items) = outcome.items(unit) else { return Vec::new() };
            let first = unit.range.start;
            self.planner.learn(self.settings, outcome.seconds / items.len().max(1) as f64);
            sent.remove(&outcome.unit);
            let done = items.into_iter().enumerate().map(|(at, bytes)| Done {
                item: first + at as u64,
                result: Ok(bytes),
                origin: origin.clone(),
            });
            return done.collect();
        };
        // A failure of an earlier run: the unit was sent again and gets another chance.
        if place <= start {
            let _ = self.cluster.results.delete_message(place).await;
            let _ = self.cluster.forget_failure(&outcome.unit).await;
            return Vec::new();
        }
        let failure = failure.clone();
        let Some(unit) = sent.remove(&outcome.unit) else { return Vec::new() };
        let done = unit.range.map(|item| Done {
            item,
            result: Err(ItemError(failure.clone())),
            origin: origin.clone(),
        });
        done.collect()
    }
}
