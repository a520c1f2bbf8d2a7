//! Sends the units of a batch and collects their results.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::pull::Config as PullConfig;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use futures_util::StreamExt;
use outflank_work::{Build, ContentHash, Description, Done, ItemError, Job, Unit, WorkBatch};

use crate::outcome::Outcome;
use crate::planner::{Planner, unit_size};
use crate::retry::until_done;
use crate::{Cluster, ClusterError, names};

/// The number of results that are asked for at once.
const RESULTS: usize = 64;
/// The longest time without a look at whether the batch should stop.
const PATIENCE: Duration = Duration::from_millis(500);
/// If no result has come for so long, the server is asked again for all of them.
const QUIET: Duration = Duration::from_secs(5);
/// The least number of units that wait in the queue or are performed.
const WINDOW: usize = 256;

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
        let cores = self.cores().await;
        let items = batch.items.size_hint().1.map(|items| items as u64);
        let size = if description.is_long {
            batch.together
        } else {
            let cost = self.planner.cost(self.settings).unwrap_or(1.0);
            unit_size(cost, items, cores, batch.together)
        };
        let window = WINDOW.max(4 * cores);
        let mut units = Units { items: batch.items, next: None, size };
        let mut sent = BTreeMap::<ContentHash, Unit>::new();
        let mut results = None;
        let mut heard = Instant::now();
        let mut is_exhausted = false;
        loop {
            while !is_exhausted && sent.len() < window && !is_over() {
                let Some(range) = units.next() else {
                    is_exhausted = true;
                    break;
                };
                let details = (batch.details)(range.clone());
                let unit = Unit { job: job.clone(), range, details };
                let unit_id = unit.id();
                if until_done(&is_over, || self.send(&unit, &unit_id, &id)).await.is_some() {
                    sent.insert(unit_id, unit);
                }
            }
            if is_over() {
                let _ = self.cluster.cancel(description.kind, &id).await;
                self.cluster.flush().await;
                return Ok(());
            }
            if sent.is_empty() && is_exhausted {
                break;
            }
            if results.is_none() {
                results = self.consumer(&id).await.ok();
            }
            let Some(consumer) = &results else {
                tokio::time::sleep(PATIENCE).await;
                continue;
            };
            let Ok(outcomes) = self.receive(consumer, sent.len().min(RESULTS)).await else {
                // The server is away, or has forgotten the consumer.
                results = None;
                tokio::time::sleep(PATIENCE).await;
                continue;
            };
            let mut done = Vec::new();
            let mut places = Vec::new();
            for outcome in outcomes {
                heard = Instant::now();
                places.push(outcome.0);
                done.extend(self.take(&mut sent, start, outcome).await);
            }
            if !done.is_empty() && on_done(done).is_break() {
                cancelled.store(true, Ordering::Relaxed);
                continue;
            }
            if batch.is_durable {
                for place in places {
                    // What stays is removed at the end.
                    let _ = self.cluster.results.delete_message(place).await;
                }
            }
            if heard.elapsed() >= QUIET {
                heard = Instant::now();
                results = None;
                self.send_again(description.kind, &id, &sent, &is_over).await;
            }
        }
        let _ = self.cluster.results.purge().filter(names::results(&id)).await;
        let _ = self.cluster.results.delete_consumer(&names::collector(&id)).await;
        Ok(())
    }

    /// The place of the last result on the server.
    async fn last_place(&self) -> Result<u64, ClusterError> {
        let info = self.cluster.results.get_info().await;
        info.map(|info| info.state.last_sequence).map_err(ClusterError::of("cannot collect"))
    }

    /// The cores of all workers, and a notice if there are none.
    async fn cores(&self) -> usize {
        let workers = self.cluster.worker_statuses().await.unwrap_or_default();
        if workers.is_empty() && !self.has_told.swap(true, Ordering::Relaxed) {
            (self.notice)("no worker is connected yet: start outflank worker on other machines");
        }
        workers.iter().map(|worker| worker.cores).sum()
    }

    /// Puts a unit into the queue, unless it is there.
    async fn send(
        &self,
        unit: &Unit,
        id: &ContentHash,
        job: &ContentHash,
    ) -> Result<(), ClusterError> {
        let subject = names::work(&unit.job.kind, job);
        let answer = self.cluster.publish(subject.clone(), Some(id), unit.to_bytes()).await?;
        // The server remembers ids for two minutes. The unit may be gone since: performed, or
        // taken back. A result that is there makes a second one harmless.
        if answer.duplicate && self.cluster.work.get_raw_message(answer.sequence).await.is_err() {
            self.cluster.publish(subject, None, unit.to_bytes()).await?;
        }
        let told = self.cluster.client.publish(names::HINT, unit.job.kind.clone().into()).await;
        told.map_err(ClusterError::of("cannot tell the workers"))
    }

    /// Sends units again if the queue is empty although results are missing.
    async fn send_again(
        &self,
        kind: &str,
        job: &ContentHash,
        sent: &BTreeMap<ContentHash, Unit>,
        is_over: &(dyn Fn() -> bool + Sync),
    ) {
        let waiting = self.cluster.work.info_with_subjects(names::work(kind, job)).await;
        let Ok(mut waiting) = waiting else { return };
        if waiting.next().await.is_some() {
            return;
        }
        for (id, unit) in sent {
            let _ = until_done(is_over, || self.send(unit, id, job)).await;
        }
    }

    /// A consumer that begins with the first result of the job.
    async fn consumer(&self, job: &ContentHash) -> Result<PullConsumer, ClusterError> {
        let name = names::collector(job);
        // One that exists would go on where it was.
        let _ = self.cluster.results.delete_consumer(&name).await;
        let config = PullConfig {
            durable_name: Some(name),
            filter_subject: names::results(job),
            ack_policy: AckPolicy::None,
            inactive_threshold: Duration::from_hours(1),
            ..PullConfig::default()
        };
        let made = self.cluster.results.create_consumer(config).await;
        made.map_err(ClusterError::of("cannot collect"))
    }

    /// The results that come within a short time, with their places in the stream. It ends as
    /// soon as there are `most`.
    async fn receive(
        &self,
        consumer: &PullConsumer,
        most: usize,
    ) -> Result<Vec<(u64, Option<Outcome>)>, ClusterError> {
        let fetched = consumer.batch().max_messages(most).expires(PATIENCE).messages().await;
        let mut messages = fetched.map_err(ClusterError::of("cannot collect"))?;
        let mut outcomes = Vec::new();
        while let Some(message) = messages.next().await {
            let message = message.map_err(ClusterError::of("cannot collect"))?;
            let place = message.info().map_err(ClusterError::of("cannot collect"))?.stream_sequence;
            outcomes.push((place, Outcome::read(&message.payload, self.cluster).await?));
        }
        Ok(outcomes)
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

/// Ranges of items.
struct Units<'a> {
    items: Box<dyn Iterator<Item = u64> + Send + 'a>,
    /// An item that was drawn and belongs to the next unit.
    next: Option<u64>,
    size: u64,
}

impl Units<'_> {
    /// The next items without a gap, up to a multiple of the size.
    fn next(&mut self) -> Option<std::ops::Range<u64>> {
        let first = self.next.take().or_else(|| self.items.next())?;
        let mut end = first + 1;
        while !end.is_multiple_of(self.size) {
            match self.items.next() {
                Some(item) if item == end => end += 1,
                other => {
                    self.next = other;
                    break;
                }
            }
        }
        Some(first..end)
    }
}
