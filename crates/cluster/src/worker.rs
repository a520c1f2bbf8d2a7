//! A worker: takes units from the queue and performs them.

mod core;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt;
use futures_util::future::join_all;
use outflank_work::{Build, ContentHash, Kinds, Origin, Thread, UnitKind};
use tokio::sync::Notify;

use crate::inputs::InputCache;
use crate::unit_thread::{UnitThread, Watch};
use crate::{Cluster, ClusterError, UnitProgress, WorkerStatus, names};

use self::core::Core;

/// The time between two reports of a worker.
const REPORT: Duration = Duration::from_secs(2);

/// The longest wait for the server at the end of a worker.
const GOODBYE: Duration = Duration::from_secs(2);

/// The settings of a worker.
pub struct WorkerSettings {
    /// Its name.
    pub name: String,
    /// The number of units at once.
    pub cores: usize,
    /// The kinds of work that it performs; all trusted ones if empty.
    pub kinds: Vec<String>,
    /// Its build.
    pub build: Build,
    /// Its speed in a search, in nodes a second.
    pub speed: u64,
    /// The folder for files of units.
    pub folder: PathBuf,
}

/// What a worker tells.
#[derive(Clone, Debug)]
pub enum WorkerEvent {
    /// A unit is done.
    Done {
        /// The kind of work.
        kind: String,
        /// The number of its items.
        items: u64,
        /// The time that it took, in seconds.
        seconds: f64,
    },
    /// A unit failed.
    Failed {
        /// The kind of work.
        kind: String,
        /// Why.
        reason: String,
    },
}

/// A worker that is connected.
pub struct Worker {
    shared: Arc<Shared>,
    kinds: Arc<Kinds>,
}

/// The job and the unit of a core, and the flag that abandons them; `None` if it has no unit.
type CoreJob = Option<([ContentHash; 2], Arc<Watch>)>;

/// What the cores of a worker share.
pub(crate) struct Shared {
    pub(crate) cluster: Cluster,
    settings: WorkerSettings,
    queues: Vec<PullConsumer>,
    /// Told to hand units back and end.
    stop: AtomicBool,
    /// Told to finish units and end.
    drain: AtomicBool,
    /// Wakes cores that wait for work.
    hint: Notify,
    /// The number of the queue that the last hint named.
    hinted: AtomicUsize,
    inputs: InputCache,
    counts: Counts,
    /// The job of each core.
    jobs: Mutex<Vec<CoreJob>>,
    on_event: Box<dyn Fn(WorkerEvent) + Send + Sync>,
}

#[derive(Default)]
struct Counts {
    busy: AtomicUsize,
    units: AtomicU64,
    items: AtomicU64,
    failures: AtomicU64,
    work_milliseconds: AtomicU64,
}

impl Worker {
    /// Joins a cluster of the same build.
    pub async fn join(
        cluster: Cluster,
        mut settings: WorkerSettings,
        kinds: Arc<Kinds>,
        on_event: Box<dyn Fn(WorkerEvent) + Send + Sync>,
    ) -> Result<Self, ClusterError> {
        if settings.kinds.is_empty() {
            let trusted = kinds.iter().filter(|kind| !kind.is_untrusted());
            settings.kinds = trusted.map(|kind| kind.name().to_owned()).collect();
        }
        for name in &settings.kinds {
            if kinds.get(name).is_none() {
                let all: Vec<_> = kinds.iter().map(UnitKind::name).collect();
                let (found, expected) = (name.clone(), all.join(", "));
                return Err(ClusterError::Kind { found, expected });
            }
        }
        cluster.handshake(&settings.build).await?;
        let mut queues = Vec::new();
        for kind in &settings.kinds {
            queues.push(cluster.queue(kind).await?);
        }
        let jobs = Mutex::new((0..settings.cores).map(|_| None).collect());
        let shared = Shared {
            cluster,
            settings,
            queues,
            stop: AtomicBool::new(false),
            drain: AtomicBool::new(false),
            hint: Notify::new(),
            hinted: AtomicUsize::new(0),
            inputs: InputCache::default(),
            counts: Counts::default(),
            jobs,
            on_event,
        };
        Ok(Self { shared: Arc::new(shared), kinds })
    }

