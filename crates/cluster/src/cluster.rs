//! The connection to a server, and what is kept there.

use std::time::Duration;

use async_nats::jetstream::consumer::pull::Config as PullConfig;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::kv::Store as Bucket;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::object_store::{Config as ObjectsConfig, ObjectStore};
use async_nats::jetstream::publish::PublishAck;
use async_nats::jetstream::stream::{
    Config as StreamConfig, DeleteMessageErrorKind, DiscardPolicy, LastRawMessageErrorKind,
    RetentionPolicy, Stream,
};
use async_nats::{Client, jetstream};
use futures_util::{StreamExt, stream};
use outflank_work::{Build, ContentHash, Unit};

use crate::{Access, ClusterAddress, ClusterError, names};

/// Workers that have not been heard of for so long are gone.
const WORKER_AGE: Duration = Duration::from_secs(10);
/// Results and inputs that nobody asks for are removed after a week.
const KEPT: Duration = Duration::from_hours(7 * 24);

/// The number of messages that are removed at once.
const AT_ONCE: usize = 64;

/// The time after which a unit without progress is given to another worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lease(pub Duration);

impl Default for Lease {
    /// `OUTFLANK_CLUSTER_LEASE` in seconds, or 60 seconds.
    fn default() -> Self {
        let told = std::env::var("OUTFLANK_CLUSTER_LEASE").ok();
        let seconds = told.and_then(|text| text.parse().ok()).filter(|seconds| *seconds > 0);
        Self(Duration::from_secs(seconds.unwrap_or(60)))
    }
}

/// A connection to a cluster.
#[derive(Clone)]
pub struct Cluster {
    pub(crate) client: Client,
    pub(crate) jetstream: jetstream::Context,
    pub(crate) work: Stream,
    pub(crate) results: Stream,
    pub(crate) state: Bucket,
    pub(crate) workers: Bucket,
    pub(crate) failures: Bucket,
    pub(crate) inputs: ObjectStore,
    pub(crate) lease: Lease,
}

impl Cluster {
    /// Connects to a server, and makes what is missing there.
    pub async fn connect(
        address: &ClusterAddress,
        access: &Access,
        name: &str,
    ) -> Result<Self, ClusterError> {
        let options = access.options(address, name).await?;
        let wrong = |reason: String| ClusterError::Connect { address: address.to_string(), reason };
        let client = options.connect(address.to_string()).await;
        let client = client.map_err(|error| wrong(error.to_string()))?;
        let jetstream = jetstream::new(client.clone());
        let no_store = |error: &dyn std::fmt::Display| {
            wrong(format!("{error}; it needs JetStream: start it with nats-server -js -sd FOLDER"))
        };
        let work = jetstream
            .get_or_create_stream(StreamConfig {
                name: names::WORK.to_owned(),
                subjects: vec![names::ALL_WORK.to_owned()],
                retention: RetentionPolicy::WorkQueue,
                duplicate_window: Duration::from_mins(2),
                ..StreamConfig::default()
            })
            .await
            .map_err(|error| no_store(&error))?;
        let results = jetstream
            .get_or_create_stream(StreamConfig {
                name: names::RESULTS.to_owned(),
                subjects: vec![names::ALL_RESULTS.to_owned()],
                max_messages_per_subject: 1,
                max_age: KEPT,
                duplicate_window: Duration::from_mins(2),
                ..StreamConfig::default()
            })
            .await
            .map_err(|error| no_store(&error))?;
        let inputs = match jetstream.get_object_store(names::INPUTS).await {
            Ok(store) => store,
            Err(_) => jetstream
                .create_object_store(ObjectsConfig {
                    bucket: names::INPUTS.to_owned(),
                    max_age: KEPT,
                    ..ObjectsConfig::default()
                })
                .await
                .map_err(|error| no_store(&error))?,
        };
        let state = bucket(&jetstream, names::STATE, Duration::ZERO).await?;
        let workers = bucket(&jetstream, names::WORKERS, WORKER_AGE).await?;
        let failures = bucket(&jetstream, names::FAILURES, KEPT).await?;
        let lease = Lease::default();
        Ok(Self { client, jetstream, work, results, state, workers, failures, inputs, lease })
    }

    /// Sets the time after which a unit without progress is given to another worker. The first
    /// worker of a kind decides it for its queue.
    pub const fn set_lease(&mut self, lease: Lease) {
        self.lease = lease;
    }

    /// Compares builds. The first to come decides that of the cluster.
    pub async fn handshake(&self, own: &Build) -> Result<(), ClusterError> {
        let text = serde_json::to_vec(own).expect("a build is plain data");
        // Two may come at once: then one of them finds the key of the other.
        let _ = self.state.create(names::BUILD, text.into()).await;
        let found = self.state.get(names::BUILD).await;
        let found = found.map_err(ClusterError::of("cannot read the build of the cluster"))?;
        let found = found.and_then(|text| serde_json::from_slice::<Build>(&text).ok());
        match found {
            Some(cluster) if cluster == *own => Ok(()),
            Some(cluster) => Err(ClusterError::OtherBuild { cluster, own: own.clone() }),
            None => Err(ClusterError::Request {
                what: "cannot read the build of the cluster",
                reason: "it is damaged: clear it with outflank cluster purge".to_owned(),
            }),
        }
    }

