//! A class, asked as browsers ask, with a clock that the test sets.

mod security;
mod story;

use outflank_class::{ClassSettings, ClassStore, NewPerson, Role};
use outflank_core::Rule;
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
    _folder: TempDir,
}

const PASSWORD: &str = "correct horse";

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
        // The clock that is set by hand begins later than this.
        let code = store.add_people(vec![person], 1_800_000_000_000).unwrap().remove(0).code;
        drop(store);
        let serving = ClassServing { folder: class, workers, https: false, python: None };
        let data = folder.path().join("data");
        let settings = Settings { class: Some(serving), ..settings(&data) };
        let server = Server::start_by(settings, Clock::by_hand());
        let mut instructor = server.visitor();
        join(&mut instructor, "ins", &code);
        Self { server, instructor, code, _folder: folder }
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
