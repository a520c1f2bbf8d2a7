//! A class on the disk, and the process that serves it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use outflank_class::{
    ClassAccess, ClassSettings, ClassStore, JobFilter, JobKind, JobReport, JobState, NewPerson,
    PersonId, Role, TournamentFormat, Upload, WorkQueue,
};
use outflank_core::Rule;
use serde_json::Value;
use tempfile::TempDir;

use crate::cluster::machines::Running;
use crate::serve::client::Visitor;

/// The time of a lease of the cluster, in seconds.
pub(super) const LEASE: &str = "5";
/// A time before that of the system.
const NOW: i64 = 1_700_000_000_000;

/// A class whose students have submitted.
pub(super) struct Course {
    pub(super) folder: PathBuf,
    /// The first student.
    pub(super) person: PersonId,
    /// The cookie of their session.
    cookie: String,
    _folder: TempDir,
}

/// The time of the system.
pub(super) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    i64::try_from(since.as_millis()).unwrap()
}

/// An agent that answers at once; others have another name.
pub(super) fn instant(name: &str) -> String {
    format!("{}\n# {name}\n", include_str!("../../../../../docs/examples/agent.py"))
}

/// An agent that takes this many milliseconds for a move; others have another name.
pub(super) fn source(name: &str, milliseconds: u32) -> String {
    if milliseconds == 0 {
        return instant(name);
    }
    let source = include_str!("../../../../../docs/examples/agent.py");
    let slow = format!(
        "import time\n\nclass AI(AI):\n    def go(self, chessboard):\n        time.sleep({milliseconds} / 1000)\n        super().go(chessboard)\n"
    );
    format!("{source}\n\n{slow}\n# {name}\n")
}

impl Course {
    /// A class of these students. Their versions are usable, or wait for their checks.
    pub(super) fn new(names: &[&str], milliseconds: u32, is_checked: bool) -> Self {
        Self::made(names, milliseconds, is_checked, 1)
    }

    /// A class of students with instant agents, whose tournaments have this seed.
    pub(super) fn with_seed(names: &[&str], seed: u32) -> Self {
        Self::made(names, 0, true, seed)
    }

    fn made(names: &[&str], milliseconds: u32, is_checked: bool, seed: u32) -> Self {
        let temporary = tempfile::tempdir().unwrap();
        let folder = temporary.path().join("class");
        let mut settings = ClassSettings::new("Reversi", Rule::Reversi);
        settings.race_minutes = 0;
        settings.seed = seed;
        let store = ClassStore::create(&folder, &settings).unwrap();
        let mut people = Vec::new();
        for name in names {
            let login = (*name).to_owned();
            let person = NewPerson { name: login.clone(), login, role: Role::Student };
            let id = store.add_people(vec![person], NOW).unwrap()[0].id;
            let upload = Upload::read(source(name, milliseconds).as_bytes()).unwrap();
            store.submit(id, &upload, "agent.py", "", NOW).unwrap();
            if is_checked {
                let (lease, _) = store.take("test", NOW).unwrap().unwrap();
                let done = JobReport::Checked { usable: true, report: "null".to_owned() };
                assert!(store.finish(&lease, done, NOW).unwrap());
            }
            people.push(id);
        }
        let token = store.begin_session(people[0], now()).unwrap();
        let cookie = format!("class={token}");
        Self { folder, person: people[0], cookie, _folder: temporary }
    }

    /// Plans a round robin that begins at once.
    pub(super) fn plan(&self, rounds: u32) {
        let store = self.open();
        store.plan_tournament(TournamentFormat::RoundRobin, "Cup", Some(rounds), None, 0).unwrap();
    }

    pub(super) fn open(&self) -> ClassStore {
        ClassStore::open(&self.folder, ClassAccess::Beside).unwrap()
    }

    /// Serves the class; the first student visits it.
    pub(super) fn serve(&self, arguments: &[&str]) -> (Running, Visitor) {
        let (process, address) = serve(&self.folder, arguments);
        (process, Visitor { address, cookie: Some(self.cookie.clone()) })
    }

    /// Asserts that all PKs of the tournament were played, each once.
    #[track_caller]
    pub(super) fn assert_complete(&self, pairs: usize) {
        let store = self.open();
        let filter = JobFilter { kinds: vec![JobKind::Tournament], ..JobFilter::default() };
        let found = store.jobs(&filter).unwrap();
        assert_eq!(found.len(), pairs);
        assert!(found.iter().all(|pair| pair.state == JobState::Done), "{found:?}");
        assert_eq!(store.count_games().unwrap(), 2 * pairs as u64);
        let id = store.tournaments().unwrap()[0].id;
        let lines = store.tournament_result(id, &|id| id.to_string()).unwrap().standings;
        let lines = serde_json::to_value(lines).unwrap();
        let games = lines.as_array().unwrap().iter().map(|line| line["games"].as_u64().unwrap());
        assert_eq!(games.sum::<u64>(), 4 * pairs as u64, "{lines}");
    }
}

fn serve(folder: &Path, arguments: &[&str]) -> (Running, String) {
    let mut command = Command::new(crate::common::program());
    command
        .args(["class", "serve"])
        .arg(folder)
        .args(["--port", "0", "--threads", "1", "--hash", "16"])
        .args(arguments)
        .stdout(Stdio::piped());
    let mut process = Running::start(&mut command);
    let mut line = String::new();
    BufReader::new(process.output().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().strip_prefix("http://").expect("its address").to_owned();
    (process, address)
}

/// The number of PKs of the tournament that were played.
pub(super) fn played(visitor: &Visitor) -> u64 {
    let found: Value = visitor.clone().get("/api/class/tournaments").ok();
    found[0]["played"].as_u64().unwrap()
}
