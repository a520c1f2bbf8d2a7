//! Two workers on hosts of their own, which are network namespaces of this machine.

use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use tempfile::TempDir;

use super::course::{Course, LEASE};
use crate::cluster::lab::Lab;
use crate::cluster::machines::{Running, Server, Setup};
use crate::serve::client::wait_until;

/// The units that each worker has done, as the cluster tells.
fn units(server: &Server, lab: &Lab) -> Value {
    let mut command = server.outflank_in(Some(lab.machine(0)), &["cluster", "status", "--json"]);
    let output = command.stdout(Stdio::piped()).output().unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let workers = told["workers"].as_array().into_iter().flatten();
    let named = |worker: &Value| worker["name"].as_str().unwrap_or_default().to_owned();
    workers.map(|worker| (named(worker), worker["units"].clone())).collect::<Map<_, _>>().into()
}

#[test]
#[ignore = "makes network namespaces, and cuts one off for 25 seconds: minutes"]
fn two_hosts_serve_a_class_and_one_is_cut_off_and_comes_back() {
    let folder = TempDir::new().unwrap();
    let Some(lab) = Lab::new(3) else { return };
    let machine = Some((lab.machine(0).to_owned(), lab.address(0)));
    let setup = Setup { machine, ..Setup::default() };
    let Some(server) = Server::start_with(folder.path(), setup) else { return };
    let course = Course::new(&["ann", "bo", "cy", "di", "ed", "flo"], 10, true);
    course.plan(2);
    let pairs = 30;
    let start = |host: usize, arguments: &[&str]| {
        let mut command = server.outflank_in(Some(lab.machine(host)), arguments);
        Running::start(command.env("OUTFLANK_CLUSTER_LEASE", LEASE))
    };
    let class = course.folder.to_str().unwrap();
    let _class = start(0, &["class", "serve", class, "--port", "0", "--workers", "0"]);
    let worker = ["worker", "--cores", "1", "--kinds", "agents", "--name"];
    let _workers =
        [1, 2].map(|host| start(host, &[&worker[..], &[&format!("host-{host}")]].concat()));
    let store = course.open();
    let played = || store.tournaments().unwrap()[0].played;
    let is_there = |host: u32| units(&server, &lab)[format!("host-{host}")].as_u64();
    let begun = Instant::now();
    let tell = |what: &str| {
        let units = units(&server, &lab);
        eprintln!("{:.1?}: {what}, {} PKs, {units}", begun.elapsed(), played());
    };
    wait_until("a worker has nothing to do", || (1..=2).all(|at| is_there(at) > Some(0)));
    tell("both work");
    lab.set_link(2, "down");
    let cut = Instant::now();
    wait_until("it is not missed", || is_there(2).is_none());
    tell("host 2 is missed");
    let before = played();
    wait_until("nothing goes on", || played() >= before + 2);
    std::thread::sleep(Duration::from_secs(25).saturating_sub(cut.elapsed()));
    lab.set_link(2, "up");
    tell("the line is mended");
    wait_until("it does not come back", || is_there(2).is_some());
    tell("host 2 is back");
    wait_until("PKs are missing", || played() == pairs);
    tell("all are played");
    course.assert_complete(pairs as usize);
}
