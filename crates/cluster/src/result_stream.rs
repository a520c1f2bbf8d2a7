//! The results of a job, as they come.

use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::pull::{Config as PullConfig, Stream as Messages};
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use futures_util::{FutureExt, StreamExt};
use outflank_work::ContentHash;

use crate::outcome::Outcome;
use crate::{Cluster, ClusterError, names};

/// The maximum number of results that are received at once.
const MAX_RECEIVED: usize = 256;
/// The maximum number of results that are kept on the server although they were received.
const MAX_KEPT: usize = 256;
/// Results that were received are removed this often: one request for all of them.
const REMOVE_INTERVAL: Duration = Duration::from_secs(1);
/// The server says that it is there this often.
const HEARTBEAT: Duration = Duration::from_secs(2);

/// A result and its place in the stream of the server; `None` if it cannot be read.
pub(crate) type Placed = (u64, Option<Outcome>);

/// Receives the results of a job, and removes those that are safe.
pub(crate) struct ResultStream<'a> {
    cluster: &'a Cluster,
    job: &'a ContentHash,
    messages: Option<Messages>,
    /// The number of messages that the consumer has sent, as far as they were received.
    heard: u64,
    /// The last place that was received. All results of the job before it were received too,
    /// because they come in the order of their places.
    received: u64,
    /// The number of results that were received and not removed.
    kept: usize,
    removed: Instant,
}

impl<'a> ResultStream<'a> {
    /// The results of a job.
    pub(crate) fn new(cluster: &'a Cluster, job: &'a ContentHash) -> Self {
        let removed = Instant::now();
        Self { cluster, job, messages: None, heard: 0, received: 0, kept: 0, removed }
    }

    /// Waits for a result for a while. Returns all that are there, perhaps none. After an error the
    /// next call begins with the first result again.
    pub(crate) async fn receive(&mut self, wait: Duration) -> Result<Vec<Placed>, ClusterError> {
        let received = self.try_receive(wait).await;
        if received.is_err() {
            self.begin_again();
        }
        received
    }

    /// Begins with the first result again.
    pub(crate) fn begin_again(&mut self) {
        self.messages = None;
        self.heard = 0;
    }

    async fn try_receive(&mut self, wait: Duration) -> Result<Vec<Placed>, ClusterError> {
        let messages = match &mut self.messages {
            Some(messages) => messages,
            empty => empty.insert(open(self.cluster, self.job).await?),
        };
        let mut outcomes = Vec::new();
        let Ok(mut next) = tokio::time::timeout(wait, messages.next()).await else {
            return Ok(outcomes);
        };
        let last = loop {
            let message = next.ok_or("the stream has ended".to_owned());
            let message = message.and_then(|message| message.map_err(|error| error.to_string()));
            let message = message.map_err(ClusterError::of("cannot collect"))?;
            let info = message.info().map_err(ClusterError::of("cannot collect"))?;
            let place = info.stream_sequence;
            // A connection that broke may have swallowed some. They must not be removed as if they
            // had been received.
            if info.consumer_sequence != self.heard + 1 {
                return Err(ClusterError::of("cannot collect")(
                    "some results were lost on the way",
                ));
            }
            self.heard += 1;
            outcomes.push((place, Outcome::read(&message.payload, self.cluster).await?));
            if outcomes.len() == MAX_RECEIVED {
                break place;
            }
            let Some(ready) = messages.next().now_or_never() else { break place };
            next = ready;
        };
        self.received = last;
        self.kept += outcomes.len();
        Ok(outcomes)
    }

    /// Removes results that were received, which must be safe elsewhere. Mostly it waits until
    /// there are more. What stays is removed at the end.
    pub(crate) async fn remove_received(&mut self) {
        if self.kept == 0 || (self.kept < MAX_KEPT && self.removed.elapsed() < REMOVE_INTERVAL) {
            return;
        }
        let results = self.cluster.results.purge().filter(names::results(self.job));
        if results.sequence(self.received + 1).await.is_ok() {
            self.kept = 0;
            self.removed = Instant::now();
        }
    }

    /// Removes all results of the job.
    pub(crate) async fn remove_all(self) {
        let results = &self.cluster.results;
        let _ = results.purge().filter(names::results(self.job)).await;
        let _ = results.delete_consumer(&names::collector(self.job)).await;
    }
}

/// A consumer that begins with the first result of the job.
async fn open(cluster: &Cluster, job: &ContentHash) -> Result<Messages, ClusterError> {
    let name = names::collector(job);
    // One that exists would go on where it was.
    let _ = cluster.results.delete_consumer(&name).await;
    let config = PullConfig {
        durable_name: Some(name),
        filter_subject: names::results(job),
        ack_policy: AckPolicy::None,
        inactive_threshold: Duration::from_hours(1),
        ..PullConfig::default()
    };
    let made = cluster.results.create_consumer(config).await;
    let consumer: PullConsumer = made.map_err(ClusterError::of("cannot collect"))?;
    let messages =
        consumer.stream().max_messages_per_batch(MAX_RECEIVED).heartbeat(HEARTBEAT).messages();
    messages.await.map_err(ClusterError::of("cannot collect"))
}
