//! Events of the command line, watched in the browser app.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::TIMEOUT;
use super::events::played;
use super::process::Server;
use crate::common::{outflank, text};

/// A process that does not outlive its test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_tournament_of_the_command_line_is_watched_while_it_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let cup = folder.path().join("cup");
    let store = cup.join("games.db");
    let server = Server::start(&["--store", text(&store)]);
    let mut visitor = server.visitor();
    let list = visitor.get("/api/events").ok();
    assert_eq!(list["problems"], json!(["cup/games.db is not there yet."]));

    let mut tournament = Running(
        Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["tournament", "--player", "Ann=random", "--player", "Bea=greedy"])
            .args(["--player", "Cem=engine:time=10ms", "--rounds", "3", "--concurrency", "2"])
            .args(["--output", text(&cup)])
            .stdout(Stdio::null())
            .spawn()
            .unwrap(),
    );
    let begun = Instant::now();
    let first = loop {
        let list = visitor.get("/api/events").ok();
        if let Some(event) = list["events"].get(0)
            && played(event) > 0
        {
            break event.clone();
        }
        assert!(begun.elapsed() < TIMEOUT, "{list}");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!((&first["id"], &first["state"]), (&json!("1.1"), &json!("live")));
    assert_eq!(first["title"], "Round robin of 3 players");
    assert_eq!(first["ours"], false);
    assert!(played(&first) < 18, "{first}");
    visitor.post("/api/events/1.1/stop", &Value::Null).refused(409);
    assert!(tournament.0.wait().unwrap().success());

    // At its end it is complete, and stands as the command line says.
    let event = visitor.get("/api/events/1.1").ok();
    assert_eq!((played(&event), &event["state"]), (18, &json!("done")));
    let written = std::fs::read_to_string(cup.join("standings.json")).unwrap();
    let written: Value = serde_json::from_str(&written).unwrap();
    let rows = written["standings"].as_array().unwrap();
    for (row, shown) in rows.iter().zip(event["standings"].as_array().unwrap()) {
        for key in ["rank", "name", "rating", "rating_error", "points", "wins", "draws", "losses"] {
            assert_eq!(row[key], shown[key], "{key}");
        }
    }
    assert_eq!(event["standings"][0]["name"], "Cem");
    let order = rows.iter().map(|row| row["name"].as_str().unwrap());
    for (row, name) in order.enumerate() {
        let players = event["players"].as_array().unwrap();
        let number = players.iter().position(|player| player["name"] == name).unwrap();
        let lost: i64 = event["cross"][number]
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| cell[2].as_i64().unwrap())
            .sum();
        assert_eq!(rows[row]["losses"], lost);
    }
    let games = event["games"].as_array().unwrap();
    assert!(games.iter().all(|game| game["black"] != Value::Null && game["fault"].is_null()));
}

#[test]
fn finished_matches_of_the_command_line_are_done() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    let flags = ["--seed", "1", "--store", text(&store)];
    outflank(&[&["match", "random", "greedy", "--games", "4"], &flags[..]].concat()).ok();
    let server = Server::start(&["--store", text(&store)]);
    let event = server.visitor().get("/api/events/1.1").ok();
    assert_eq!(
        (&event["state"], &event["played"], &event["total"]),
        (&json!("done"), &json!(4), &json!(4))
    );
}
