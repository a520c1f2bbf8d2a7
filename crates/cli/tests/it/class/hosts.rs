//! Two workers on hosts of their own, which are network namespaces of this machine.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::course::{Course, played};
use crate::cluster::machines::{Running, program};
use crate::serve::client::wait_until;

/// A network of hosts; dropped, it is gone.
struct Network {
    /// Begins all names, so that no other network has them.
    prefix: String,
    subnet: String,
}

fn ip(arguments: &[&str]) -> bool {
    let mut command = Command::new("ip");
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Network {
    /// A bridge with this machine as its first host; `None`, and a sentence, if that is not
    /// allowed.
    fn new() -> Option<Self> {
        let number = std::process::id() % 200;
        let network = Self { prefix: format!("of{number}"), subnet: format!("10.213.{number}") };
        let bridge = network.name("b");
        let made = ip(&["link", "add", &bridge, "type", "bridge"])
            && ip(&["addr", "add", &format!("{}.1/24", network.subnet), "dev", &bridge])
            && ip(&["link", "set", &bridge, "up"]);
        if !made {
            eprintln!("skipped: network namespaces need root and iproute2");
        }
        made.then_some(network)
    }

    fn name(&self, end: &str) -> String {
        format!("{}{end}", self.prefix)
    }

    /// Adds a host.
    fn host(&self, number: u32) {
        let (host, near, far) = (
            self.name(&format!("h{number}")),
            self.name(&format!("n{number}")),
            self.name(&format!("f{number}")),
        );
        let address = format!("{}.{}/24", self.subnet, number + 1);
        assert!(ip(&["netns", "add", &host]));
        assert!(ip(&["link", "add", &near, "type", "veth", "peer", "name", &far, "netns", &host]));
        assert!(ip(&["link", "set", &near, "master", &self.name("b"), "up"]));
        assert!(ip(&["-n", &host, "addr", "add", &address, "dev", &far]));
        assert!(ip(&["-n", &host, "link", "set", &far, "up"]));
        assert!(ip(&["-n", &host, "link", "set", "lo", "up"]));
    }

    /// Cuts the line of a host, or mends it.
    fn set_line(&self, number: u32, state: &str) {
        assert!(ip(&["link", "set", &self.name(&format!("n{number}")), state]));
    }

    /// Starts a worker for agents on a host.
    fn worker(&self, number: u32, address: &str) -> Running {
        let mut command = Command::new("ip");
        command
            .args(["netns", "exec", &self.name(&format!("h{number}"))])
            .arg(env!("CARGO_BIN_EXE_outflank"))
            .args(["worker", "--cluster", address, "--cores", "1", "--kinds", "agents"])
            .args(["--name", &format!("host-{number}"), "--quiet"])
            .env("OUTFLANK_CLUSTER_LEASE", "5")
            .stdout(Stdio::null());
        Running::start(&mut command)
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for number in 1..=2 {
            ip(&["netns", "del", &self.name(&format!("h{number}"))]);
        }
        ip(&["link", "del", &self.name("b")]);
    }
}

/// The units that each worker has done, as the cluster tells.
fn units(address: &str) -> serde_json::Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_outflank"));
    command.args(["cluster", "status", "--cluster", address, "--json"]);
    let output = command.output().unwrap();
    let told: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    told["workers"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|worker| {
            (worker["name"].as_str().unwrap_or_default().to_owned(), worker["units"].clone())
        })
        .collect::<serde_json::Map<_, _>>()
        .into()
}

#[test]
#[ignore = "makes network namespaces, and cuts one off for 25 seconds: minutes"]
fn two_hosts_serve_a_class_and_one_is_cut_off_and_comes_back() {
    let folder = TempDir::new().unwrap();
    let (Some(program), Some(network)) = (program(), Network::new()) else { return };
    let address = format!("nats://{}.1:4333", network.subnet);
    let mut command = Command::new(program);
    command.args(["-a", &format!("{}.1", network.subnet), "-p", "4333", "-js", "-sd"]);
    let _server = Running::start(command.arg(folder.path()).stderr(Stdio::null()));
    std::thread::sleep(Duration::from_secs(1));
    let course = Course::new(&["ann", "bo", "cy", "di", "ed", "flo"], 10, true);
    course.plan(2);
    let pairs = 30;
    let (_process, visitor) = course.serve(&["--workers", "0", "--cluster", &address]);
    (1..=2).for_each(|number| network.host(number));
    let _workers = [network.worker(1, &address), network.worker(2, &address)];
    let start = Instant::now();
    let is_there = |number: u32| units(&address)[format!("host-{number}")].as_u64();
    let tell = |what: &str| {
        eprintln!("{:.1?}: {what}, {} PKs, {}", start.elapsed(), played(&visitor), units(&address));
    };
    wait_until("a worker has nothing to do", || (1..=2).all(|at| is_there(at) > Some(0)));
    tell("both work");
    network.set_line(2, "down");
    let cut = Instant::now();
    wait_until("it is not missed", || is_there(2).is_none());
    tell("host 2 is missed");
    let before = played(&visitor);
    wait_until("nothing goes on", || played(&visitor) >= before + 2);
    std::thread::sleep(Duration::from_secs(25).saturating_sub(cut.elapsed()));
    tell("the line is mended");
    network.set_line(2, "up");
    let before = is_there(2).unwrap_or(0);
    wait_until("it does not come back", || is_there(2) > Some(before) || played(&visitor) == pairs);
    tell("host 2 is back");
    wait_until("PKs are missing", || played(&visitor) == pairs);
    tell("all are played");
    course.assert_complete(pairs as usize);
}
