//! Matches and tournaments over the real binary.

use std::time::Duration;

use serde_json::{Value, json};

use super::events::{is_done, long, played, start, wait_for};
use super::process::Server;
use crate::common::{outflank, text};

#[test]
fn a_match_survives_the_server() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let id = start(&mut visitor, &long());
    let enough = 2;
    wait_for(&mut visitor, &id, |event| played(event) >= enough);
    let data = server.data().to_owned();
    let folder = server.kill();
    let server = Server::start_in(&data, &[]);
    visitor.address.clone_from(&server.address);
    let found = visitor.get(&format!("/api/events/{id}")).ok();
    assert_eq!((&found["state"], &found["total"]), (&json!("stopped"), &json!(80)));
    assert!(played(&found) >= enough);
    assert_eq!(visitor.post(&format!("/api/events/{id}/resume"), &Value::Null).status, 204);
    wait_for(&mut visitor, &id, |event| played(event) > played(&found));

    // Told to end, it ends soon, whatever is played.
    server.signal("TERM");
    let (status, _) = server.wait(Duration::from_secs(5));
    assert!(status.success());
    drop(folder);
}

#[test]
fn a_match_of_a_page_is_the_match_of_the_command_line() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let request = json!({
        "rules": "reversed", "a": "engine:depth=2", "b": "random", "pairs": 3, "seed": 7
    });
    let id = start(&mut visitor, &request);
    wait_for(&mut visitor, &id, is_done);
    // It has nothing left to play.
    let store = server.data().join("arena.db");
    let arguments = "match engine:depth=2 random --rules reversed --games 6 --seed 7 --store";
    let arguments: Vec<_> = arguments.split(' ').chain([text(&store)]).collect();
    assert!(outflank(&arguments).ok().err.contains("6 games are in the store already"));
}
