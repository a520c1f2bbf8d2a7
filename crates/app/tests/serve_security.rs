//! Bad input, bad neighbours and bad manners.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

#[path = "serve/client.rs"]
mod client;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use client::{Answer, START, Server, Visitor, begin, read_answer};
use serde_json::{Value, json};

const JSON: (&str, &str) = ("content-type", "application/json");

/// Asserts what browsers are told with every answer.
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
    let server = Server::start(&[]);
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
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let cookie = visitor.get("/api/info").header("set-cookie").unwrap().to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let number = cookie.split(['=', ';']).nth(1).unwrap();
    assert_eq!(number.len(), 32);
    // Who has one keeps it; who has nonsense gets a new one.
    assert_eq!(visitor.get("/api/info").header("set-cookie"), None);
    for nonsense in ["visitor=1", "visitor=", "visitor=zz", &format!("visitor={}", "F".repeat(32))]
    {
        let mut odd = Visitor { cookie: Some(nonsense.to_owned()), ..visitor.clone() };
        assert!(odd.get("/api/info").header("set-cookie").is_some(), "{nonsense}");
    }
}

#[test]
fn malformed_bodies_are_refused_in_a_sentence() {
    let server = Server::start(&[]);
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
    let deep = "[".repeat(200_000);
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
fn enormous_bodies_are_not_read() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let before = server.resident_kib();
    let text = "f5".repeat(600_000);
    visitor.post("/api/read", &json!({"text": text})).refused(413);
    // A length that is only said.
    let head = format!(
        "POST /api/read HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n",
        server.address
    );
    server.raw(format!("{head}content-length: 99999999999\r\n\r\n{{").as_bytes()).refused(413);
    // No length at all, and no end.
    let mut stream = server.connect();
    stream.write_all(format!("{head}transfer-encoding: chunked\r\n\r\n").as_bytes()).unwrap();
    let chunk = format!("10000\r\n{}\r\n", "x".repeat(0x10000));
    let mut sent = 0;
    while sent < 2000 && stream.write_all(chunk.as_bytes()).is_ok() {
        sent += 1;
    }
    assert!(sent < 2000, "the server has read 128 MiB");
    let answer = server
        .raw(format!("{head}transfer-encoding: chunked\r\n\r\n{}", chunk.repeat(17)).as_bytes());
    assert!(answer.status == 413 || answer.status == 0, "{answer:?}");
    let grown = server.resident_kib().saturating_sub(before);
    assert!(grown < 64 * 1024, "{grown} KiB more");
    // Long headers and long addresses.
    let long =
        format!("GET / HTTP/1.1\r\nhost: {}\r\nx: {}\r\n\r\n", server.address, "x".repeat(40_000));
    assert!([0, 431].contains(&server.raw(long.as_bytes()).status));
    let many =
        format!("GET / HTTP/1.1\r\nhost: {}\r\n{}\r\n", server.address, "x: y\r\n".repeat(500));
    assert!([0, 431].contains(&server.raw(many.as_bytes()).status));
    visitor.get("/api/info").ok();
}

