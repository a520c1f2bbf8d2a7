//! Faults that take minutes, with every worker on a machine of its own.
//!
//! `cargo nextest run --run-ignored only -E 'test(cluster::long_faults)' --no-capture` runs them,
//! as root. `OUTFLANK_FAULT_SEED` chooses who is killed.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::equality::{SELFPLAY, files};
use super::lab::Lab;
use super::machines::{Running, Server, Setup};
use super::small_disk::SmallDisk;
use crate::common::{outflank, text};

/// The number of workers. Machine 0 has the server, the last one the collector.
const WORKERS: usize = 3;
const COLLECTOR: usize = WORKERS + 1;

/// The megabytes of a disk that a test fills. A run of 20,000 games has 15 MB.
const SMALL: u32 = 64;
/// The megabytes of a disk that no test fills. A run of 120,000 games has about 200 MB with what
/// is gathered at its end, and the server may hold results of 30 s besides.
const LARGE: u32 = 1024;

/// A run of self-play on machines of a lab, and the same run on this machine.
struct LabRun {
    server: Server,
    workers: Vec<Running>,
    collector: Option<Running>,
    lab: Lab,
    /// Of the server and of the run.
    disks: [SmallDisk; 2],
    folder: TempDir,
    games: &'static str,
    start: Instant,
}

impl LabRun {
    /// Starts a server and workers; `None` where that is not possible.
    fn new(games: &'static str, disk_megabytes: u32) -> Option<Self> {
        let folder = TempDir::new().unwrap();
        let lab = Lab::new(COLLECTOR + 1)?;
        let machine = Some((lab.machine(0).to_owned(), lab.address(0)));
        let setup = Setup { machine, ..Setup::default() };
        let disks = ["server/store", "there"]
            .map(|name| SmallDisk::mount(&folder.path().join(name), disk_megabytes));
        let server = Server::start_with(&folder.path().join("server"), setup)?;
        let start = Instant::now();
        let (workers, collector) = (Vec::new(), None);
        let mut run = Self { server, workers, collector, lab, disks, folder, games, start };
        let here = run.folder.path().join("here");
        outflank(&[&run.command(&here)[..], &["--quiet"]].concat()).ok();
        run.tell("the run on one machine is done");
        for number in 1..=WORKERS {
            let worker = run.worker(number);
            run.workers.push(worker);
        }
        run.start = Instant::now();
        Some(run)
    }

    fn there(&self) -> PathBuf {
        self.folder.path().join("there")
    }

    fn command<'a>(&self, path: &'a Path) -> Vec<&'a str> {
        [&["selfplay", text(path), "--games", self.games][..], &SELFPLAY].concat()
    }

    fn worker(&self, number: usize) -> Running {
        let worker = ["worker", "--cores", "1"];
        Running::start(&mut self.server.outflank_in(Some(self.lab.machine(number)), &worker))
    }

    fn collect(&mut self) {
        let path = self.there();
        let machine = Some(self.lab.machine(COLLECTOR));
        let mut command = self.server.outflank_in(machine, &self.command(&path));
        self.collector = Some(Running::start(&mut command));
    }

    /// The number of shards in the folder.
    fn shards(&self) -> usize {
        let entries = fs::read_dir(self.there().join("games"));
        let is_shard = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "data");
        let paths = entries.into_iter().flatten().flatten().map(|entry| entry.path());
        paths.filter(is_shard).count()
    }

    /// Waits until the folder has this many shards.
    fn wait_for(&mut self, count: usize) {
        let start = Instant::now();
        while self.shards() < count {
            let collector = self.collector.as_mut().unwrap();
            assert!(!collector.has_ended(), "the command ended with {} shards", self.shards());
            assert!(start.elapsed() < Duration::from_mins(10), "{} shards", self.shards());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether the folder has this many shards within 20 s.
    fn goes_on(&self, count: usize) -> bool {
        let start = Instant::now();
        while self.shards() < count && start.elapsed() < Duration::from_secs(20) {
            std::thread::sleep(Duration::from_millis(20));
        }
        self.shards() >= count
    }

    /// Waits for the end and compares all files.
    fn end(mut self) {
        assert!(self.collector.as_mut().unwrap().wait());
        self.tell("the run on the cluster is done");
        let (here, there) = (files(&self.folder.path().join("here")), files(&self.there()));
        assert!(here.keys().eq(there.keys()), "{:?} {:?}", here.keys(), there.keys());
        for (path, bytes) in &there {
            assert!(*bytes == here[path], "{path} differs");
        }
        self.tell(&format!("all {} files are the same", there.len()));
    }

    fn tell(&self, sentence: &str) {
        eprintln!("{:6.1} s: {sentence}", self.start.elapsed().as_secs_f64());
    }
}

/// Numbers from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) as usize % count
    }
}

