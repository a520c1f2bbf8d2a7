//! A class, asked as browsers ask, with a clock that the test sets.

mod instructing;
#[cfg(feature = "openid")]
mod openid;
mod privacy;
mod security;
mod story;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use outflank_arena::{PlannedPair, PlayerName, Terms};
use outflank_class::{
    ClassAccess, ClassSettings, ClassStore, JobReport, JobTask, NewPerson, Role, WorkQueue,
    WorkerLoad,
};
use outflank_core::{Game, Rule};
use outflank_server::{ClassServing, Clock, Settings};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::{Visitor, wait_until};
use crate::server::{Server, settings};

/// A class that is being served.
pub(crate) struct TestClass {
    pub(crate) server: Server,
    pub(crate) instructor: Visitor,
    /// The code of the instructor, which is used up.
    pub(crate) code: String,
    /// The folder of the class.
    pub(crate) folder: PathBuf,
    _folder: Option<TempDir>,
}

const PASSWORD: &str = "correct horse";
/// A time before that of the clock that is set by hand.
pub(crate) const NOW: i64 = 1_800_000_000_000;

/// An agent that plays the first legal move at once.
pub(crate) const QUICK: &str = include_str!("../../../../../docs/examples/agent.py");

impl TestClass {
    /// A class with an instructor who is logged in.
    pub(crate) fn start(workers: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let class = folder.path().join("class");
        let mut rules = ClassSettings::new("Reversi", Rule::Reversed);
        rules.race_minutes = 0;
        let store = ClassStore::create(&class, &rules).unwrap();
        let person = NewPerson { login: "ins".into(), name: "Ina".into(), role: Role::Instructor };
        let code = store.add_people(vec![person], NOW).unwrap().remove(0).code;
        drop(store);
        let served = Self::serve(&class, workers);
        let mut instructor = served.server.visitor();
        join(&mut instructor, "ins", &code);
        Self { instructor, code, _folder: Some(folder), ..served }
    }

    /// Serves the class of a folder.
    pub(crate) fn serve(class: &Path, workers: usize) -> Self {
        let folder = class.to_owned();
        let serving = ClassServing {
            folder,
            workers,
            https: false,
            python: None,
            cluster: None,
            openid: None,
        };
        let settings = Settings { class: Some(serving), ..settings(&class.join("visitors")) };
        let server = Server::start_by(settings, Clock::by_hand());
        let (instructor, folder) = (server.visitor(), class.to_owned());
        Self { server, instructor, code: String::new(), folder, _folder: None }
    }

    /// Changes the settings.
    #[track_caller]
    pub(crate) fn set(&self, settings: &Value) {
        let json = [("content-type", "application/json")];
        let body = settings.to_string();
        let changed =
            self.instructor.clone().ask("PUT", "/api/class/settings", &json, body.as_bytes());
        assert_eq!(changed.status, 204, "{}", changed.text());
    }

    /// Does all jobs that wait: finds every version usable, and lets a greedy player and one that
    /// plays at random meet in place of agents.
    pub(crate) fn work(&self) {
        self.work_at(NOW);
    }

    /// The same at another time: a lease of who is gone may have ended.
    pub(crate) fn work_at(&self, now: i64) {
        let store = ClassStore::open(&self.folder, ClassAccess::Beside).unwrap();
        while let Some((lease, task)) = store.take("test", now).unwrap() {
            let done = match task {
                JobTask::Check { .. } => {
                    JobReport::Checked { usable: true, report: "null".to_owned() }
                }
                JobTask::Pair { seed, .. } => {
                    let pair = PlannedPair {
                        rule: Rule::Reversed,
                        players: [PlayerName::Greedy, PlayerName::Random],
                        opening: Game::new(),
                        seed,
                        terms: Terms::default(),
                        worker: [0, 1],
                    };
                    let mut games =
                        pair.play(&|_, _| (), &AtomicBool::new(false)).unwrap().unwrap();
                    for game in &mut games {
                        game.logs = ["black printed this", "white printed this"].map(str::to_owned);
                    }
                    JobReport::Played { games: Box::new(games), load: WorkerLoad::default() }
                }
            };
            assert!(store.finish(&lease, done, now).unwrap());
        }
        // The server learns of changes by itself only if it makes them.
        let told = self.instructor.cookie.is_some();
        if told {
            post(&self.instructor, "/api/class/people", &json!({"people": []}));
        }
    }

    /// Adds students and logs them in.
    pub(crate) fn students(&mut self, names: &[&str]) -> Vec<Visitor> {
        let people: Vec<_> = names
            .iter()
            .map(|name| json!({"login": name, "name": format!("{name} Lee"), "role": "student"}))
            .collect();
        let invited =
            self.instructor.clone().post("/api/class/people", &json!({"people": people})).ok();
        let logged_in = invited.as_array().unwrap().iter().map(|one| {
            let mut visitor = self.server.visitor();
            let text = |name: &str| one[name].as_str().unwrap().to_owned();
            join(&mut visitor, &text("login"), &text("code"));
            visitor
        });
        logged_in.collect()
    }
}

/// Sets the first password of somebody.
#[track_caller]
pub(crate) fn join(visitor: &mut Visitor, login: &str, code: &str) -> Value {
    let request = json!({"login": login, "code": code, "password": PASSWORD});
    visitor.cookie = None;
    let answer = visitor.post("/api/class/join", &request);
    let cookie = answer
        .headers
        .iter()
        .filter(|(name, _)| name == "set-cookie")
        .find(|(_, value)| value.starts_with("class="));
    visitor.cookie = cookie.map(|(_, value)| value.split(';').next().unwrap().to_owned());
    answer.ok()
}

/// Submits an agent and gives the number of its version.
#[track_caller]
pub(crate) fn submit(visitor: &Visitor, source: &[u8]) -> i64 {
    let path = "/api/class/submissions?file=agent.py";
    let answer = visitor.clone().ask("POST", path, &[], source);
    answer.ok()["id"].as_i64().unwrap()
}

/// Waits until a version is checked, and gives its report.
#[track_caller]
pub(crate) fn report(visitor: &Visitor, id: i64) -> Value {
    let mut found = Value::Null;
    wait_until("the version is not checked", || {
        found = get(visitor, &format!("/api/class/submissions/{id}"));
        !["waiting", "checking"].contains(&found["version"]["state"].as_str().unwrap())
    });
    found
}

/// Asks without taking another cookie.
#[track_caller]
pub(crate) fn get(visitor: &Visitor, path: &str) -> Value {
    visitor.clone().get(path).ok()
}

/// Posts something that is done.
#[track_caller]
pub(crate) fn post(visitor: &Visitor, path: &str, body: &Value) -> Value {
    let answer = visitor.clone().post(path, body);
    assert!((200..300).contains(&answer.status), "{path}: {} {}", answer.status, answer.text());
    serde_json::from_slice(&answer.body).unwrap_or_default()
}