    /// Performs units until `stop` is true or the cluster is drained. A worker that is told to
    /// stop hands its units back.
    pub async fn run(&self, stop: &AtomicBool) -> Result<(), ClusterError> {
        let shared = &self.shared;
        let count = shared.settings.cores;
        let mut cores = Vec::new();
        for number in 0..count {
            let (kinds, thread) = (Arc::clone(&self.kinds), Thread { number, count });
            let folder = shared.settings.folder.clone();
            let thread = UnitThread::start(kinds, thread, folder)
                .map_err(|error| ClusterError::Start(error.to_string()))?;
            cores.push(Core { number, thread, shared });
        }
        let is_over = AtomicBool::new(false);
        let work = async {
            join_all(cores.iter().map(Core::run)).await;
            is_over.store(true, Ordering::Relaxed);
        };
        let ((), heard, (), ()) = tokio::join!(
            work,
            self.listen(&is_over),
            self.report(&is_over),
            self.watch(stop, &is_over)
        );
        let goodbye = async {
            let _ = shared.cluster.workers.purge(self.key()).await;
            shared.cluster.flush().await;
        };
        // The server may be gone. It forgets the worker by itself.
        let _ = tokio::time::timeout(GOODBYE, goodbye).await;
        heard
    }

    /// Hears of work, of jobs that are over and of the end.
    async fn listen(&self, is_over: &AtomicBool) -> Result<(), ClusterError> {
        let shared = &self.shared;
        let client = &shared.cluster.client;
        let cannot = || ClusterError::of("cannot listen");
        let mut all = futures_util::stream::select_all([
            client.subscribe(names::HINT).await.map_err(cannot())?,
            client.subscribe(names::CANCEL).await.map_err(cannot())?,
            client.subscribe(names::DRAIN).await.map_err(cannot())?,
        ]);
        while !is_over.load(Ordering::Relaxed) {
            let wait = tokio::time::timeout(Duration::from_millis(200), all.next());
            let Ok(Some(message)) = wait.await else { continue };
            match message.subject.as_str() {
                names::HINT => shared.wake(&String::from_utf8_lossy(&message.payload)),
                names::DRAIN => shared.drain.store(true, Ordering::Relaxed),
                _ => shared.abandon(&String::from_utf8_lossy(&message.payload)),
            }
        }
        Ok(())
    }

    /// Tells the cluster about this worker.
    async fn report(&self, is_over: &AtomicBool) {
        let start = Instant::now();
        let mut told = None::<Instant>;
        while !is_over.load(Ordering::Relaxed) {
            if told.is_none_or(|told| told.elapsed() >= REPORT) {
                told = Some(Instant::now());
                let status = self.shared.status(start.elapsed());
                let text = serde_json::to_vec(&status).expect("a status is plain data");
                // The next report comes soon.
                let _ = self.shared.cluster.workers.put(self.key(), text.into()).await;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    /// Has units handed back once the worker is told to stop.
    async fn watch(&self, stop: &AtomicBool, is_over: &AtomicBool) {
        while !is_over.load(Ordering::Relaxed) {
            if stop.load(Ordering::Relaxed) {
                self.shared.stop.store(true, Ordering::Relaxed);
                for (_, watch) in self.shared.jobs().iter().flatten() {
                    watch.cancelled.store(true, Ordering::Relaxed);
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    fn key(&self) -> String {
        ContentHash::of(self.shared.settings.name.as_bytes()).short().to_owned()
    }
}

impl Shared {
    fn jobs(&self) -> MutexGuard<'_, Vec<CoreJob>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no further unit should begin.
    pub(crate) fn is_ending(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.drain.load(Ordering::Relaxed)
    }

    /// Wakes cores for work of a kind, if this worker performs it.
    fn wake(&self, kind: &str) {
        if let Some(queue) = self.settings.kinds.iter().position(|own| own == kind) {
            self.hinted.store(queue, Ordering::Relaxed);
            self.hint.notify_waiters();
        }
    }

    /// Tells those who listen how far a unit is.
    async fn tell_progress(&self, unit: &ContentHash, steps: u64) {
        let progress = UnitProgress { worker: self.settings.name.clone(), steps };
        let text = serde_json::to_vec(&progress).expect("it is plain data");
        let _ = self.cluster.client.publish(names::progress(unit), text.into()).await;
    }

    /// Abandons the units of a job, or a unit.
    fn abandon(&self, id: &str) {
        for (ids, watch) in self.jobs().iter().flatten() {
            if ids.iter().any(|own| own.as_str() == id) {
                watch.cancelled.store(true, Ordering::Relaxed);
            }
        }
    }

    fn origin(&self) -> Origin {
        Origin { worker: self.settings.name.clone(), speed: self.settings.speed }
    }

    fn status(&self, since: Duration) -> WorkerStatus {
        let Counts { busy, units, items, failures, work_milliseconds } = &self.counts;
        let WorkerSettings { name, cores, kinds, speed, .. } = &self.settings;
        WorkerStatus {
            name: name.clone(),
            cores: *cores,
            busy: busy.load(Ordering::Relaxed),
            kinds: kinds.clone(),
            units: units.load(Ordering::Relaxed),
            items: items.load(Ordering::Relaxed),
            failures: failures.load(Ordering::Relaxed),
            seconds: since.as_secs_f64(),
            work_seconds: work_milliseconds.load(Ordering::Relaxed) as f64 / 1000.0,
            speed: *speed,
        }
    }
}
