//! A class that is killed and started again.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use outflank_class::{
    ClassAccess, ClassSettings, ClassStore, JobFilter, JobKind, JobReport, JobState, NewPerson,
    Role, TournamentFormat, Upload, WorkQueue,
};
use outflank_core::Rule;

use super::client::{Visitor, wait_until};

const NOW: i64 = 1_800_000_000_000;

/// A process that does not outlive the test.
struct Serving(Child);

impl Drop for Serving {
    fn drop(&mut self) {
        // SIGKILL.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Serves the class of a folder.
fn serve(folder: &Path) -> (Serving, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(["class", "serve"])
        .arg(folder)
        .args(["--port", "0", "--threads", "1", "--hash", "16", "--workers", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").expect("its address").to_owned();
    (Serving(child), address)
}

#[test]
fn a_killed_class_loses_no_pk_and_counts_none_twice() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("class");
    let mut settings = ClassSettings::new("Reversi", Rule::Reversi);
    settings.race_minutes = 0;
    let store = ClassStore::create(&folder, &settings).unwrap();
    let source = include_str!("../../../../../docs/examples/agent.py");
    let mut token = String::new();
    for name in ["ann", "bo", "cy"] {
        let person = NewPerson { login: name.into(), name: name.into(), role: Role::Student };
        let id = store.add_people(vec![person], NOW).unwrap()[0].id;
        let upload = Upload::read(format!("{source}\n# {name}\n").as_bytes()).unwrap();
        store.submit(id, &upload, "agent.py", "", NOW).unwrap();
        let (lease, _) = store.take("test", NOW).unwrap().unwrap();
        let done = JobReport::Checked { usable: true, report: "null".to_owned() };
        assert!(store.finish(&lease, done, NOW).unwrap());
        token = store.begin_session(id, NOW).unwrap();
    }
    store.plan_tournament(TournamentFormat::RoundRobin, "Cup", None, None, 0).unwrap();
    drop(store);
    let cookie = Some(format!("class={token}"));
    let mut restarts = 0;
    for played in 1..=3 {
        let (child, address) = serve(&folder);
        let visitor = Visitor { address, cookie: cookie.clone() };
        wait_until("no PK is played", || {
            let found = visitor.clone().get("/api/class/tournaments").ok();
            found[0]["played"].as_i64().unwrap() >= played
        });
        // In the middle of the next PK, if there is one.
        drop(child);
        restarts += 1;
    }
    assert_eq!(restarts, 3);
    let store = ClassStore::open(&folder, ClassAccess::Serve).unwrap();
    let pairs = JobFilter { kinds: vec![JobKind::Tournament], ..JobFilter::default() };
    let pairs = store.jobs(&pairs).unwrap();
    assert_eq!(pairs.len(), 3);
    assert!(pairs.iter().all(|pair| pair.state == JobState::Done), "{pairs:?}");
    assert_eq!(store.count_games().unwrap(), 6);
    let result = store.tournament_result(store.tournaments().unwrap()[0].id, &|id| id.to_string());
    let lines = serde_json::to_value(result.unwrap().standings).unwrap();
    assert!(lines.as_array().unwrap().iter().all(|line| line["games"] == 4), "{lines}");
}
