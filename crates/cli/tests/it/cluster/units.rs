//! Units that fail, hang or are abandoned.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use outflank_cluster::{Access, Cluster, Lease, QueueRunner, Worker, WorkerSettings};
use outflank_work::{
    Attention, Build, Description, Done, Inputs, ItemError, ItemResult, Kinds, Performer, Runner,
    Thread, UnitKind, WorkBatch,
};
use serde_json::Value;
use tempfile::TempDir;

use super::machines::Server;

/// Squares numbers, panics at 5 and hangs the first time at 9.
struct Odd(Arc<AtomicU64>);

impl UnitKind for Odd {
    fn name(&self) -> &'static str {
        "odd"
    }

    fn performer(
        &self,
        _: &Value,
        _: &Inputs,
        _: Thread,
        _: &Path,
    ) -> Result<Box<dyn Performer>, ItemError> {
        Ok(Box::new(OddPerformer(Arc::clone(&self.0))))
    }
}

struct OddPerformer(Arc<AtomicU64>);

impl Performer for OddPerformer {
    fn perform(&mut self, item: u64, attention: &Attention<'_>) -> ItemResult {
        assert!(item != 5, "five is right out");
        if item == 9 && self.0.fetch_add(1, Ordering::Relaxed) == 0 {
            // Alive, but without progress.
            while !attention.is_cancelled() {
                std::thread::sleep(Duration::from_millis(5));
            }
            return Ok(None);
        }
        Ok(Some(vec![(item * item) as u8]))
    }
}

fn build() -> Build {
    Build { version: "test".to_owned(), bench: 1, arithmetic: 1 }
}

#[test]
fn a_poisonous_unit_is_set_aside_and_a_hung_one_is_given_to_another_worker() {
    let folder = TempDir::new().unwrap();
    let Some(server) = Server::start(folder.path()) else { return };
    let address = server.address().parse().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let hangs = Arc::new(AtomicU64::new(0));
    let mut workers = Vec::new();
    for name in ["one", "two"] {
        let settings = WorkerSettings {
            name: name.to_owned(),
            cores: 1,
            kinds: Vec::new(),
            build: build(),
            speed: 1,
            folder: folder.path().join(name),
        };
        let kinds = Arc::new(Kinds::new(vec![Box::new(Odd(Arc::clone(&hangs)))]));
        let worker = runtime.block_on(async {
            let mut cluster = Cluster::connect(&address, &Access::default(), name).await.unwrap();
            cluster.set_lease(Lease(Duration::from_secs(1)));
            Box::pin(Worker::join(cluster, settings, kinds, Box::new(|_| {}))).await.unwrap()
        });
        let stop = Arc::clone(&stop);
        workers.push(runtime.spawn(async move { worker.run(&stop).await }));
    }
    let runner =
        QueueRunner::connect(&address, &Access::default(), build(), 1, Box::new(|_| {})).unwrap();
    let describe = || Ok(Description { is_long: true, ..Description::new("odd") });
    let here = |_: Thread| -> Box<dyn Performer> { panic!("long items are not performed here") };
    let mut results = std::collections::BTreeMap::new();
    let mut failures = Vec::new();
    let mut run = |results: &mut std::collections::BTreeMap<u64, u8>| {
        let mut on_done = |done: Vec<Done>| {
            for Done { item, result, origin } in done {
                assert!(origin.is_some());
                match result {
                    Ok(bytes) => assert_eq!(results.insert(item, bytes[0]), None, "twice"),
                    Err(error) => failures.push((item, error.to_string())),
                }
            }
            ControlFlow::Continue(())
        };
        runner.run(WorkBatch::new(0..12, &here, &describe), &mut on_done).unwrap();
    };
    run(&mut results);
    let expected = (0..12_u64).filter(|item| *item != 5).map(|item| (item, (item * item) as u8));
    assert_eq!(results, expected.collect());
    assert!(hangs.load(Ordering::Relaxed) >= 2, "the hung unit was not given to another worker");
    let [(5, sentence)] = &failures[..] else { panic!("{failures:?}") };
    assert!(sentence.contains("three tries") || sentence.contains("3 tries"), "{sentence}");
    assert!(sentence.contains("five is right out"), "{sentence}");
    stop.store(true, Ordering::Relaxed);
    for worker in workers {
        runtime.block_on(worker).unwrap().unwrap();
    }
}
