//! One core of a worker.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use outflank_work::{ContentHash, ItemError, Unit};

use super::{Shared, WorkerEvent};
use crate::failure::TRIES;
use crate::outcome::Outcome;
use crate::retry::until_done;
use crate::unit_thread::{Performed, UnitThread};
use crate::{ClusterError, names};

/// The shortest and the longest pause of a core that found no work.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(2)];
/// The longest wait for the answer whether there is a unit.
const ANSWER: Duration = Duration::from_secs(5);
/// The time between two words about the progress of a unit.
const TELL: Duration = Duration::from_secs(2);
/// The pause before a unit that failed is tried again.
const SECOND_TRY: Duration = Duration::from_millis(500);
/// The shortest time between two notes of a unit.
const NOTES: Duration = Duration::from_millis(200);

/// A core begins with the queue that had its last unit. After this many units it begins with the
/// next one, so that no kind has to wait for all units of another.
const TURN: usize = 8;

/// One core of a worker.
pub(super) struct Core<'w> {
    pub(super) number: usize,
    pub(super) thread: UnitThread,
    pub(super) shared: &'w Shared,
}

/// A result that the server does not have yet.
struct Unsent {
    message: Message,
    subject: String,
    outcome: Outcome,
}

impl Core<'_> {
    /// Performs units until the worker ends.
    pub(super) async fn run(&self) {
        let mut pause = PAUSES[0];
        let mut first = self.number;
        let mut turn = 0;
        let mut unsent = None;
        while !self.shared.is_ending() {
            // Waits from here on, so that no hint is missed during the look.
            let hint = self.shared.hint.notified();
            let mut hint = std::pin::pin!(hint);
            hint.as_mut().enable();
            let next = async {
                let (queue, message) = self.take(first).await?;
                Some((queue, self.perform(message).await))
            };
            // The last result is sent while the next unit is fetched and performed.
            let (performed, ()) = tokio::join!(next, self.send(unsent.take()));
            if let Some((queue, result)) = performed {
                unsent = result;
                pause = PAUSES[0];
                turn = if queue == first { turn + 1 } else { 0 };
                first = if turn == TURN { queue + 1 } else { queue };
                turn %= TURN;
            } else if tokio::time::timeout(pause, hint).await.is_ok() {
                first = self.shared.hinted.load(Ordering::Relaxed);
            } else {
                pause = (2 * pause).min(PAUSES[1]);
            }
        }
        self.send(unsent).await;
    }

    /// A unit, and the number of its queue, if there is one. The look begins with queue `first`.
    async fn take(&self, first: usize) -> Option<(usize, Message)> {
        let queues = &self.shared.queues;
        for at in 0..queues.len() {
            let number = (first + at) % queues.len();
            let request = queues[number].fetch().max_messages(1);
            let fetched = async { request.messages().await.ok()?.next().await?.ok() };
            // A server that was killed never answers. A unit that comes too late comes again.
            if let Some(message) = tokio::time::timeout(ANSWER, fetched).await.ok()? {
                return Some((number, message));
            }
        }
        None
    }

    /// Performs a unit. Returns its result, or acknowledges a unit that has none.
    async fn perform(&self, message: Message) -> Option<Unsent> {
        let Some(unit) = Unit::from_bytes(&message.payload) else {
            // Nobody could perform it.
            let _ = message.ack_with(AckKind::Term).await;
            return None;
        };
        let shared = self.shared;
        if unit.job.build != shared.settings.build {
            let _ = message.ack_with(AckKind::Nak(Some(Duration::from_secs(5)))).await;
            return None;
        }
        let id = unit.id();
        let subject = names::result(&unit.job.id(), &id);
        let delivered = message.info().map_or(1, |info| info.delivered);
        if delivered > i64::from(TRIES)
            && let Some(outcome) = self.set_aside_if_lost(&unit, &id, delivered).await
        {
            return Some(Unsent { message, subject, outcome });
        }
        shared.counts.busy.fetch_add(1, Ordering::Relaxed);
        let start = Instant::now();
        let performed = self.perform_watched(&message, &unit, &id).await;
        let seconds = start.elapsed().as_secs_f64();
        shared.counts.busy.fetch_sub(1, Ordering::Relaxed);
        match performed {
            Ok(Some(items)) => {
                let mut outcome = Outcome::done(id, &shared.origin(), &items);
                outcome.seconds = seconds;
                self.count(&unit, seconds);
                return Some(Unsent { message, subject, outcome });
            }
            Ok(None) if shared.stop.load(Ordering::Relaxed) => {
                let _ = shared.cluster.note_hand_back(&unit, &id).await;
                let _ = message.double_ack_with(AckKind::Nak(None)).await;
                let _ = shared.cluster.hint(&unit.job.kind).await;
            }
            // The job is over.
            Ok(None) => {
                let _ = message.ack_with(AckKind::Term).await;
            }
            Err(error) => {
                let outcome = self.fail(&unit, &id, &error.to_string()).await;
                if let Some(outcome) = outcome {
                    return Some(Unsent { message, subject, outcome });
                }
                let _ = message.ack_with(AckKind::Nak(Some(SECOND_TRY))).await;
            }
        }
        None
    }

    /// Performs a unit. The lease is extended while there is real progress.
    async fn perform_watched(&self, message: &Message, unit: &Unit, id: &ContentHash) -> Performed {
        let shared = self.shared;
        let inputs = shared.inputs.inputs(&shared.cluster, &unit.job.inputs).await;
        let inputs = inputs.map_err(ItemError::new)?;
        let watch = Arc::clone(&self.thread.watch);
        let first = watch.steps.load(Ordering::Relaxed);
        let mut performed = self.thread.perform(unit.clone(), inputs);
        let ids = [unit.job.id(), id.clone()];
        shared.jobs()[self.number] = Some((ids, Arc::clone(&watch)));
        // A stop may have come before the job was known.
        if shared.stop.load(Ordering::Relaxed) {
            watch.cancelled.store(true, Ordering::Relaxed);
        }
        shared.tell_progress(id, 0).await;
        let lease = shared.cluster.lease.0;
        let notes = names::notes(&unit.job.id());
        let (mut told, mut extended) = ((first, Instant::now()), (first, Instant::now()));
        let (mut last, mut hung_for) = ((first, Instant::now()), None);
        let performed = loop {
            let wait = NOTES.min(lease / 3);
            if let Ok(performed) = tokio::time::timeout(wait, &mut performed).await {
                break performed;
            }
            if let Some(note) = watch.take_note() {
                // Nobody need hear it.
                let _ = shared.cluster.client.publish(notes.clone(), note.into()).await;
            }
            let steps = watch.steps.load(Ordering::Relaxed);
            if steps != last.0 {
                last = (steps, Instant::now());
            }
            // By now others would have set it aside. The core is free again if it can be abandoned.
            if last.1.elapsed() >= lease * u32::from(TRIES) {
                hung_for.get_or_insert(last.1.elapsed());
                watch.cancelled.store(true, Ordering::Relaxed);
            }
            if steps != told.0 && told.1.elapsed() >= TELL.min(lease / 3) {
                told = (steps, Instant::now());
                shared.tell_progress(id, steps - first).await;
            }
            if steps != extended.0 && extended.1.elapsed() >= lease / 4 {
                extended = (steps, Instant::now());
                let _ = message.ack_with(AckKind::Progress).await;
            }
        };
        shared.jobs()[self.number] = None;
        match (performed, hung_for) {
            (Ok(Ok(None)), Some(time)) => {
                Err(ItemError(format!("it made no progress for {} s", time.as_secs())))
            }
            (Ok(performed), _) => performed,
            (Err(_), _) => Err(ItemError::new("its thread has ended")),
        }
    }

    /// Sends a result until the server has it, then acknowledges the unit.
    async fn send(&self, unsent: Option<Unsent>) {
        let Some(Unsent { message, subject, outcome }) = unsent else { return };
        let shared = self.shared;
        let is_over = || shared.stop.load(Ordering::Relaxed);
        let sent = until_done(&is_over, || {
            let (subject, outcome) = (subject.clone(), outcome.clone());
            async {
                let bytes = outcome.write(&shared.cluster).await?;
                // Without an id: the same unit may have been collected a moment ago and be asked
                // for again. There is one result for each subject anyway.
                let message = PublishMessage::build().payload(bytes.into());
                let sent = shared.cluster.publish(subject, message).await;
                sent.map_err(ClusterError::of("cannot send"))
            }
        });
        let kind = if sent.await.is_some() { AckKind::Ack } else { AckKind::Nak(None) };
        // Nobody waits for the answer: a unit whose acknowledgement is lost comes again, and its
        // result is the same.
        let _ = message.ack_with(kind).await;
    }

    fn count(&self, unit: &Unit, seconds: f64) {
        let counts = &self.shared.counts;
        let items = unit.range.end - unit.range.start;
        counts.units.fetch_add(1, Ordering::Relaxed);
        counts.items.fetch_add(items, Ordering::Relaxed);
        #[expect(clippy::cast_sign_loss, reason = "a time is not negative")]
        counts.work_milliseconds.fetch_add((seconds * 1000.0) as u64, Ordering::Relaxed);
        let kind = unit.job.kind.clone();
        (self.shared.on_event)(WorkerEvent::Done { kind, items, seconds });
    }

    /// Notes a failure. After the last try the unit is set aside with its logs, which are its
    /// result.
    async fn fail(&self, unit: &Unit, id: &ContentHash, reason: &str) -> Option<Outcome> {
        let shared = self.shared;
        shared.counts.failures.fetch_add(1, Ordering::Relaxed);
        let (kind, told) = (unit.job.kind.clone(), reason.to_owned());
        (shared.on_event)(WorkerEvent::Failed { kind, reason: told });
        let noted = shared.cluster.note_failure(unit, id, &shared.settings.name, reason).await;
        let failure = noted.ok().flatten()?;
        Some(Outcome::failed(id.clone(), &shared.origin(), failure.sentence()))
    }

    /// Sets a unit aside whose workers were lost again and again. Returns its result.
    async fn set_aside_if_lost(
        &self,
        unit: &Unit,
        id: &ContentHash,
        delivered: i64,
    ) -> Option<Outcome> {
        let shared = self.shared;
        let mut failure = shared.cluster.failure(unit, id).await.ok()?;
        if delivered - failure.hand_backs <= i64::from(TRIES) {
            return None;
        }
        failure.is_set_aside = true;
        let _ = shared.cluster.put_failure(&failure).await;
        Some(Outcome::failed(id.clone(), &shared.origin(), failure.sentence()))
    }
}
