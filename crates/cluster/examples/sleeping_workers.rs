//! Measures a queue with many workers that sleep instead of work.
//!
//! `sleeping_workers ADDRESS WORKERS UNITS MILLISECONDS BYTES` starts the workers in this process,
//! each with a connection of its own, sends the units and prints how long everything took. With 0
//! milliseconds it measures the units a second that the queue can carry.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use outflank_cluster::{Access, Cluster, ClusterAddress, QueueRunner, Worker, WorkerSettings};
use outflank_work::{
    Attention, Build, Description, ItemError, ItemResult, Kinds, Performer, PerformerSetup, Runner,
    Thread, UnitKind, WorkBatch,
};
use serde_json::json;

struct Sleep;

impl UnitKind for Sleep {
    fn name(&self) -> &'static str {
        "sleep"
    }

    fn performer(&self, setup: PerformerSetup<'_>) -> Result<Box<dyn Performer>, ItemError> {
        let number = |name: &str| setup.settings[name].as_u64().unwrap_or_default();
        Ok(Box::new(Sleeper(Duration::from_millis(number("ms")), number("bytes") as usize)))
    }
}

struct Sleeper(Duration, usize);

impl Performer for Sleeper {
    fn perform(&mut self, _: u64, _: &Attention<'_>) -> ItemResult {
        std::thread::sleep(self.0);
        Ok(Some(vec![7; self.1]))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [address, workers, units, milliseconds, bytes] = &words[..] else {
        return Err("usage: sleeping_workers ADDRESS WORKERS UNITS MILLISECONDS BYTES".into());
    };
    let address: ClusterAddress = address.parse()?;
    let (workers, units): (usize, u64) = (workers.parse()?, units.parse()?);
    let settings = json!({ "ms": milliseconds.parse::<u64>()?, "bytes": bytes.parse::<u64>()? });
    let build = Build { version: "simulation".to_owned(), bench: 0, arithmetic: 0 };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut running = Vec::new();
    for number in 0..workers {
        let worker_settings = WorkerSettings {
            name: format!("sleeper-{number}"),
            cores: 1,
            kinds: Vec::new(),
            build: build.clone(),
            speed: 0,
            folder: std::env::temp_dir(),
        };
        let kinds = Arc::new(Kinds::new(vec![Box::new(Sleep)]));
        let worker = runtime.block_on(async {
            let cluster = Cluster::connect(&address, &Access::default(), "sleeper").await?;
            Box::pin(Worker::join(cluster, worker_settings, kinds, Box::new(|_| {}))).await
        })?;
        let stop = Arc::clone(&stop);
        running.push(runtime.spawn(async move { worker.run(&stop).await }));
    }
    // Workers report every two seconds.
    std::thread::sleep(Duration::from_secs(3));
    let runner = QueueRunner::connect(&address, &Access::default(), build, 1, Box::new(|_| {}))?;
    let describe = || {
        let settings = settings.clone();
        Ok(Description { settings, is_long: true, ..Description::new("sleep") })
    };
    let here = |_: Thread| -> Box<dyn Performer> { unreachable!("long items are not done here") };
    let start = Instant::now();
    let mut done = 0;
    runner.run(WorkBatch::new(0..units, &here, &describe), &mut |items| {
        done += items.len();
        ControlFlow::Continue(())
    })?;
    let seconds = start.elapsed().as_secs_f64();
    let ideal = units as f64 * milliseconds.parse::<f64>()? / 1000.0 / workers as f64;
    println!(
        "{done} units on {workers} workers in {seconds:.2} s: {:.0} units a second, {:.1} s would \
         be ideal",
        done as f64 / seconds,
        ideal
    );
    stop.store(true, Ordering::Relaxed);
    for worker in running {
        runtime.block_on(worker)??;
    }
    Ok(())
}
