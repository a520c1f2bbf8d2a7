//! A unit that was sent by itself.

use std::time::Duration;

use async_nats::Subscriber;
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use futures_util::StreamExt;
use outflank_work::{ContentHash, ItemError, Origin, Unit};
use serde::{Deserialize, Serialize};

use crate::cluster::remove;
use crate::outcome::Outcome;
use crate::{Cluster, ClusterError, names};

/// If nothing was heard for so long, the server is asked for the result.
const QUIET: Duration = Duration::from_secs(5);

/// How far a unit is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitProgress {
    /// The worker that performs it.
    pub worker: String,
    /// The number of steps so far, such as games.
    pub steps: u64,
}

/// The result of a unit.
#[derive(Clone, Debug)]
pub struct UnitResult {
    /// The results of its items, or why it was set aside.
    pub items: Result<Vec<Vec<u8>>, ItemError>,
    /// The worker that performed it.
    pub origin: Origin,
    /// The time that it took, in seconds.
    pub seconds: f64,
}

/// What is heard of a unit.
#[derive(Clone, Debug)]
pub enum UnitEvent {
    /// A worker performs it.
    Progress(UnitProgress),
    /// It is done.
    Done(UnitResult),
}

/// A unit that waits in the queue, is performed or is done. Dropping it changes nothing on the
/// server.
pub struct SubmittedUnit {
    cluster: Cluster,
    unit: Unit,
    id: ContentHash,
    results: Subscriber,
    progress: Subscriber,
    /// A result that was there before.
    known: Option<Outcome>,
}

impl SubmittedUnit {
    /// Sends a unit, unless its result is there.
    pub(crate) async fn submit(cluster: Cluster, unit: Unit) -> Result<Self, ClusterError> {
        let id = unit.id();
        let listen = async |subject: String| {
            let heard = cluster.client.subscribe(subject).await;
            heard.map_err(ClusterError::of("cannot listen"))
        };
        let results = listen(names::result(&unit.job.id(), &id)).await?;
        let progress = listen(names::progress(&id)).await?;
        let mut submitted = Self { cluster, unit, id, results, progress, known: None };
        match submitted.stored().await? {
            // A failure of an earlier run gets another chance.
            Some(outcome) if outcome.failure.is_some() => {
                submitted.forget().await?;
                submitted.send().await?;
            }
            None => submitted.send().await?,
            known => submitted.known = known,
        }
        Ok(submitted)
    }

    /// The id of the unit: the same for the same work, whoever asks for it.
    pub const fn id(&self) -> &ContentHash {
        &self.id
    }

    /// Waits for the next event. A server that is away only delays it. The result comes again if
    /// this is called again.
    ///
    /// Dropping the future loses nothing but perhaps some progress.
    pub async fn next(&mut self) -> UnitEvent {
        loop {
            if let Some(result) = self.known.take().and_then(|outcome| self.result_of(outcome)) {
                return UnitEvent::Done(result);
            }
            tokio::select! {
                // Progress came before the result.
                biased;
                Some(message) = self.progress.next() => {
                    if let Ok(progress) = serde_json::from_slice(&message.payload) {
                        return UnitEvent::Progress(progress);
                    }
                }
                Some(message) = self.results.next() => {
                    // A large result is fetched. If that fails it is asked for later.
                    let read = Outcome::read(&message.payload, &self.cluster).await;
                    self.known = read.ok().flatten();
                }
                () = tokio::time::sleep(QUIET) => {
                    self.known = self.look().await.unwrap_or_default();
                }
            }
        }
    }

    /// Waits for the result.
    pub async fn result(&mut self) -> UnitResult {
        loop {
            if let UnitEvent::Done(result) = self.next().await {
                return result;
            }
        }
    }

    /// Takes the unit back: it does not begin, or is abandoned. There will be no result.
    pub async fn cancel(&self) -> Result<(), ClusterError> {
        self.cluster.take_back(std::iter::once((&self.id, &self.unit)), &self.id).await
    }

    /// Removes the result and the failures from the server, once the result is safe elsewhere.
    /// Otherwise they stay for a week.
    pub async fn forget(&self) -> Result<(), ClusterError> {
        let subject = names::result(&self.unit.job.id(), &self.id);
        remove(&self.cluster.results, subject).await?;
        self.cluster.forget_failure(&self.id).await
    }

    async fn send(&self) -> Result<(), ClusterError> {
        self.cluster.send(&self.unit, &self.id).await?;
        self.cluster.hint(&self.unit.job.kind).await
    }

    /// The result on the server. A unit that is nowhere, because somebody cleared the cluster, is
    /// sent again.
    async fn look(&self) -> Result<Option<Outcome>, ClusterError> {
        let stored = self.stored().await?;
        if stored.is_none() {
            self.send().await?;
        }
        Ok(stored)
    }

    async fn stored(&self) -> Result<Option<Outcome>, ClusterError> {
        let subject = names::result(&self.unit.job.id(), &self.id);
        match self.cluster.results.get_last_raw_message_by_subject(&subject).await {
            Ok(message) => Outcome::read(&message.payload, &self.cluster).await,
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
            Err(error) => Err(ClusterError::of("cannot collect")(error)),
        }
    }

    /// The result; `None` if it is not that of the unit.
    fn result_of(&mut self, outcome: Outcome) -> Option<UnitResult> {
        let (origin, seconds) = (outcome.origin(), outcome.seconds);
        let items = match &outcome.failure {
            Some(failure) => Err(ItemError(failure.clone())),
            None => Ok(outcome.items(&self.unit)?),
        };
        self.known = Some(outcome);
        Some(UnitResult { items, origin, seconds })
    }
}