    /// The consumer that hands out the units of a kind.
    pub(crate) async fn queue(&self, kind: &str) -> Result<PullConsumer, ClusterError> {
        let name = names::queue(kind);
        let config = PullConfig {
            durable_name: Some(name.clone()),
            filter_subject: names::work_of_kind(kind),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.lease.0,
            // A unit is set aside by the worker that sees it for the fourth time.
            max_deliver: -1,
            max_ack_pending: 100_000,
            max_waiting: 100_000,
            ..PullConfig::default()
        };
        let made = self.work.get_or_create_consumer(&name, config).await;
        made.map_err(ClusterError::of("cannot open the queue"))
    }

    /// Publishes a message.
    pub(crate) async fn publish(
        &self,
        subject: String,
        message: PublishMessage,
    ) -> Result<PublishAck, PublishError> {
        self.jetstream.send_publish(subject, message).await?.await
    }

    /// Puts a unit into the queue, unless it is there.
    pub(crate) async fn send(&self, unit: &Unit, id: &ContentHash) -> Result<(), ClusterError> {
        let subject = names::work(&unit.job.kind, &unit.job.id(), id);
        // The server refuses a second message of a subject.
        let message = || {
            let message = PublishMessage::build().payload(unit.to_bytes().into());
            message.expected_last_subject_sequence(0)
        };
        let mut sent = self.publish(subject.clone(), message().message_id(id.as_str())).await;
        // The server remembers ids for two minutes. The unit may be gone since: performed, or
        // taken back. A result that is there makes a second one harmless.
        if sent.as_ref().is_ok_and(|answer| answer.duplicate) {
            sent = self.publish(subject, message()).await;
        }
        match sent {
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(()),
            sent => sent.map(drop).map_err(ClusterError::of("cannot send")),
        }
    }

    /// Wakes workers that wait for work of a kind.
    pub(crate) async fn hint(&self, kind: &str) -> Result<(), ClusterError> {
        let told = self.client.publish(names::HINT, kind.to_owned().into()).await;
        told.map_err(ClusterError::of("cannot tell the workers"))
    }

    /// Takes units of a job back: those that have not begun do not begin, and the others are
    /// abandoned. `id` is that of the job, or that of the only unit.
    pub(crate) async fn take_back<'u>(
        &self,
        units: impl Iterator<Item = (&'u ContentHash, &'u Unit)>,
        id: &ContentHash,
    ) -> Result<(), ClusterError> {
        // One by one: a purge by subject lets servers before 2.9.11 skip units of others.
        let subjects = units.map(|(id, unit)| names::work(&unit.job.kind, &unit.job.id(), id));
        let removals = stream::iter(subjects.collect::<Vec<_>>())
            .map(|subject| remove(&self.work, subject))
            .buffer_unordered(AT_ONCE);
        let removed: Vec<_> = removals.collect().await;
        removed.into_iter().collect::<Result<Vec<()>, _>>()?;
        let told = self.client.publish(names::CANCEL, id.to_string().into()).await;
        told.map_err(ClusterError::of("cannot tell the workers"))?;
        self.flush().await;
        Ok(())
    }

    /// Waits until everything sent has left this process.
    pub(crate) async fn flush(&self) {
        // Whoever is gone when this fails does not need it.
        let _ = self.client.flush().await;
    }
}

/// Removes the message of a subject, if there is one.
pub(crate) async fn remove(stream: &Stream, subject: String) -> Result<(), ClusterError> {
    let cannot = "cannot remove a message";
    match stream.get_last_raw_message_by_subject(&subject).await {
        Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(()),
        Err(error) => Err(ClusterError::of(cannot)(error)),
        // Somebody else may remove it at the same time.
        Ok(message) => match stream.delete_message(message.sequence).await {
            Ok(_) => Ok(()),
            Err(error) if matches!(error.kind(), DeleteMessageErrorKind::JetStream(_)) => Ok(()),
            Err(error) => Err(ClusterError::of(cannot)(error)),
        },
    }
}

/// The keys of a bucket, with those that were removed.
pub(crate) async fn keys(bucket: &Bucket) -> Result<Vec<String>, ClusterError> {
    let cannot = "cannot list keys";
    let prefix = format!("$KV.{}.", bucket.name);
    let subjects = bucket.stream.info_with_subjects(format!("{prefix}>")).await;
    let mut subjects = subjects.map_err(ClusterError::of(cannot))?;
    let mut keys = Vec::new();
    while let Some(found) = subjects.next().await {
        let (subject, _) = found.map_err(ClusterError::of(cannot))?;
        keys.extend(subject.strip_prefix(&prefix).map(str::to_owned));
    }
    Ok(keys)
}

/// A bucket of keys. Its stream is made here, because the client asks newer servers for limits that
/// an older one does not know.
async fn bucket(
    jetstream: &jetstream::Context,
    name: &str,
    max_age: Duration,
) -> Result<Bucket, ClusterError> {
    let cannot = "cannot make a bucket";
    let window = Duration::from_mins(2);
    let config = StreamConfig {
        name: format!("KV_{name}"),
        subjects: vec![format!("$KV.{name}.>")],
        max_messages_per_subject: 1,
        max_age,
        duplicate_window: if max_age.is_zero() { window } else { window.min(max_age) },
        allow_rollup: true,
        deny_delete: true,
        allow_direct: true,
        discard: DiscardPolicy::New,
        ..StreamConfig::default()
    };
    jetstream.get_or_create_stream(config).await.map_err(ClusterError::of(cannot))?;
    jetstream.get_key_value(name).await.map_err(ClusterError::of(cannot))
}
