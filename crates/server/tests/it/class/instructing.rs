//! What instructors do, with games of built-in players in place of agents.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{NOW, QUICK, TestClass, get, post, submit};
use crate::client::{Visitor, wait_until};

/// A class with these students, whose versions are usable.
fn class_of(names: &[&str]) -> (TestClass, Vec<Visitor>) {
    let mut class = TestClass::start(0);
    let students = class.students(names);
    for (student, name) in students.iter().zip(names) {
        submit(student, format!("{QUICK}\n# {name}\n").as_bytes());
    }
    class.work();
    (class, students)
}

#[test]
fn a_swiss_tournament_plays_round_after_round() {
    let (class, students) = class_of(&["ann", "bo", "cy", "di", "ed"]);
    let plan = json!({"format": "swiss", "title": "Cup", "rounds": 3});
    let id = post(&class.instructor, "/api/class/tournaments", &plan)["id"].as_i64().unwrap();
    let path = format!("/api/class/tournaments/{id}");
    assert_eq!(get(&students[0], &path)["tournament"]["pairs"], 2);
    class.work();
    let result = get(&class.instructor, &path);
    assert!(result["tournament"]["ended"].is_i64(), "{result}");
    assert_eq!(
        (&result["tournament"]["played"], &result["tournament"]["rounds"]),
        (&json!(6), &json!(3))
    );
    let pairs = get(&students[0], &format!("/api/class/pairs?tournament={id}"));
    let mut met = BTreeSet::new();
    for pair in pairs.as_array().unwrap() {
        let mut people = [0, 1].map(|at| pair["sides"][at]["person"].as_i64().unwrap());
        people.sort_unstable();
        assert!(met.insert(people), "{people:?} met twice");
    }
    let games = |row: &Value| row["games"].as_i64().unwrap();
    let games: Vec<_> = result["standings"].as_array().unwrap().iter().map(games).collect();
    assert_eq!((games.len(), games.iter().sum::<i64>()), (5, 24), "{games:?}");
    // Nobody rests twice.
    assert!(games.iter().all(|games| *games >= 4), "{games:?}");
}

#[test]
fn a_pk_that_is_played_again_counts_once() {
    let (class, students) = class_of(&["ann", "bo", "cy"]);
    let plan = json!({"format": "round-robin", "title": "Cup"});
    post(&class.instructor, "/api/class/tournaments", &plan);
    class.work();
    let pair = get(&class.instructor, "/api/class/pairs?tournament=1")[0].clone();
    let old = pair["id"].as_i64().unwrap();
    let rerun = format!("/api/class/pairs/{old}/rerun");
    let reason = json!({"reason": "the machine of Cy Lee was slow"});
    let new = post(&class.instructor, &rerun, &reason)["id"].as_i64().unwrap();
    let tournament = get(&students[0], "/api/class/tournaments")[0].clone();
    assert_eq!((&tournament["played"], &tournament["pairs"]), (&json!(2), &json!(3)));
    assert!(tournament["ended"].is_null());
    // A PK that waits cannot be played again.
    let waiting = format!("/api/class/pairs/{new}/rerun");
    class.instructor.clone().post(&waiting, &reason).refused(409);
    class.work();
    let result = get(&class.instructor, "/api/class/tournaments/1");
    assert!(
        result["standings"].as_array().unwrap().iter().all(|row| row["games"] == 4),
        "{result}"
    );
    assert!(result["tournament"]["ended"].is_i64());
    let void = get(&class.instructor, &format!("/api/class/pairs/{old}"));
    assert_eq!(void["state"], "void");
    assert!(void["problem"].as_str().unwrap().starts_with("played again: the machine"));
    // Who does not play in it does not learn the reason.
    let side = |at: usize| pair["sides"][at]["person"].as_i64().unwrap();
    for student in &students {
        let me = get(student, "/api/class")["me"]["id"].as_i64().unwrap();
        let seen = get(student, &format!("/api/class/pairs/{old}"));
        assert_eq!(seen["problem"].is_null(), me != side(0) && me != side(1), "{seen}");
    }
}