#[test]
#[ignore = "takes minutes and needs network namespaces"]
fn ten_workers_three_servers_and_three_collectors_are_killed() {
    let Some(mut run) = LabRun::new("40000", LARGE) else { return };
    let seed = std::env::var("OUTFLANK_FAULT_SEED").ok().and_then(|text| text.parse().ok());
    let mut dice = Dice(seed.unwrap_or(1));
    run.collect();
    let mut victims: Vec<_> = [[0; 10].as_slice(), &[1; 3], &[2; 3]].concat();
    let mut shards = 0;
    while !victims.is_empty() {
        shards += 10 + dice.below(20);
        run.wait_for(shards);
        match victims.swap_remove(dice.below(victims.len())) {
            0 => {
                let number = dice.below(WORKERS);
                run.workers[number].kill();
                run.tell(&format!("worker {number} is killed after {shards} shards"));
                run.workers[number] = run.worker(number + 1);
            }
            1 => {
                run.tell(&format!("the server is killed after {shards} shards"));
                run.server.restart();
            }
            _ => {
                run.tell(&format!("the collector is killed after {shards} shards"));
                run.collector.as_mut().unwrap().kill();
                run.collect();
            }
        }
    }
    run.end();
}

#[test]
#[ignore = "takes minutes and needs network namespaces"]
fn links_are_cut_for_thirty_seconds() {
    let Some(mut run) = LabRun::new("120000", LARGE) else { return };
    run.collect();
    for (machine, shards) in [(1, 20), (COLLECTOR, 300)] {
        run.wait_for(shards);
        run.tell(&format!("the link of machine {machine} is cut after {shards} shards"));
        run.lab.set_link(machine, "down");
        std::thread::sleep(Duration::from_secs(30));
        run.lab.set_link(machine, "up");
        run.tell(&format!("the link of machine {machine} is back, with {} shards", run.shards()));
    }
    run.end();
}

#[test]
#[ignore = "takes minutes and needs root"]
fn the_disk_of_the_server_is_full_for_a_while() {
    let Some(mut run) = LabRun::new("20000", SMALL) else { return };
    run.collect();
    run.wait_for(30);
    run.disks[0].fill();
    run.tell("the disk of the server is full");
    std::thread::sleep(Duration::from_secs(15));
    run.disks[0].empty();
    let shards = run.shards();
    run.tell(&format!("there is space again, with {shards} shards"));
    // Versions 2.9 and 2.15 of the server do not go on by themselves after a write that failed.
    if run.goes_on(shards + 50) {
        run.tell("the server goes on by itself");
    } else {
        run.server.restart();
        run.tell("the server is started again");
    }
    run.end();
}

#[test]
#[ignore = "takes minutes and needs root"]
fn the_disk_of_the_run_is_full_for_a_while() {
    let Some(mut run) = LabRun::new("20000", SMALL) else { return };
    run.collect();
    run.wait_for(30);
    run.disks[1].fill();
    run.tell("the disk of the run is full");
    assert!(!run.collector.as_mut().unwrap().wait(), "the command did not fail");
    run.tell(&format!("the command has failed, with {} shards", run.shards()));
    run.disks[1].empty();
    run.collect();
    run.end();
}
