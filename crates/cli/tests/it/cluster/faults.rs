//! Workers, servers and collectors that are killed.

use std::fs;
use std::time::{Duration, Instant};

use outflank_cluster::{Access, Cluster};
use outflank_work::Build;
use tempfile::TempDir;

use super::equality::{SELFPLAY, files};
use super::machines::{Running, Server};
use crate::common::{outflank, text};

#[test]
fn a_run_ends_with_the_same_bytes_although_everything_is_killed() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let Some(mut server) = Server::start(&at("server")) else { return };
    let (here, there) = (at("here"), at("there"));
    let run = |path| {
        let mut all = vec!["selfplay", path, "--games", "3000"];
        all.extend(SELFPLAY);
        all
    };
    outflank(&[&run(text(&here))[..], &["--quiet"]].concat()).ok();
    let mut workers = [server.worker(), server.worker()];
    let mut collector = Running::start(&mut server.outflank(&run(text(&there))));
    let shards = || fs::read_dir(there.join("games")).map_or(0, Iterator::count);
    let wait_for = |count: usize| {
        let start = Instant::now();
        while shards() < count {
            assert!(start.elapsed() < Duration::from_mins(1), "{} shards", shards());
            std::thread::sleep(Duration::from_millis(5));
        }
    };
    wait_for(4);
    workers[0].kill();
    workers[0] = server.worker();
    wait_for(14);
    server.restart();
    wait_for(24);
    collector.kill();
    collector = Running::start(&mut server.outflank(&run(text(&there))));
    assert!(collector.wait());
    assert!(files(&here) == files(&there));
}

#[test]
fn a_worker_can_be_stopped_although_its_server_is_gone() {
    let folder = TempDir::new().unwrap();
    let Some(mut server) = Server::start(folder.path()) else { return };
    let mut worker = server.worker();
    server.wait_for_workers(1);
    server.kill();
    worker.stop();
    let start = Instant::now();
    while !worker.has_ended() {
        assert!(start.elapsed() < Duration::from_secs(30), "it waits for the server");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_worker_of_another_build_is_refused() {
    let folder = TempDir::new().unwrap();
    let Some(server) = Server::start(folder.path()) else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let address = server.address().parse().unwrap();
    let other = Build { version: "0.0.1".to_owned(), bench: 1, arithmetic: 1 };
    runtime.block_on(async {
        let cluster = Cluster::connect(&address, &Access::default(), "test").await.unwrap();
        cluster.handshake(&other).await.unwrap();
    });
    let worker = ["worker", "--cluster", &server.address(), "--cores", "1"];
    let refused = outflank(&worker);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("the cluster runs version 0.0.1, bench 1"), "{}", refused.err);
    outflank(&["cluster", "purge", "--cluster", &server.address()]).ok();
    let mut worker = server.worker();
    server.wait_for_workers(1);
    // A worker that is told to stop ends by itself.
    outflank(&["cluster", "drain", "--cluster", &server.address()]).ok();
    assert!(worker.wait());
}
