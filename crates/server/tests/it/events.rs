//! Starts matches and waits for them. The tests of the command use this file too.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{TIMEOUT, Visitor};

/// The event as soon as it fits.
#[track_caller]
pub(crate) fn wait_for(visitor: &mut Visitor, id: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let event = visitor.get(&format!("/api/events/{id}")).ok();
        if fits(&event) {
            return event;
        }
        assert!(start.elapsed() < 2 * TIMEOUT, "{event}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

pub(crate) fn start(visitor: &mut Visitor, request: &Value) -> String {
    let answer = visitor.post("/api/matches", request);
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.ok()["id"].as_str().unwrap().to_owned()
}

/// Something that takes long: more than a thousand moves of some milliseconds.
pub(crate) fn long() -> Value {
    json!({"rules": "reversi", "a": "engine", "b": "random", "pairs": 40, "time_ms": 20})
}

pub(crate) fn is_done(event: &Value) -> bool {
    event["state"] == "done"
}

pub(crate) fn played(event: &Value) -> u64 {
    event["played"].as_u64().unwrap()
}
