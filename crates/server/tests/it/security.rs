//! Bad input, bad neighbours and bad manners.

use serde_json::json;

use crate::client::{Answer, Visitor};
use crate::server::{Server, settings};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Asserts the security headers of every answer.
#[track_caller]
fn assert_guarded(answer: &Answer) {
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"));
    assert!(!policy.contains("unsafe"));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(answer.header(name), Some(value));
    }
    assert_eq!(answer.header("access-control-allow-origin"), None);
}

#[test]
fn every_answer_tells_browsers_how_little_it_may_do() {
    let server = Server::start();
    let mut visitor = server.visitor();
    for answer in [
        visitor.get("/"),
        visitor.get("/api/info"),
        visitor.get("/api/nothing"),
        visitor.get("/assets/nothing.js"),
        visitor.post("/api/games", &json!({"rules": 1})),
        visitor.post("/api/games", &json!({"rules": "reversi", "color": "both"})),
        visitor.ask("GET", "/", &[("host", "evil.example")], b""),
        visitor.ask("POST", "/api/read", &[JSON], b"{"),
    ] {
        assert_guarded(&answer);
    }
}

#[test]
fn the_cookie_is_for_the_server_alone() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let cookie = visitor.get("/api/info").header("set-cookie").unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let number = cookie.split(['=', ';']).nth(1).unwrap();
    assert_eq!(number.len(), 32);
    // A valid cookie is kept; an invalid one is replaced.
    assert_eq!(visitor.get("/api/info").header("set-cookie"), None);
    for nonsense in ["visitor=1", "visitor=", "visitor=zz", &format!("visitor={}", "F".repeat(32))]
    {
        let mut odd = Visitor { cookie: Some(nonsense.to_owned()), ..visitor.clone() };
        assert!(odd.get("/api/info").header("set-cookie").is_some(), "{nonsense}");
    }
}

#[test]
fn malformed_bodies_are_refused_in_a_sentence() {
    let server = Server::start();
    let mut visitor = server.visitor();
    for (body, status) in [
        (&b"{"[..], 400),
        (b"", 400),
        (b"nonsense", 400),
        (b"{\"rules\": \"reversi\",}", 400),
        (b"\xff\xfe", 400),
        (b"null", 422),
        (b"[1, 2]", 422),
        (b"{\"rules\": 1, \"color\": \"black\"}", 422),
        (b"{\"rules\": \"reversi\", \"color\": \"both\", \"level\": \"five\"}", 422),
        (b"{\"rules\": \"reversi\", \"color\": \"both\", \"level\": 1e99}", 422),
    ] {
        visitor.ask("POST", "/api/games", &[JSON], body).refused(status);
    }
    // Brackets that are never closed, far deeper than any stack.
    let deep = "[".repeat(65_000);
    visitor.ask("POST", "/api/games", &[JSON], deep.as_bytes()).refused(422);
    let mut socket = visitor.socket("/api/analysis");
    let wish = format!("{{\"type\": \"stop\", \"id\": {}", &deep[..60_000]);
    socket.0.send(tungstenite::Message::text(wish)).unwrap();
    assert_eq!(socket.hear()["type"], "error");
    let form = ("content-type", "application/x-www-form-urlencoded");
    visitor.ask("POST", "/api/games", &[form], b"rules=reversi").refused(415);
    visitor.ask("POST", "/api/games", &[("content-type", "text/plain")], b"{}").refused(415);
}

#[test]
fn unknown_names_and_wrong_methods_are_refused() {
    let server = Server::start();
    let mut visitor = server.visitor();
    for path in
        ["/api", "/api/", "/api/game", "/api/games/1/2/3", "/api/../../etc/passwd", "/api/%2e"]
    {
        visitor.get(path).refused(404);
        visitor.post(path, &json!({})).refused(404);
    }
    visitor.delete("/api/info").refused(405);
    visitor.post("/api/info", &json!({})).refused(405);
    visitor.get("/api/read").refused(405);
    visitor.ask("PATCH", "/api/games", &[], b"").refused(405);
    visitor.ask("OPTIONS", "/api/games", &[], b"").refused(405);
    visitor.get("/api/analysis").refused(426);
    // Input that is not HTTP.
    for nonsense in [
        &b"hello\r\n\r\n"[..],
        b"GET /\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
    ] {
        assert!([0, 400, 421].contains(&server.raw(nonsense).status));
    }
    visitor.get("/api/info").ok();
}

