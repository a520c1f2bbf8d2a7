//! What students and instructors do, from the first login to the grades.

use std::time::Duration;

use serde_json::{Value, json};

use super::{QUICK, TestClass, get, post, report, submit};
use crate::client::{Visitor, wait_until};

#[track_caller]
fn wait_for_pair(visitor: &Visitor, id: i64) -> Value {
    let mut pair = Value::Null;
    wait_until("the PK is not played", || {
        pair = get(visitor, &format!("/api/class/pairs/{id}"));
        pair["state"] != "waiting" && pair["state"] != "running"
    });
    assert_eq!(pair["state"], "done", "{pair}");
    pair
}

/// An agent that thinks for 20 ms: a live game of a quick one may be over before anybody sees it.
fn thinking() -> String {
    let slower = "import time\n\nquick = AI.go\n\n\ndef go(self, chessboard):\n    time.sleep(0.02)\n    \
        quick(self, chessboard)\n\n\nAI.go = go\n";
    format!("{QUICK}\n\n{slower}")
}

#[test]
fn a_class_from_the_first_login_to_the_grades() {
    let mut class = TestClass::start(1);
    let students = class.students(&["ann", "bo"]);
    let [ann, bo] = &students[..] else { panic!() };
    // A broken agent is not usable, and its report says why.
    let broken = submit(ann, b"class AI(object):\n    pass\n");
    let told = report(ann, broken);
    assert_eq!(told["version"]["state"], "unusable", "{told}");
    let findings = told["check"]["findings"].as_array().unwrap();
    assert!(findings.iter().any(|one| one["verdict"] == "fail" && one["hint"].is_string()));
    assert_eq!(ann.clone().post("/api/class/challenge", &Value::Null).status, 409);
    let mended = submit(ann, QUICK.as_bytes());
    let other = submit(bo, thinking().as_bytes());
    assert_eq!(report(ann, mended)["version"]["state"], "usable");
    assert_eq!(report(bo, other)["version"]["state"], "usable");
    // The race: bo came later, and challenges ann. Both see the game as it is played.
    let mut socket = ann.clone().socket("/api/class/live");
    let made = post(bo, "/api/class/challenge", &Value::Null);
    let games = socket.hear_until(|told| told["games"][0]["moves"].is_array());
    assert_eq!(
        (&games["games"][0]["pair"], &games["games"][0]["mine"]),
        (&made["id"], &json!(true))
    );
    let pair = wait_for_pair(bo, made["id"].as_i64().unwrap());
    socket.hear_until(|told| told["games"].as_array().is_some_and(Vec::is_empty));
    assert_eq!(pair["games"].as_array().unwrap().len(), 2);
    assert_eq!(pair["load"]["jobs"], 1);
    let standings = get(ann, "/api/class/standings");
    let points: i64 = standings["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["points"].as_i64().unwrap())
        .sum();
    assert_eq!(points, 0, "{standings}");
    // Playto does not count.
    let made = post(ann, "/api/class/playto", &json!({"player": "random"}));
    let id = made["id"].as_i64().unwrap();
    wait_for_pair(ann, id);
    assert_eq!(get(ann, "/api/class/standings")["standings"][0]["games"], 2);
    let game = get(ann, &format!("/api/class/pairs/{id}/games/1"));
    assert_eq!(game["mine"], "black");
    assert!(!game["lists"][0].as_array().unwrap().is_empty(), "{game}");
    for format in ["course-steps", "course-boards", "ggf", "json"] {
        let path = format!("/api/class/pairs/{id}/games/1/export?format={format}");
        let answer = ann.clone().get(&path);
        assert_eq!(answer.status, 200, "{format}: {}", answer.text());
    }
    // The deadline freezes the class and plays the round robin.
    let mut settings = get(&class.instructor, "/api/class")["settings"].clone();
    settings["deadline"] = json!(1_800_000_100_000_i64);
    class.set(&settings);
    class.server.clock.advance(Duration::from_secs(101));
    let answer = ann.clone().ask("POST", "/api/class/submissions", &[], QUICK.as_bytes());
    answer.refused(409);
    let mut tournament = Value::Null;
    wait_until("the round robin is not over", || {
        class.server.clock.advance(Duration::from_secs(1));
        tournament = get(&class.instructor, "/api/class/tournaments");
        tournament[0]["ended"].is_i64()
    });
    assert_eq!((&tournament[0]["played"], tournament.as_array().unwrap().len()), (&json!(1), 1));
    let grades = class.instructor.clone().get("/api/class/export/grades.csv").text();
    assert_eq!(grades.lines().count(), 3, "{grades}");
    assert!(grades.contains("\"ann\",\"ann Lee\",") && !grades.contains("Ina"), "{grades}");
    let audit = get(&class.instructor, "/api/class/audit");
    assert!(audit.as_array().unwrap().iter().any(|line| line["action"] == "change settings"));
}
