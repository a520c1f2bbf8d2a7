//! What others must not learn, and how far strangers get.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{PASSWORD, QUICK, TestClass, get, join, post, submit};
use crate::client::{Answer, Visitor};

/// A class with aliases and three students who have met.
fn class_with_aliases() -> (TestClass, Vec<Visitor>) {
    let mut class = TestClass::start(0);
    let mut settings = get(&class.instructor, "/api/class")["settings"].clone();
    settings["names"] = json!("aliases");
    settings["seed"] = json!(4711);
    class.set(&settings);
    let students = class.students(&["ann", "bo", "cy"]);
    for student in &students {
        submit(student, QUICK.as_bytes());
    }
    class.work();
    post(
        &class.instructor,
        "/api/class/tournaments",
        &json!({"format": "round-robin", "title": "Cup"}),
    );
    class.work();
    let third = get(&class.instructor, "/api/class/standings")["standings"][2]["person"].clone();
    post(
        &class.instructor,
        &format!("/api/class/people/{third}/disqualify"),
        &json!({"reason": "a copy"}),
    );
    (class, students)
}

#[test]
fn aliases_hide_the_names_and_logins_of_others_everywhere() {
    let (class, students) = class_with_aliases();
    let pairs = get(&students[0], "/api/class/pairs");
    let mut paths: Vec<String> =
        ["", "/standings", "/queue", "/pairs", "/tournaments", "/tournaments/1", "/opponents"]
            .map(|path| format!("/api/class{path}"))
            .into();
    for pair in pairs.as_array().unwrap() {
        let pair = format!("/api/class/pairs/{}", pair["id"]);
        for game in [1, 2] {
            paths.push(format!("{pair}/games/{game}"));
            for format in ["course-steps", "course-boards", "ggf", "json", "log", "wthor"] {
                paths.push(format!("{pair}/games/{game}/export?format={format}"));
            }
        }
        paths.push(pair);
    }
    for (at, student) in students.iter().enumerate() {
        for path in &paths {
            let text = student.clone().get(path).text();
            for other in ["ann", "bo", "cy"].iter().enumerate().filter(|(other, _)| *other != at) {
                assert!(!text.contains(&format!("{} Lee", other.1)), "{path}: {text}");
                assert!(!text.contains(&format!("\"{}\"", other.1)), "{path}: {text}");
            }
        }
    }
    // An alias of another, or the name of another, cannot be taken.
    let alias = json!({"alias": "BO lee"}).to_string();
    let json = [("content-type", "application/json")];
    students[0].clone().ask("PUT", "/api/class/alias", &json, alias.as_bytes()).refused(409);
    assert!(get(&class.instructor, "/api/class/pairs").to_string().contains("bo Lee"));
}

#[test]
fn only_instructors_know_the_seed_of_what_is_not_over() {
    let (class, students) = class_with_aliases();
    assert_eq!(get(&class.instructor, "/api/class")["settings"]["seed"], 4711);
    for visitor in [&students[0], &class.server.visitor()] {
        assert_eq!(get(visitor, "/api/class")["settings"]["seed"], 0);
    }
    post(&class.instructor, "/api/class/tournaments", &json!({"format": "swiss", "title": "Next"}));
    let seeds = |visitor: &Visitor| {
        let all = get(visitor, "/api/class/tournaments");
        let one = get(visitor, "/api/class/tournaments/2");
        [&all[0]["seed"], &one["tournament"]["seed"], &all[1]["seed"]]
            .map(|seed| seed.as_i64().unwrap())
    };
    assert_eq!(seeds(&class.instructor), [4711, 4711, 4711]);
    assert_eq!(seeds(&students[0]), [0, 0, 4711]);
}

#[test]
fn nothing_of_others_can_be_changed_or_read_by_its_number() {
    let mut class = TestClass::start(0);
    let students = class.students(&["ann", "bo"]);
    let [ann, bo] = &students[..] else { panic!() };
    let version = submit(ann, QUICK.as_bytes());
    submit(bo, QUICK.as_bytes());
    class.work();
    // Ann plays to random: hers alone to cancel.
    let pair = post(ann, "/api/class/playto", &json!({"player": "random"}))["id"].as_i64().unwrap();
    bo.clone().delete(&format!("/api/class/pairs/{pair}")).refused(409);
    let theirs = json!({"player": "random", "version": version});
    bo.clone().post("/api/class/playto", &theirs).refused(404);
    let rerun = format!("/api/class/pairs/{pair}/rerun");
    bo.clone().post(&rerun, &json!({"reason": "x"})).refused(403);
    let me = get(ann, "/api/class")["me"]["id"].clone();
    for (method, path) in [
        ("GET", format!("/api/class/submissions/{version}")),
        ("GET", format!("/api/class/submissions/{version}/files")),
        ("POST", format!("/api/class/submissions/{version}/activate")),
        ("POST", format!("/api/class/submissions/{version}/check")),
        ("GET", format!("/api/class/people/{me}/submissions")),
        ("POST", format!("/api/class/people/{me}/reset")),
    ] {
        let answer = bo.clone().ask(method, &path, &[("content-type", "application/json")], b"");
        assert!([403, 404].contains(&answer.status), "{method} {path}: {}", answer.status);
        let answer = class.server.visitor().ask(method, &path, &[], b"");
        assert_eq!(answer.status, 401, "{method} {path}");
    }
    class.work();
    // What Ann's agent printed is hers.
    let logs = |visitor: &Visitor| {
        get(visitor, &format!("/api/class/pairs/{pair}/games/1"))["logs"].clone()
    };
    assert_ne!(logs(ann), logs(bo));
    for number in ["0", "3", "-1", "x", "99999999999999999999"] {
        let path = format!("/api/class/pairs/{pair}/games/{number}");
        ann.clone().get(&path).refused(404);
    }
}