#[test]
fn names_that_are_not_ours_are_refused() {
    let server = Server::start_with(|settings| {
        settings.allowed_hosts = vec!["reversi.example".to_owned()];
    });
    let port = server.address.rsplit_once(':').unwrap().1.to_owned();
    let mut visitor = server.visitor();
    let mut with = |host: &str| visitor.ask("GET", "/api/info", &[("host", host)], b"");
    for host in [
        "127.0.0.1",
        "localhost",
        "LocalHost",
        "[::1]",
        "127.1.2.3",
        "reversi.example",
        "REVERSI.example",
    ] {
        assert_eq!(with(&format!("{host}:{port}")).status, 200, "{host}");
        assert_eq!(with(host).status, 200, "{host}");
    }
    for host in [
        "evil.example",
        "localhost.evil.example",
        "evil.example@localhost",
        "127.0.0.1.evil.example",
        "192.168.1.5",
        "0.0.0.0",
        "reversi.example.evil.example",
        "",
        "localhost:x",
        "a b",
    ] {
        let answer = with(host);
        assert!([400, 421].contains(&answer.status), "{host}: {}", answer.status);
    }
    assert_eq!(server.raw(b"GET /api/info HTTP/1.0\r\n\r\n").status, 421);
    let two = format!(
        "GET /api/info HTTP/1.1\r\nhost: {0}\r\nhost: evil.example\r\n\r\n",
        server.address
    );
    assert!([400, 421].contains(&server.raw(two.as_bytes()).status));
    // Pages too: a page of another name could be read by its scripts.
    assert_eq!(visitor.ask("GET", "/", &[("host", "evil.example")], b"").status, 421);
    assert_eq!(visitor.socket_with("/api/analysis", &[("host", "evil.example")]).err(), Some(421));
}

#[test]
fn pages_of_other_sites_can_do_nothing_here() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let body = json!({"rules": "reversi", "color": "both"}).to_string();
    let own = format!("http://{}", server.address);
    let other_port = "http://127.0.0.1:1";
    for headers in [
        [("origin", "https://evil.example"), JSON],
        [("origin", "null"), JSON],
        [("origin", other_port), JSON],
        [("origin", "http://localhost.evil.example"), JSON],
        [("origin", "file://"), JSON],
        [("sec-fetch-site", "cross-site"), JSON],
    ] {
        visitor.ask("POST", "/api/games", &headers, body.as_bytes()).refused(403);
        visitor.ask("DELETE", "/api/games/1", &headers, b"").refused(403);
    }
    assert_eq!(visitor.get("/api/games").ok()["games"], json!([]));
    let headers = [("origin", own.as_str()), ("sec-fetch-site", "same-origin"), JSON];
    assert_eq!(visitor.ask("POST", "/api/games", &headers, body.as_bytes()).status, 201);
    // Links from elsewhere may lead here.
    assert_eq!(visitor.ask("GET", "/", &[("sec-fetch-site", "cross-site")], b"").status, 200);

    for (origin, expected) in [
        ("https://evil.example", Some(403)),
        ("null", Some(403)),
        (other_port, Some(403)),
        (&own, None),
    ] {
        let opened = visitor.socket_with("/api/analysis", &[("origin", origin)]);
        assert_eq!(opened.err(), expected, "{origin}");
    }
    assert!(visitor.socket_with("/api/analysis", &[]).is_ok(), "programs have no origin");
}

#[test]
fn only_files_may_be_large() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let text = "f5d6\n".repeat(100_000);
    visitor.post("/api/read", &json!({"text": text})).ok();
    let game = json!({"rules": "reversi", "color": "both", "moves": vec!["f5"; 20_000]});
    visitor.post("/api/games", &game).refused(413);
}

#[test]
fn no_folder_of_a_player_is_disclosed() {
    let folder = tempfile::tempdir().unwrap();
    let players = vec!["python:/home/ada/agents/mine.py".parse().unwrap()];
    let settings = outflank_server::Settings { players, ..settings(folder.path()) };
    let server = Server::start_by(settings, outflank_server::Clock::system());
    let info = server.visitor().get("/api/info").ok();
    let mut names = info["players"].as_array().unwrap().iter().map(|player| &player["name"]);
    assert_eq!(names.next_back(), Some(&json!("python:mine.py")));
    assert!(!info.to_string().contains("ada"), "{info}");
}