#[test]
fn unknown_names_and_wrong_methods_are_refused() {
    let server = Server::start(&[]);
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
    // What is no HTTP at all.
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
    let server = Server::start(&["--allow-host", "reversi.example"]);
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
    let server = Server::start(&[]);
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
fn a_visitor_has_four_sockets_at_most() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let mut sockets: Vec<_> = (0..4).map(|_| visitor.socket("/api/analysis")).collect();
    assert_eq!(visitor.socket_with("/api/analysis", &[]).err(), Some(429));
    assert!(server.visitor().socket_with("/api/analysis", &[]).is_ok());
    drop(sockets.pop());
    let start = Instant::now();
    while visitor.socket_with("/api/analysis", &[]).is_err() {
        assert!(start.elapsed() < Duration::from_secs(5), "a socket that is closed counts");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn nonsense_on_a_socket_is_answered_and_the_socket_goes_on() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    for (message, id) in [
        (json!("hello"), Value::Null),
        (json!({}), Value::Null),
        (json!({"type": "dance", "id": 7}), json!(7)),
        (json!({"type": "analyse", "id": "a", "rules": "reversi"}), json!("a")),
        (json!({"type": "analyse", "id": "b", "rules": "go", "position": START}), json!("b")),
        (json!({"type": "analyse", "id": "c", "rules": "reversi", "position": "XO"}), json!("c")),
        (json!({"type": "review", "id": "d", "rules": "reversi", "moves": ["a1"]}), json!("d")),
        (
            json!({"type": "review", "id": "e", "rules": "reversi", "moves": vec!["f5"; 999]}),
            json!("e"),
        ),
    ] {
        socket.say(&message);
        let error = socket.hear();
        assert_eq!((&error["type"], &error["id"]), (&json!("error"), &id), "{error}");
        assert!(error["error"].as_str().unwrap().ends_with('.'), "{error}");
    }
    socket.say(&json!({"type": "stop"}));
    socket.say(&json!({"type": "analyse", "id": 1, "rules": "reversi", "position": START}));
    assert_eq!(socket.hear_until(|message| message["type"] == "analysis")["id"], 1);
    // Binary messages and enormous ones end it.
    socket.0.send(tungstenite::Message::binary(vec![1, 2, 3])).unwrap();
    assert_eq!(socket.closed(), Some(1003));
    let mut socket = visitor.socket("/api/analysis");
    let _ = socket.0.send(tungstenite::Message::text("x".repeat(200_000)));
    assert_ne!(socket.closed(), Some(1000));
    visitor.get("/api/info").ok();
}

#[test]
fn those_who_ask_slowly_are_not_waited_for() {
    let server = Server::start(&[]);
    // A letter every second: the header never ends.
    let mut slow = server.connect();
    let start = Instant::now();
    let header = format!("GET / HTTP/1.1\r\nhost: {}\r\nx-slow: ", server.address);
    slow.write_all(header.as_bytes()).unwrap();
    let mut silent = server.connect();
    loop {
        assert!(start.elapsed() < Duration::from_secs(20), "the server still waits");
        std::thread::sleep(Duration::from_millis(500));
        if slow.write_all(b"x").is_err() {
            break;
        }
        slow.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
        let mut one = [0];
        match slow.read(&mut one) {
            Ok(0) => break,
            Ok(_) => {
                slow.set_read_timeout(Some(Duration::from_secs(1))).unwrap();
                break;
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => break,
        }
    }
    assert!(start.elapsed() > Duration::from_secs(8));
    // One who never said anything is not kept either.
    let mut rest = Vec::new();
    let _ = silent.read_to_end(&mut rest);
    assert!(start.elapsed() < Duration::from_secs(20));
    server.visitor().get("/api/info").ok();
}

#[test]
fn one_who_does_not_read_holds_nobody_up_and_costs_little() {
    let server = Server::start(&[]);
    let mut others = server.visitor();
    let id = begin(&mut others, &json!({"rules": "reversi", "color": "both"}));
    // Engines and tables are there before anything is measured.
    let mut socket = others.socket("/api/analysis");
    for rules in ["reversed", "reversi"] {
        let wish = json!({"type": "analyse", "id": rules, "rules": rules, "position": START});
        socket.say(&wish);
        socket.hear_until(|message| message["depth"].as_u64().is_some_and(|depth| depth > 12));
    }
    let before = server.resident_kib();
    // Asks for the same page again and again, and reads nothing of it.
    let mut deaf = server.connect();
    deaf.set_write_timeout(Some(Duration::from_millis(300))).unwrap();
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", server.address);
    for _ in 0..5000 {
        if deaf.write_all(request.as_bytes()).is_err() {
            break;
        }
    }
    // And sockets that ask for ever new analyses without hearing any.
    let mut sockets = Vec::new();
    for _ in 0..3 {
        let mut visitor = server.visitor();
        let mut socket = visitor.socket("/api/analysis");
        let stream = socket.0.get_ref();
        stream.set_write_timeout(Some(Duration::from_millis(300))).unwrap();
        for id in 0..3000 {
            let wish = json!({"type": "analyse", "id": "x".repeat(5000) + &id.to_string(),
                "rules": "chess", "position": START});
            if socket.0.send(tungstenite::Message::text(wish.to_string())).is_err() {
                break;
            }
        }
        sockets.push(socket);
    }
    let start = Instant::now();
    others.get(&format!("/api/games/{id}")).ok();
    others.get("/api/info").ok();
    assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
    socket.say(&json!({"type": "analyse", "id": 1, "rules": "reversi", "position": START}));
    socket.hear_until(|message| message["type"] == "analysis" && message["id"] == 1);
    let grown = server.resident_kib().saturating_sub(before);
    assert!(grown < 32 * 1024, "{grown} KiB more");
    // They are cut off after a while.
    std::thread::sleep(Duration::from_secs(11));
    deaf.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let mut all = Vec::new();
    let _ = deaf.read_to_end(&mut all);
    for socket in &mut sockets {
        assert_ne!(socket.closed(), Some(1000));
    }
    others.get("/api/info").ok();
}

#[test]
fn half_open_sockets_are_noticed() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    visitor.get("/api/info").ok();
    // A socket whose other end has vanished answers no ping.
    let mut vanished = server.connect();
    let request = format!(
        "GET /api/analysis HTTP/1.1\r\nhost: {}\r\ncookie: {}\r\nupgrade: websocket\r\n\
         connection: upgrade\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address,
        visitor.cookie.clone().unwrap()
    );
    vanished.write_all(request.as_bytes()).unwrap();
    assert_eq!(read_answer(&mut vanished).status, 101);
    let start = Instant::now();
    vanished.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let mut heard = Vec::new();
    let _ = vanished.read_to_end(&mut heard);
    let gone = start.elapsed();
    assert!((20..45).contains(&gone.as_secs()), "{gone:?}");
    assert!(heard.len() < 100, "only pings: {heard:?}");
    // Its place is free again.
    let sockets: Vec<_> = (0..4).map(|_| visitor.socket("/api/analysis")).collect();
    assert_eq!(sockets.len(), 4);
}