/// Tries to log in from an address, as a reverse proxy tells it.
fn attempt(visitor: &Visitor, address: &str, login: &str, password: &str) -> Answer {
    let body = json!({"login": login, "password": password}).to_string();
    let headers = [("content-type", "application/json"), ("x-forwarded-for", address)];
    visitor.clone().ask("POST", "/api/class/login", &headers, body.as_bytes())
}

#[test]
fn strangers_do_not_keep_the_owner_of_an_account_out() {
    let mut class = TestClass::start(0);
    class.students(&["ann"]);
    let stranger = class.server.visitor();
    let answer = attempt(&stranger, "192.0.2.1", "ann", PASSWORD);
    answer.ok();
    let device = answer.headers.iter().find(|(_, value)| value.starts_with("class-device="));
    let device = device.unwrap().1.clone();
    assert!(device.contains("HttpOnly; SameSite=Strict"), "{device}");
    // One address is stopped after ten attempts, and others are not concerned.
    let wrong = |address: &str| attempt(&stranger, address, "ann", "wrong password").status;
    let statuses: Vec<_> = (0..12).map(|_| wrong("203.0.113.1")).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 10, "{statuses:?}");
    assert_eq!(attempt(&stranger, "192.0.2.2", "ann", PASSWORD).status, 200);
    // Many addresses together are stopped too,
    let statuses: Vec<_> = (0..50).map(|at| wrong(&format!("198.51.100.{at}"))).collect();
    assert!(statuses.ends_with(&[429; 5]), "{statuses:?}");
    assert_eq!(attempt(&stranger, "192.0.2.3", "ann", PASSWORD).status, 429);
    // but not the browser in which Ann has logged in before, also from a new address.
    let cookie = Some(device.split(';').next().unwrap().to_owned());
    let own = Visitor { cookie: cookie.clone(), ..stranger.clone() };
    assert_eq!(attempt(&own, "192.0.2.3", "ann", PASSWORD).status, 200);
    // It is no help with the account of another, and has a limit of its own.
    let statuses: Vec<_> =
        (0..12).map(|_| attempt(&own, "192.0.2.9", "ins", "wrong password").status).collect();
    assert_eq!(statuses[11], 429, "{statuses:?}");
    let statuses: Vec<_> =
        (0..12).map(|_| attempt(&own, "192.0.2.9", "ann", "wrong password").status).collect();
    assert_eq!(statuses[11], 429, "{statuses:?}");
    class.server.clock.advance(Duration::from_secs(31));
    assert_eq!(attempt(&own, "192.0.2.9", "ann", PASSWORD).status, 200);
}

#[test]
fn a_socket_ends_with_its_session() {
    let mut class = TestClass::start(0);
    let mut ann = class.students(&["ann"]).remove(0);
    class.server.visitor().socket_with("/api/class/live", &[]).err().unwrap();
    let mut socket = ann.socket("/api/class/live");
    assert_eq!(socket.hear()["type"], "games");
    let me = get(&ann, "/api/class")["me"]["id"].clone();
    let invited = post(&class.instructor, &format!("/api/class/people/{me}/reset"), &Value::Null);
    post(&class.instructor, "/api/class/freeze", &json!({"frozen": true}));
    let start = Instant::now();
    assert_eq!(socket.closed(), None);
    assert!(start.elapsed() < Duration::from_mins(1), "it went on");
    join(&mut ann, "ann", invited["code"].as_str().unwrap());
    assert_eq!(ann.socket("/api/class/live").hear()["type"], "games");
}

#[test]
fn what_is_refused_does_not_stay_on_the_disk() {
    let mut class = TestClass::start(0);
    let mut settings = get(&class.instructor, "/api/class")["settings"].clone();
    settings["uploads_an_hour"] = json!(2);
    class.set(&settings);
    let ann = class.students(&["ann"]).remove(0);
    for number in 0..5 {
        let source = format!("# {number}");
        ann.clone().ask("POST", "/api/class/submissions", &[], source.as_bytes());
    }
    let stored = std::fs::read_dir(class.folder.join("agents")).unwrap().count();
    assert_eq!(stored, 2);
    // Two paths that exclude each other are the mistake of the sender, not of the server.
    let files = [("agent.py", "x"), ("data", "y"), ("data/table", "z")];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let zipped = outflank_class::zip_files(&files).unwrap();
    ann.clone().ask("POST", "/api/class/submissions", &[], &zipped).refused(422);
}
