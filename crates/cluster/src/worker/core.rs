//! One core of a worker.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use outflank_work::{ContentHash, Unit};

use super::{Shared, WorkerEvent};
use crate::failure::TRIES;
use crate::names;
use crate::outcome::Outcome;
use crate::retry::until_done;
use crate::unit_thread::{Performed, UnitThread};

/// The shortest and the longest pause of a core that found no work.
const PAUSES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(2)];
/// The pause before a unit that failed is tried again.
const SECOND_TRY: Duration = Duration::from_millis(500);
/// The shortest time between two notes of a unit.
const NOTES: Duration = Duration::from_millis(200);

/// One core of a worker.
pub(super) struct Core<'w> {
    pub(super) number: usize,
    pub(super) thread: UnitThread,
    pub(super) shared: &'w Shared,
}

impl Core<'_> {
    /// Performs units until the worker ends.
    pub(super) async fn run(&self) {
        let mut pause = PAUSES[0];
        let mut first = self.number;
        while !self.shared.is_ending() {
            // Kinds take turns, so that none has to wait for all units of another.
            first += 1;
            // Waits from here on, so that no hint is missed during the look.
            let hint = self.shared.hint.notified();
            let mut hint = std::pin::pin!(hint);
            hint.as_mut().enable();
            if let Some(message) = self.take(first).await {
                self.perform(&message).await;
                pause = PAUSES[0];
            } else {
                let _ = tokio::time::timeout(pause, hint).await;
                pause = (2 * pause).min(PAUSES[1]);
            }
        }
    }

    /// A unit of any queue, if there is one.
    async fn take(&self, first: usize) -> Option<Message> {
        let queues = &self.shared.queues;
        for at in 0..queues.len() {
            let queue = &queues[(first + at) % queues.len()];
            let request = queue.fetch().max_messages(1);
            let Ok(mut messages) = request.messages().await else { continue };
            if let Some(Ok(message)) = messages.next().await {
                return Some(message);
            }
        }
        None
    }

    /// Performs a unit and acknowledges it.
    async fn perform(&self, message: &Message) {
        let Some(unit) = Unit::from_bytes(&message.payload) else {
            // Nobody could perform it.
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let shared = self.shared;
        if unit.job.build != shared.settings.build {
            let _ = message.ack_with(AckKind::Nak(Some(Duration::from_secs(5)))).await;
            return;
        }
        let id = unit.id();
        let delivered = message.info().map_or(1, |info| info.delivered);
        if delivered > TRIES && self.set_aside_if_lost(message, &unit, &id, delivered).await {
            return;
        }
        shared.counts.busy.fetch_add(1, Ordering::Relaxed);
        let start = Instant::now();
        let performed = self.perform_watched(message, &unit).await;
        let seconds = start.elapsed().as_secs_f64();
        shared.counts.busy.fetch_sub(1, Ordering::Relaxed);
        match performed {
            Ok(Some(items)) => {
                let mut outcome = Outcome::done(id, &shared.origin(), &items);
                outcome.seconds = seconds;
                self.send(message, &unit, outcome).await;
                self.count(&unit, seconds);
            }
            Ok(None) if shared.stop.load(Ordering::Relaxed) => {
                let _ = shared.cluster.note_hand_back(&unit, &id).await;
                let _ = message.double_ack_with(AckKind::Nak(None)).await;
                let _ = shared.cluster.client.publish(names::HINT, "".into()).await;
            }
            // The job is over.
            Ok(None) => {
                let _ = message.ack_with(AckKind::Term).await;
            }
            Err(error) => self.fail(message, &unit, &id, &error.to_string()).await,
        }
    }

    /// Performs a unit. The lease is extended while there is real progress.
    async fn perform_watched(&self, message: &Message, unit: &Unit) -> Performed {
        let shared = self.shared;
        let inputs = shared.inputs.inputs(&shared.cluster, &unit.job.inputs).await;
        let inputs = inputs.map_err(outflank_work::ItemError::new)?;
        let watch = Arc::clone(&self.thread.watch);
        let mut steps = watch.steps.load(Ordering::Relaxed);
        let mut performed = self.thread.perform(unit.clone(), inputs);
        shared.jobs()[self.number] = Some((unit.job.id(), Arc::clone(&watch)));
        // A stop may have come before the job was known.
        if shared.stop.load(Ordering::Relaxed) {
            watch.cancelled.store(true, Ordering::Relaxed);
        }
        let notes = names::notes(&unit.job.id());
        let mut looked = Instant::now();
        let performed = loop {
            let wait = NOTES.min(shared.cluster.lease.0 / 3);
            let wait = tokio::time::timeout(wait, &mut performed);
            if let Ok(performed) = wait.await {
                break performed;
            }
            if let Some(note) = watch.take_note() {
                // Nobody need hear it.
                let _ = shared.cluster.client.publish(notes.clone(), note.into()).await;
            }
            let now = watch.steps.load(Ordering::Relaxed);
            if now != steps && looked.elapsed() >= shared.cluster.lease.0 / 3 {
                (steps, looked) = (now, Instant::now());
                let _ = message.ack_with(AckKind::Progress).await;
            }
        };
        shared.jobs()[self.number] = None;
        performed.unwrap_or_else(|_| Err(outflank_work::ItemError::new("its thread has ended")))
    }

    /// Sends a result until the server has it, then acknowledges the unit.
    async fn send(&self, message: &Message, unit: &Unit, outcome: Outcome) {
        let shared = self.shared;
        let subject = names::result(&unit.job.id(), &outcome.unit);
        let is_over = || shared.stop.load(Ordering::Relaxed);
        let sent = until_done(&is_over, || {
            let (subject, outcome) = (subject.clone(), outcome.clone());
            async {
                let bytes = outcome.write(&shared.cluster).await?;
                // Without an id: the same unit may have been collected a moment ago and be asked
                // for again. There is one result for each subject anyway.
                shared.cluster.publish(subject, None, bytes).await
            }
        });
        let kind = if sent.await.is_some() { AckKind::Ack } else { AckKind::Nak(None) };
        // Without the answer the unit comes again, and its result is the same.
        let _ = message.double_ack_with(kind).await;
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

    /// Notes a failure. After the last try the unit is set aside with its logs.
    async fn fail(&self, message: &Message, unit: &Unit, id: &ContentHash, reason: &str) {
        let shared = self.shared;
        shared.counts.failures.fetch_add(1, Ordering::Relaxed);
        let (kind, told) = (unit.job.kind.clone(), reason.to_owned());
        (shared.on_event)(WorkerEvent::Failed { kind, reason: told });
        let noted = shared.cluster.note_failure(unit, id, &shared.settings.name, reason).await;
        match noted {
            Ok(failure) if failure.is_set_aside => {
                let outcome = Outcome::failed(id.clone(), &shared.origin(), failure.sentence());
                self.send(message, unit, outcome).await;
            }
            _ => {
                let _ = message.ack_with(AckKind::Nak(Some(SECOND_TRY))).await;
            }
        }
    }

    /// Sets a unit aside whose workers were lost again and again.
    async fn set_aside_if_lost(
        &self,
        message: &Message,
        unit: &Unit,
        id: &ContentHash,
        delivered: i64,
    ) -> bool {
        let shared = self.shared;
        let Ok(mut failure) = shared.cluster.failure(unit, id).await else { return false };
        if delivered - failure.hand_backs <= TRIES {
            return false;
        }
        failure.is_set_aside = true;
        let _ = shared.cluster.put_failure(&failure).await;
        let outcome = Outcome::failed(id.clone(), &shared.origin(), failure.sentence());
        self.send(message, unit, outcome).await;
        true
    }
}
