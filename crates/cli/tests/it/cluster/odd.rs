//! A kind of work that fails and hangs, and workers in this process that perform it.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use outflank_cluster::{Access, Cluster, ClusterAddress, Lease, Worker, WorkerSettings};
use outflank_work::{
    Attention, Build, ItemError, ItemResult, Kinds, Performer, PerformerSetup, UnitKind,
};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;

/// Squares numbers, panics at 5, hangs the first time at 9 and always at 20, and takes a while from
/// 100 on. It counts how often it performed anything, and 3 and 9.
#[derive(Clone, Default)]
pub(super) struct Odd {
    pub(super) all: Arc<AtomicU64>,
    pub(super) threes: Arc<AtomicU64>,
    pub(super) nines: Arc<AtomicU64>,
}

impl UnitKind for Odd {
    fn name(&self) -> &'static str {
        "odd"
    }

    fn performer(&self, _: PerformerSetup<'_>) -> Result<Box<dyn Performer>, ItemError> {
        Ok(Box::new(self.clone()))
    }
}

impl Performer for Odd {
    fn perform(&mut self, item: u64, attention: &Attention<'_>) -> ItemResult {
        assert!(item != 5, "five is right out");
        self.all.fetch_add(1, Ordering::Relaxed);
        if item >= 100 {
            std::thread::sleep(Duration::from_millis(5));
        }
        if item == 3 {
            self.threes.fetch_add(1, Ordering::Relaxed);
        }
        if item == 20 || (item == 9 && self.nines.fetch_add(1, Ordering::Relaxed) == 0) {
            // Alive, but without progress.
            while !attention.is_cancelled() {
                std::thread::sleep(Duration::from_millis(5));
            }
            return Ok(None);
        }
        Ok(Some(vec![(item * item % 251) as u8]))
    }
}

pub(super) fn build() -> Build {
    Build { version: "test".to_owned(), bench: 1, arithmetic: 1 }
}

/// Workers of one core in this process, with leases of a second.
pub(super) struct OddWorkers {
    pub(super) runtime: Runtime,
    pub(super) odd: Odd,
    stop: Arc<AtomicBool>,
    running: Vec<JoinHandle<()>>,
}

impl OddWorkers {
    pub(super) fn start(address: &ClusterAddress, names: &[&str], folder: &Path) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let odd = Odd::default();
        let mut running = Vec::new();
        for name in names {
            let settings = WorkerSettings {
                name: (*name).to_owned(),
                cores: 1,
                kinds: Vec::new(),
                build: build(),
                speed: 1,
                folder: folder.join(name),
            };
            let kinds = Arc::new(Kinds::new(vec![Box::new(odd.clone())]));
            let worker = runtime.block_on(async {
                let cluster = Cluster::connect(address, &Access::default(), name).await;
                let mut cluster = cluster.unwrap();
                cluster.set_lease(Lease(Duration::from_secs(1)));
                Box::pin(Worker::join(cluster, settings, kinds, Box::new(|_| {}))).await.unwrap()
            });
            let stop = Arc::clone(&stop);
            running.push(runtime.spawn(async move { worker.run(&stop).await.unwrap() }));
        }
        Self { runtime, odd, stop, running }
    }

    /// Ends the workers.
    pub(super) fn end(self) {
        self.stop.store(true, Ordering::Relaxed);
        for worker in self.running {
            self.runtime.block_on(worker).unwrap();
        }
    }
}
