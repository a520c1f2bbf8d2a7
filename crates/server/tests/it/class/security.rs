//! What must not be possible.

use serde_json::{Value, json};

use super::{PASSWORD, QUICK, TestClass, get, join, submit};
use crate::server::Server;

#[test]
fn a_server_without_a_class_has_none() {
    let server = Server::start();
    assert_eq!(server.visitor().get("/api/class").status, 204);
    server.visitor().get("/api/class/standings").refused(404);
}

#[test]
fn nobody_sees_the_files_and_reports_of_others() {
    let mut class = TestClass::start(0);
    let students = class.students(&["ann", "bo"]);
    let id = submit(&students[0], QUICK.as_bytes());
    for path in
        [format!("/api/class/submissions/{id}"), format!("/api/class/submissions/{id}/files")]
    {
        students[1].clone().get(&path).refused(404);
        class.server.visitor().get(&path).refused(401);
        assert_eq!(students[0].clone().get(&path).status, 200);
        assert_eq!(class.instructor.clone().get(&path).status, 200);
    }
    let activate = format!("/api/class/submissions/{id}/activate");
    students[1].clone().post(&activate, &Value::Null).refused(404);
}

#[test]
fn students_cannot_do_what_instructors_do() {
    let mut class = TestClass::start(0);
    let students = class.students(&["ann"]);
    for path in [
        "people",
        "dashboard",
        "audit",
        "similarity",
        "export/standings.csv",
        "export/grades.csv",
        "export/versions.zip",
        "people/1/submissions",
    ] {
        students[0].clone().get(&format!("/api/class/{path}")).refused(403);
    }
    for (path, body) in [
        ("freeze", json!({"frozen": true})),
        ("people", json!({"people": []})),
        ("people/import", json!({"csv": "1,A"})),
        ("people/1/reset", json!(null)),
        ("people/1/disqualify", json!({"reason": "x"})),
        ("tournaments", json!({"format": "swiss", "title": "x"})),
        ("pairs/1/rerun", json!({"reason": "x"})),
        ("submissions/1/check", json!(null)),
    ] {
        students[0].clone().post(&format!("/api/class/{path}"), &body).refused(403);
    }
}

#[test]
fn a_login_gets_a_new_session_and_tells_nothing() {
    let mut class = TestClass::start(0);
    class.students(&["ann"]);
    let mut thief = class.server.visitor();
    // A token that somebody else chose is not taken over.
    let fixed = format!("class={}", "a".repeat(64));
    thief.cookie = Some(fixed.clone());
    let answer = thief.post("/api/class/login", &json!({"login": "ann", "password": PASSWORD}));
    answer.ok();
    let cookies: Vec<_> = answer.headers.iter().filter(|(name, _)| name == "set-cookie").collect();
    let cookie = cookies.iter().find(|(_, value)| value.starts_with("class=")).unwrap();
    assert!(!cookie.1.starts_with(&fixed), "{cookie:?}");
    assert!(cookie.1.contains("HttpOnly; SameSite=Strict"), "{cookie:?}");
    thief.cookie = Some(fixed);
    thief.clone().get("/api/class/standings").refused(401);
    // An unknown login and a wrong password have the same answer.
    let ask = |login: &str| {
        let request = json!({"login": login, "password": "wrong password"});
        class.server.visitor().post("/api/class/login", &request).refused(401)
    };
    assert_eq!(ask("ann"), ask("nobody"));
    // A code works once.
    let used = json!({"login": "ins", "code": class.code, "password": PASSWORD});
    class.server.visitor().post("/api/class/join", &used).refused(401);
    // Logging out ends the session on the server.
    let mut ann = class.instructor.clone();
    assert_eq!(ann.post("/api/class/logout", &Value::Null).status, 204);
    class.instructor.clone().get("/api/class/standings").refused(401);
}

#[test]
fn logins_are_limited_by_account_until_time_has_passed() {
    let class = TestClass::start(0);
    let request = json!({"login": "ghost", "password": "wrong password"});
    let attempt = || class.server.visitor().post("/api/class/login", &request).status;
    let statuses: Vec<_> = (0..12).map(|_| attempt()).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 10, "{statuses:?}");
    assert_eq!(statuses[11], 429);
    class.server.clock.advance(std::time::Duration::from_secs(31));
    assert_eq!(attempt(), 401);
}

#[test]
fn pages_of_other_sites_cannot_use_a_session() {
    let class = TestClass::start(0);
    for header in [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")] {
        let headers = [("content-type", "application/json"), header];
        let freeze = class.instructor.clone().ask(
            "POST",
            "/api/class/freeze",
            &headers,
            b"{\"frozen\":true}",
        );
        freeze.refused(403);
        let upload =
            class.instructor.clone().ask("POST", "/api/class/submissions", &[header], b"x");
        upload.refused(403);
    }
    assert_eq!(get(&class.instructor, "/api/class")["frozen"], false);
}

#[test]
fn uploads_are_bounded_in_size_and_number() {
    let mut class = TestClass::start(0);
    let ann = class.students(&["ann"]).remove(0);
    let large = vec![b'#'; (1 << 20) + 1];
    ann.clone().ask("POST", "/api/class/submissions", &[], &large).refused(413);
    ann.clone().ask("POST", "/api/class/submissions", &[], b"PK\x03\x04 x").refused(422);
    for number in 0..20 {
        submit(&ann, format!("# {number}").as_bytes());
    }
    ann.clone().ask("POST", "/api/class/submissions", &[], b"# one more").refused(429);
}

#[test]
fn a_reset_ends_the_sessions_of_a_person() {
    let mut class = TestClass::start(0);
    let mut ann = class.students(&["ann"]).remove(0);
    let me = get(&ann, "/api/class")["me"]["id"].as_i64().unwrap();
    let path = format!("/api/class/people/{me}/reset");
    let invited = class.instructor.clone().post(&path, &Value::Null).ok();
    ann.clone().get("/api/class/standings").refused(401);
    join(&mut ann, "ann", invited["code"].as_str().unwrap());
    get(&ann, "/api/class/standings");
}
