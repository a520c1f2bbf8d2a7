//! A class whose jobs are done by the workers of a cluster.

use std::time::{Duration, Instant};

use outflank_class::VersionState;
use serde_json::Value;
use tempfile::TempDir;

use super::course::{Course, LEASE, played, source};
use crate::cluster::machines::{Running, Server};
use crate::serve::client::{Visitor, wait_until};

/// Starts a worker for agents.
fn worker(server: &Server, name: &str) -> Running {
    let mut command =
        server.outflank(&["worker", "--cores", "1", "--kinds", "agents", "--name", name]);
    Running::start(command.env("OUTFLANK_CLUSTER_LEASE", LEASE))
}

fn has_sandbox() -> bool {
    let found = outflank_arena::has_sandbox();
    if !found {
        eprintln!("skipped: bubblewrap does not work here");
    }
    found
}

#[test]
fn checks_and_pks_are_done_by_workers_for_agents_only() {
    let folder = TempDir::new().unwrap();
    let Some(server) = Server::start(folder.path()).filter(|_| has_sandbox()) else { return };
    let course = Course::new(&["ann", "bo"], 10, false);
    let arguments = ["--workers", "0", "--cluster", &server.address()];
    let (_process, visitor) = course.serve(&arguments);
    let is_in = |state: VersionState| {
        let versions = course.open().all_versions().unwrap();
        versions.iter().all(|version| version.state == state)
    };
    // A worker that was not started for agents gets none.
    let other = server.worker();
    std::thread::sleep(Duration::from_secs(3));
    assert!(is_in(VersionState::Waiting));
    drop(other);
    let _worker = worker(&server, "lab-1");
    wait_until("the versions are not checked", || is_in(VersionState::Usable));
    let report = visitor.clone().get("/api/class/submissions/1").ok();
    assert_eq!(report["check"]["usable"], true, "{report}");
    // The board of a game on another machine is live.
    let mut socket = visitor.clone().socket("/api/class/live");
    course.plan(1);
    let live = |told: &Value| told["games"][0]["moves"].as_array().is_some_and(|all| all.len() > 2);
    assert_eq!(socket.hear_until(live)["games"][0]["mine"], true);
    wait_until("no PK is played", || played(&visitor) == 1);
    course.assert_complete(1);
    let pair = visitor.clone().get("/api/class/pairs").ok()[0].clone();
    assert_eq!(
        (&pair["worker"], &pair["load"]["jobs"]),
        (&"cluster-1".into(), &1.into()),
        "{pair}"
    );
}

/// What runs, and is killed.
struct Killed<'a> {
    course: &'a Course,
    arguments: Vec<String>,
    serving: Option<(Running, Visitor)>,
}

impl Killed<'_> {
    fn visitor(&mut self) -> Visitor {
        let arguments: Vec<_> = self.arguments.iter().map(String::as_str).collect();
        let course = self.course;
        self.serving.get_or_insert_with(|| course.serve(&arguments)).1.clone()
    }
}

#[test]
#[ignore = "kills the server, two workers and the queue ten times: minutes"]
fn ten_kills_in_a_race_lose_nothing_and_count_nothing_twice() {
    let folder = TempDir::new().unwrap();
    let Some(mut server) = Server::start(folder.path()).filter(|_| has_sandbox()) else { return };
    let names = ["ann", "bo", "cy", "di", "ed", "flo"];
    let course = Course::new(&names, 5, true);
    course.plan(2);
    let pairs = 30;
    let arguments = ["--workers", "1", "--cluster", &server.address()].map(str::to_owned).into();
    let mut killed = Killed { course: &course, arguments, serving: None };
    let mut workers = [worker(&server, "lab-1"), worker(&server, "lab-2")];
    let start = Instant::now();
    let mut submitted = 0;
    for kill in 0..10_u64 {
        let visitor = killed.visitor();
        // A session survives, and so does what is submitted just before a kill.
        let me = visitor.clone().get("/api/class").ok();
        assert_eq!(me["me"]["login"], "ann", "{me}");
        let body = source(&format!("kill {kill}"), 5);
        let answer = visitor.clone().ask("POST", "/api/class/submissions", &[], body.as_bytes());
        assert_eq!(answer.status, 201, "{}", answer.text());
        submitted += 1;
        let before = played(&visitor);
        wait_until("no PK is played", || played(&visitor) > before || before == pairs);
        std::thread::sleep(Duration::from_millis(137 * kill % 1000));
        match kill % 3 {
            0 => killed.serving = None,
            1 => {
                let at = (kill / 3) as usize % 2;
                workers[at].kill();
                workers[at] = worker(&server, ["lab-1", "lab-2"][at]);
            }
            _ => server.restart(),
        }
        eprintln!("kill {kill} after {} PKs and {:.1?}", before, start.elapsed());
    }
    let visitor = killed.visitor();
    wait_until("PKs are missing", || played(&visitor) == pairs);
    eprintln!("all {pairs} PKs after {:.1?}", start.elapsed());
    let usable = |store: &outflank_class::ClassStore| {
        let all = store.versions(course.person).unwrap();
        (all.len(), all.iter().filter(|one| one.state == VersionState::Usable).count())
    };
    let store = course.open();
    wait_until("versions are missing", || usable(&store) == (submitted + 1, submitted + 1));
    drop(killed);
    course.assert_complete(pairs as usize);
}