#[test]
fn whoever_is_disqualified_keeps_the_reason_to_themselves() {
    let (class, students) = class_of(&["ann", "bo", "cy"]);
    let me = get(&students[0], "/api/class")["me"]["id"].clone();
    let path = format!("/api/class/people/{me}/disqualify");
    class.instructor.clone().post(&path, &json!({"reason": " "})).refused(422);
    post(&class.instructor, &path, &json!({"reason": "a copy of Bo"}));
    let row = |visitor: &Visitor| {
        let standings = get(visitor, "/api/class/standings")["standings"].clone();
        standings.as_array().unwrap().iter().find(|row| row["person"] == me).unwrap().clone()
    };
    let seen = row(&students[1]);
    assert_eq!((&seen["rank"], &seen["disqualified"]), (&Value::Null, &json!("disqualified")));
    assert_eq!(row(&class.instructor)["disqualified"], "a copy of Bo");
    assert_eq!(get(&students[0], "/api/class")["me"]["disqualified"], "a copy of Bo");
    students[0].clone().post("/api/class/challenge", &Value::Null).refused(409);
    post(
        &class.instructor,
        "/api/class/tournaments",
        &json!({"format": "round-robin", "title": "Cup"}),
    );
    assert_eq!(get(&class.instructor, "/api/class/tournaments")[0]["pairs"], 1);
    post(&class.instructor, &path, &json!({"reason": null}));
    // Standings may be half a second old.
    wait_until("it stays", || row(&students[1])["disqualified"].is_null());
    let audit = get(&class.instructor, "/api/class/audit").to_string();
    assert!(audit.contains("ann: a copy of Bo") && audit.contains("requalify"), "{audit}");
}

#[test]
fn a_frozen_class_rests_until_it_is_unfrozen() {
    let (class, students) = class_of(&["ann", "bo"]);
    let challenge = |at: usize| students[at].clone().post("/api/class/challenge", &Value::Null);
    let made = [0, 1].map(|at| challenge(at).status);
    // One of both leads, the other one challenges.
    assert_eq!(made.iter().filter(|status| **status == 201).count(), 1, "{made:?}");
    post(&class.instructor, "/api/class/freeze", &json!({"frozen": true}));
    assert_eq!(get(&students[0], "/api/class/queue")["length"], 0);
    students[0].clone().ask("POST", "/api/class/submissions", &[], QUICK.as_bytes()).refused(409);
    for at in [0, 1] {
        challenge(at).refused(409);
    }
    let current = get(&students[0], "/api/class/submissions")["current"].clone();
    let activate = format!("/api/class/submissions/{current}/activate");
    students[0].clone().post(&activate, &Value::Null).refused(409);
    post(&class.instructor, "/api/class/freeze", &json!({"frozen": false}));
    let made = [0, 1].map(|at| challenge(at).status);
    assert_eq!(made.iter().filter(|status| **status == 201).count(), 1, "{made:?}");
    class.work();
    let standings = get(&students[0], "/api/class/standings");
    assert!(standings["standings"].as_array().unwrap().iter().all(|row| row["games"] == 2));
}

#[test]
fn a_backup_that_is_made_while_the_class_runs_is_a_class() {
    let (class, students) = class_of(&["ann", "bo", "cy"]);
    let plan = json!({"format": "round-robin", "title": "Cup", "rounds": 5});
    post(&class.instructor, "/api/class/tournaments", &plan);
    let (backup, restored) =
        (class.folder.with_file_name("backup"), class.folder.with_file_name("again"));
    std::thread::scope(|scope| {
        scope.spawn(|| class.work());
        scope.spawn(|| {
            for number in 0..10 {
                submit(&students[0], format!("{QUICK}\n# version {number}\n").as_bytes());
            }
        });
        outflank_class::back_up(&class.folder, &backup).unwrap();
    });
    outflank_class::restore(&backup, &restored).unwrap();
    let again = TestClass::serve(&restored, 0);
    // Sessions go on, and what was waiting is played.
    again.work_at(NOW + 120_000);
    let visitor = |of: &Visitor| Visitor { address: again.server.address.clone(), ..of.clone() };
    let found = get(&visitor(&class.instructor), "/api/class/tournaments")[0].clone();
    assert_eq!((&found["played"], &found["pairs"]), (&json!(15), &json!(15)));
    let versions = get(&visitor(&students[0]), "/api/class/submissions");
    for version in versions["versions"].as_array().unwrap() {
        let path = format!("/api/class/submissions/{}/files", version["id"]);
        assert_eq!(visitor(&students[0]).get(&path).status, 200);
    }
    for pair in get(&visitor(&students[1]), "/api/class/pairs").as_array().unwrap() {
        get(&visitor(&students[1]), &format!("/api/class/pairs/{}/games/2", pair["id"]));
    }
}
