//! The runner that sends units to other machines.

use std::convert::Infallible;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use outflank_work::{Build, ContentHash, Done, Job, Runner, Threads, WorkBatch, WorkError};
use tokio::runtime::Runtime;

use crate::collector::Collector;
use crate::planner::{Planner, worth_sending};
use crate::{Access, Cluster, ClusterAddress, ClusterError, WorkerStatus, names};

/// Performs batches on a cluster, and short ones in this process.
pub struct QueueRunner {
    runtime: Runtime,
    cluster: Cluster,
    build: Build,
    here: Threads,
    threads: usize,
    planner: Planner,
    /// Shorter batches are performed here.
    worth_sending: Duration,
    notice: Box<dyn Fn(&str) + Send + Sync>,
    /// Whether the notice of short batches was given.
    has_told: AtomicBool,
    /// Whether it was told that there is no worker.
    has_told_of_workers: AtomicBool,
}

impl QueueRunner {
    /// Connects to a cluster of this build. Short batches are performed here with this many
    /// threads. `notice` shows sentences to the user.
    pub fn connect(
        address: &ClusterAddress,
        access: &Access,
        build: Build,
        threads: usize,
        notice: Box<dyn Fn(&str) + Send + Sync>,
    ) -> Result<Self, ClusterError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(|error| ClusterError::Start(error.to_string()))?;
        let cluster = runtime.block_on(async {
            let cluster = Cluster::connect(address, access, "outflank run").await?;
            cluster.handshake(&build).await?;
            Ok(cluster)
        })?;
        let here = Threads::new(threads).map_err(|error| ClusterError::Start(error.to_string()))?;
        Ok(Self {
            runtime,
            cluster,
            build,
            here,
            threads: threads.max(1),
            planner: Planner::default(),
            worth_sending: worth_sending(),
            notice,
            has_told: AtomicBool::new(false),
            has_told_of_workers: AtomicBool::new(false),
        })
    }

    /// Performs items here until it is clear how long they take. Breaks if there are no more.
    fn begin_here(
        &self,
        batch: &mut WorkBatch<'_>,
        settings: &str,
        on_done: &mut dyn FnMut(Vec<Done>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, WorkError> {
        let start = Instant::now();
        let all = std::mem::replace(&mut batch.items, Box::new(std::iter::empty()));
        let rest = Arc::new(Mutex::new((all, false)));
        let drawn = Arc::clone(&rest);
        let worth_sending = self.worth_sending;
        let items = std::iter::from_fn(move || {
            let mut rest = drawn.lock().unwrap_or_else(PoisonError::into_inner);
            if start.elapsed() >= worth_sending || rest.1 {
                return None;
            }
            let item = rest.0.next();
            rest.1 = item.is_none();
            item
        });
        let mut end = ControlFlow::Continue(());
        let mut count = 0;
        let begun = WorkBatch { items: Box::new(items), ..*batch };
        self.here.run(begun, &mut |done| {
            count += done.len();
            let has_failed = done.iter().any(|done| done.result.is_err());
            let next = on_done(done);
            if next.is_break() || has_failed {
                end = ControlFlow::Break(());
            }
            next
        })?;
        let rest = Arc::into_inner(rest).expect("the threads have dropped their items");
        let (items, is_empty) = rest.into_inner().unwrap_or_else(PoisonError::into_inner);
        batch.items = items;
        if count > 0 {
            let seconds = start.elapsed().as_secs_f64() * self.threads as f64 / count as f64;
            self.planner.learn(settings, seconds);
        }
        Ok(if is_empty { ControlFlow::Break(()) } else { end })
    }

    /// The workers that perform a kind of work.
    pub fn workers(&self, kind: &str) -> Result<Vec<WorkerStatus>, ClusterError> {
        let mut workers = self.runtime.block_on(self.cluster.worker_statuses())?;
        workers.retain(|worker| worker.kinds.iter().any(|known| known == kind));
        Ok(workers)
    }

    fn tell_that_it_is_short(&self) {
        if !self.has_told.swap(true, Ordering::Relaxed) {
            (self.notice)("work of less than a second is not sent to the cluster");
        }
    }
}

impl Runner for QueueRunner {
    fn run(
        &self,
        mut batch: WorkBatch<'_>,
        on_done: &mut dyn FnMut(Vec<Done>) -> ControlFlow<()>,
    ) -> Result<(), WorkError> {
        // A batch without items need not be described.
        if batch.items.size_hint().1 == Some(0) {
            return Ok(());
        }
        let description = (batch.describe)()?;
        let settings = format!("{} {}", description.kind, description.settings);
        let items = batch.items.size_hint().1;
        if !description.is_long {
            let here = self.planner.cost(&settings).zip(items);
            let seconds = here.map(|(cost, items)| cost * items as f64 / self.threads as f64);
            match seconds {
                Some(seconds) if seconds < self.worth_sending.as_secs_f64() => {
                    self.tell_that_it_is_short();
                    return self.here.run(batch, on_done);
                }
                Some(_) => {}
                None => {
                    if self.begin_here(&mut batch, &settings, on_done)?.is_break() {
                        self.tell_that_it_is_short();
                        return Ok(());
                    }
                }
            }
        }
        let collector = Collector {
            cluster: &self.cluster,
            build: &self.build,
            planner: &self.planner,
            settings: &settings,
            notice: self.notice.as_ref(),
            has_told: &self.has_told_of_workers,
        };
        let on_note = batch.on_note;
        let job = Job::new(&description, self.build.clone()).id();
        let collected = async {
            let notes = hear_notes(&self.cluster, &job, on_note);
            tokio::select! {
                collected = collector.run(&description, batch, on_done) => collected,
                never = notes => match never {},
            }
        };
        Ok(self.runtime.block_on(collected)?)
    }

    fn prefers_large_batches(&self) -> bool {
        true
    }
}

impl fmt::Debug for QueueRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QueueRunner").field("build", &self.build).finish_non_exhaustive()
    }
}

/// Passes on what performers tell during the items of a job. It never ends.
async fn hear_notes(
    cluster: &Cluster,
    job: &ContentHash,
    on_note: Option<&(dyn Fn(&str) + Sync)>,
) -> Infallible {
    // The client subscribes again by itself after a connection was lost.
    if let Some(on_note) = on_note
        && let Ok(mut notes) = cluster.client.subscribe(names::notes(job)).await
    {
        while let Some(note) = notes.next().await {
            on_note(&String::from_utf8_lossy(&note.payload));
        }
    }
    std::future::pending().await
}
