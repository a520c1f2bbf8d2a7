//! The description names every status that occurs.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::client::{Visitor, begin};
use crate::events::{is_done, long, start, wait_for};
use crate::server::Server;

const JSON: (&str, &str) = ("content-type", "application/json");

/// The headers and the body of a request.
type Mischief = (Vec<(&'static str, &'static str)>, Vec<u8>);

/// A request of each kind of mischief.
fn mischief() -> Vec<Mischief> {
    let bodies: [&[u8]; 8] =
        [b"", b"{", b"null", b"[]", b"{}", b"{\"rules\": \"chess\"}", b"\xff", b"\"text\""];
    let mut all: Vec<_> = bodies.iter().map(|body| (vec![JSON], body.to_vec())).collect();
    all.extend([
        (vec![], b"{}".to_vec()),
        (vec![("content-type", "text/plain")], b"{}".to_vec()),
        (vec![JSON, ("origin", "https://evil.example")], b"{}".to_vec()),
        (vec![JSON, ("host", "evil.example")], b"{}".to_vec()),
        (vec![JSON], vec![b'x'; (1 << 20) + 1]),
        (vec![("upgrade", "websocket"), ("connection", "upgrade")], Vec::new()),
        (vec![("sec-fetch-site", "cross-site")], Vec::new()),
    ]);
    all
}

/// The statuses that the description names for an operation.
fn described(operation: &Value) -> BTreeSet<u16> {
    let responses = operation["responses"].as_object().unwrap();
    responses.keys().map(|status| status.parse().unwrap()).collect()
}

#[test]
fn every_status_that_occurs_is_described() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let description = visitor.get("/api/openapi.json").ok();
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both"}));
    let quick = json!({"rules": "reversi", "a": "greedy", "b": "random", "pairs": 1});
    let event = start(&mut visitor, &quick);
    wait_for(&mut visitor, &event, is_done);
    let mut seen: BTreeMap<String, BTreeSet<u16>> = BTreeMap::new();
    let mut check = |name: &str, operation: &Value, status: u16, request: &str| {
        let known = described(operation);
        assert!(known.contains(&status), "{name}: {status} is not described ({request})");
        seen.entry(name.to_owned()).or_default().insert(status);
    };
    for (path, operations) in description["paths"].as_object().unwrap() {
        let own = |id: &str, game: &str| path.replace("{id}", id).replace("{game}", game);
        let id = if path.starts_with("/api/events") { &event } else { &id };
        let paths = [own(id, "1"), own("nothing", "x"), own("0.99", "%F0"), own(id, "99")];
        for (method, operation) in operations.as_object().unwrap() {
            let name = format!("{method} {path}");
            for path in &paths {
                for query in [
                    "",
                    "?after=x",
                    "?format=exe",
                    "?format=ggf",
                    "?moves=a1&rules=reversi",
                    "?rules=chess",
                    "?start=X&rules=reversi",
                    "?rules=reversed&moves=f5",
                ] {
                    let path = format!("{path}{query}");
                    let answer = visitor.ask(&method.to_uppercase(), &path, &[JSON], b"{}");
                    check(&name, operation, answer.status, &path);
                }
            }
            for (headers, body) in mischief() {
                let answer = visitor.ask(&method.to_uppercase(), &paths[0], &headers, &body);
                // A client that is cut off while it sends too much hears nothing.
                if answer.status != 0 {
                    check(&name, operation, answer.status, &format!("{headers:?}"));
                }
            }
        }
    }
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both"}));
    for (name, request) in valid_requests() {
        let (method, path) = name.split_once(' ').unwrap();
        let operation = &description["paths"][path][method];
        for answer in send(&mut visitor, method, &path.replace("{id}", &id), &request) {
            check(name, operation, answer, &request.to_string());
        }
    }
    // Matches that take long: one that is played already, and one too many.
    let same = json!({"seed": 1});
    for more in [&same, &same, &Value::Null, &Value::Null, &Value::Null, &Value::Null] {
        let mut request = long();
        request.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        let operation = &description["paths"]["/api/matches"]["post"];
        let answer = visitor.post("/api/matches", &request);
        check("post /api/matches", operation, answer.status, &request.to_string());
    }
    // The test reaches what it should.
    let count: usize = seen.values().map(BTreeSet::len).sum();
    assert!(count > 100, "{count}: {seen:?}");
    let expected: [(&str, &[u16]); 4] = [
        ("post /api/matches", &[201, 400, 403, 409, 413, 415, 421, 422, 429]),
        ("post /api/games", &[201, 400, 403, 413, 415, 421, 422]),
        ("post /api/games/{id}/moves", &[200, 400, 403, 404, 409, 413, 415, 421, 422]),
        ("get /api/analysis", &[413, 421, 426]),
    ];
    for (name, statuses) in expected {
        assert!(statuses.iter().all(|status| seen[name].contains(status)), "{name}: {seen:?}");
    }
}

/// Requests that can be granted, and their repetition, which often cannot.
fn valid_requests() -> Vec<(&'static str, Value)> {
    let game = json!({"rules": "reversi", "color": "both"});
    vec![
        ("post /api/games", game),
        ("post /api/games/{id}/moves", json!({"move": "f5", "ply": 0})),
        ("post /api/games/{id}/moves", json!({"move": "a1", "ply": 1})),
        ("post /api/games/{id}/hint", Value::Null),
        ("post /api/games/{id}/takeback", Value::Null),
        ("post /api/games/{id}/resign", Value::Null),
        ("post /api/games/{id}/hint", Value::Null),
        ("post /api/read", json!({"text": "f5d6"})),
        ("post /api/write", json!({"format": "ggf", "rules": "reversi", "moves": ["f5"]})),
        ("delete /api/games/{id}", Value::Null),
    ]
}

/// Sends a request twice.
fn send(visitor: &mut Visitor, method: &str, path: &str, body: &Value) -> Vec<u16> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut once = || visitor.ask(&method.to_uppercase(), path, &[JSON], body.as_bytes()).status;
    vec![once(), once()]
}
