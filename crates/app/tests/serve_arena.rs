//! Matches and tournaments over the real binary.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod common;

#[path = "serve/client.rs"]
mod client;

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use client::{PATIENCE, Server, Visitor};
use common::{outflank, text};
use outflank_core::{Game, Position};
use outflank_formats::{Format, ReadOptions, read};
use serde_json::{Value, json};

/// The event as soon as it fits.
#[track_caller]
fn wait_for(visitor: &mut Visitor, id: &str, fits: impl Fn(&Value) -> bool) -> Value {
    let start = Instant::now();
    loop {
        let event = visitor.get(&format!("/api/events/{id}")).ok();
        if fits(&event) {
            return event;
        }
        assert!(start.elapsed() < 2 * PATIENCE, "{event}");
        std::thread::sleep(Duration::from_millis(30));
    }
}

fn start(visitor: &mut Visitor, request: &Value) -> String {
    let answer = visitor.post("/api/matches", request);
    assert_eq!(answer.status, 201, "{}", answer.text());
    answer.ok()["id"].as_str().unwrap().to_owned()
}

/// Something that takes long: more than a thousand moves of some milliseconds.
fn long() -> Value {
    json!({"rules": "reversi", "a": "engine", "b": "random", "pairs": 40, "time_ms": 20})
}

fn is_done(event: &Value) -> bool {
    event["state"] == "done"
}

fn played(event: &Value) -> u64 {
    event["played"].as_u64().unwrap()
}

#[test]
fn a_match_is_played_to_its_end_and_its_games_are_exported() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let request = json!({
        "rules": "reversed", "a": "engine:depth=2", "b": "random", "pairs": 3, "seed": 7
    });
    let id = start(&mut visitor, &request);
    let event = wait_for(&mut visitor, &id, is_done);
    assert_eq!(
        (played(&event), &event["total"], &event["rules"]),
        (6, &json!(6), &json!("reversed"))
    );
    assert_eq!(event["title"], "engine:depth=2 – random");
    assert_eq!(
        (&event["seed"], &event["ours"], &event["error"]),
        (&json!("7"), &json!(true), &Value::Null)
    );
    let result = &event["match"];
    assert_eq!(result["games"], 6);
    let pairs: u64 = result["pairs"].as_array().unwrap().iter().filter_map(Value::as_u64).sum();
    assert_eq!(pairs, 3);
    assert!(result["los"].as_f64().unwrap() > 0.5, "{result}");
    assert_eq!(event["standings"].as_array().unwrap().len(), 2);
    assert_eq!(event["standings"][0]["name"], "engine:depth=2");
    let [won, drawn, lost, _] = [0, 1, 2, 3].map(|at| event["cross"][0][1][at].as_i64().unwrap());
    assert_eq!(won + drawn + lost, 6);
    assert_eq!(event["cross"][1][0][0], lost);

    // Lists and newer games.
    let list = visitor.get("/api/events").ok();
    assert_eq!(list["events"][0]["id"], id.as_str());
    assert_eq!(list["problems"], json!([]));
    let games = event["games"].as_array().unwrap();
    assert_eq!(games.len(), 6);
    let third = games[3]["id"].as_i64().unwrap();
    let newer = visitor.get(&format!("/api/events/{id}?after={third}")).ok();
    assert_eq!(newer["games"].as_array().unwrap()[..], games[..3]);

    // A game whole: its moves are legal and lead to its score.
    let number = games[0]["id"].as_i64().unwrap();
    let game = visitor.get(&format!("/api/events/{id}/games/{number}")).ok();
    let begin: Position = game["start"].as_str().unwrap().parse().unwrap();
    let mut replayed = Game::from_position(begin);
    let moves = game["moves"].as_array().unwrap();
    for played in moves {
        replayed.play(played.as_str().unwrap().parse().unwrap()).unwrap();
    }
    assert!(replayed.is_over());
    assert_eq!(game["notes"].as_array().unwrap().len(), moves.len());
    assert_eq!(game["notes"][0]["time_ms"], Value::Null);
    assert!(game["notes"].as_array().unwrap().last().unwrap()["time_ms"].is_number());
    let score = replayed.result("reversed".parse().unwrap(), outflank_core::Color::Black);
    assert_eq!(game["score"], score.unwrap().discs());
    assert_eq!(game["next"], Value::Null);

    // Every file of all games reads back as six games.
    for format in [Format::Ggf, Format::Json, Format::Sgf, Format::Transcript] {
        let answer = visitor.get(&format!("/api/events/{id}/export?format={format}"));
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-disposition").unwrap().starts_with("attachment"));
        let items: Vec<_> = read(format, answer.body.as_slice(), ReadOptions::default()).collect();
        assert_eq!(items.len(), 6, "{format}");
        assert!(items.iter().all(Result::is_ok), "{format}");
    }
    let one = visitor.get(&format!("/api/events/{id}/games/{number}/export?format=course-steps"));
    assert!(one.text().starts_with("Black is "), "{}", one.text());
    let logs = visitor.get(&format!("/api/events/{id}/export?format=log"));
    assert_eq!(logs.text(), "No player wrote anything.\n");

    // It is the match of the command line, which has nothing left to play.
    let store = server.data().join("arena.db");
    let same = outflank(&[
        "match",
        "engine:depth=2",
        "random",
        "--rules",
        "reversed",
        "--games",
        "6",
        "--seed",
        "7",
        "--store",
        text(&store),
    ]);
    assert!(same.ok().err.contains("6 games are in the store already"));
}

#[test]
fn a_match_is_stopped_goes_on_and_survives_the_server() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let id = start(&mut visitor, &long());
    // The second waits for the first.
    let quick = json!({"rules": "reversi", "a": "greedy", "b": "random", "pairs": 2});
    let second = start(&mut visitor, &quick);
    let event = wait_for(&mut visitor, &id, |event| played(event) >= 2);
    assert_eq!(event["state"], "live");
    let waiting = visitor.get(&format!("/api/events/{second}")).ok();
    assert_eq!((&waiting["state"], played(&waiting)), (&json!("live"), 0));
    assert_eq!(visitor.post(&format!("/api/events/{id}/stop"), &Value::Null).status, 204);
    let stopped = wait_for(&mut visitor, &id, |event| event["state"] == "stopped");
    wait_for(&mut visitor, &second, is_done);
    let after = visitor.get(&format!("/api/events/{id}")).ok();
    assert_eq!(played(&after), played(&stopped));
    visitor.post(&format!("/api/events/{id}/stop"), &Value::Null).refused(409);

    // It goes on, and the server dies in the middle of it.
    assert_eq!(visitor.post(&format!("/api/events/{id}/resume"), &Value::Null).status, 204);
    visitor.post(&format!("/api/events/{id}/resume"), &Value::Null).refused(409);
    let enough = played(&stopped) + 2;
    wait_for(&mut visitor, &id, |event| played(event) >= enough);
    let data = server.data().to_owned();
    let folder = server.kill();
    let server = Server::start_in(&data, &[]);
    let mut visitor = server.visitor();
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

/// Orders that follow each other at once find the match waiting, beginning,
/// playing or ending.
#[test]
fn stop_and_resume_are_never_lost() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let request =
        json!({"rules": "reversi", "a": "engine:level=6", "b": "engine:level=5", "pairs": 400});
    let id = start(&mut visitor, &request);
    for _ in 0..8 {
        assert_eq!(visitor.post(&format!("/api/events/{id}/stop"), &Value::Null).status, 204);
        wait_for(&mut visitor, &id, |event| event["state"] == "stopped");
        assert_eq!(visitor.post(&format!("/api/events/{id}/resume"), &Value::Null).status, 204);
        assert_eq!(visitor.get(&format!("/api/events/{id}")).ok()["state"], "live");
    }
    wait_for(&mut visitor, &id, |event| played(event) > 0);
}

#[test]
fn at_most_eight_matches_wait() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    for _ in 0..8 {
        start(&mut visitor, &long());
    }
    let sentence = visitor.post("/api/matches", &long()).refused(429);
    assert_eq!(sentence, "8 matches are played or wait already: stop one, or come back later.");
}

#[test]
fn paths_and_commands_never_come_from_a_page() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.py"), "class AI:\n    pass\n").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "").unwrap();
    let server = Server::start(&["--agents", text(folder.path())]);
    let mut visitor = server.visitor();
    let path = format!("python:{}", text(&folder.path().join("mine.py")));
    for name in [
        "gtp:sh -c 'touch here'",
        "nboard:ntest",
        "python:/etc/passwd",
        "python:../mine.py",
        "python:notes.txt",
        path.as_str(),
        "genome:/etc/passwd",
        "engine:weights=/etc/passwd",
        "engine:threads=64",
        "engine:hash=100000",
        "hal",
        "",
    ] {
        for (a, b) in [(name, "random"), ("random", name)] {
            let request = json!({"rules": "reversi", "a": a, "b": b, "pairs": 1});
            let sentence = visitor.post("/api/matches", &request).refused(422);
            assert!(sentence.contains("may not play from here"), "{sentence}");
        }
    }
    for (request, expected) in [
        (json!({"a": "engine:depth=40"}), "The depth of an engine cannot be 40: expected 1 to 20."),
        (json!({"a": "classic:evolved"}), "Evolved plays reversed only, not reversi."),
        (json!({"pairs": 0}), "pairs cannot be 0: expected 1 to 500."),
        (json!({"pairs": 501}), "pairs cannot be 501: expected 1 to 500."),
        (json!({"rules": "chess"}), "'chess' is not a game: expected reversi or reversed."),
        (json!({"nodes": 0}), "nodes cannot be 0: expected 1 to 100000000."),
        (json!({"nodes": 5, "depth": 5}), "Give one of time_ms, nodes and depth, not several."),
    ] {
        let mut whole = json!({"rules": "reversi", "a": "random", "b": "greedy", "pairs": 1});
        whole.as_object_mut().unwrap().extend(request.as_object().unwrap().clone());
        assert_eq!(visitor.post("/api/matches", &whole).refused(422), expected);
    }
    let events = visitor.get("/api/events").ok();
    assert_eq!(events["events"], json!([]));

    // The folder's own agent may play, in a sandbox or not at all, and nobody
    // learns where it lies.
    let info = visitor.get("/api/info").ok();
    let players = info["players"].as_array().unwrap();
    assert!(players.iter().any(|player| player["name"] == "python:mine.py"));
    let request = json!({"rules": "reversi", "a": "python:mine.py", "b": "random", "pairs": 1});
    let answer = visitor.post("/api/matches", &request);
    if info["has_sandbox"] == false {
        assert!(answer.refused(422).contains("sandbox"));
    } else if answer.status == 201 {
        let id = answer.ok()["id"].as_str().unwrap().to_owned();
        let event = wait_for(&mut visitor, &id, is_done);
        assert_eq!(event["players"][0]["name"], "python:mine.py");
        // It has no method that plays.
        assert_eq!(event["games"][0]["ending"], "fault");
        assert_eq!(event["standings"][0]["name"], "random");
    } else {
        // There is no Python here.
        answer.refused(422);
    }
}

#[test]
fn what_is_not_there_is_not_found() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let id =
        start(&mut visitor, &json!({"rules": "reversi", "a": "greedy", "b": "random", "pairs": 1}));
    wait_for(&mut visitor, &id, is_done);
    for event in [
        "0.2",
        "1.1",
        "0",
        "x.y",
        "0.-1",
        "0.+1",
        "-1.1",
        "0.99999999999999999999",
        "..%2F..",
        "0.1%00",
        "%F0",
    ] {
        for rest in ["", "/games/1", "/export?format=ggf", "/games/1/export?format=ggf"] {
            visitor.get(&format!("/api/events/{event}{rest}")).refused(404);
        }
        visitor.post(&format!("/api/events/{event}/stop"), &Value::Null).refused(404);
        visitor.post(&format!("/api/events/{event}/resume"), &Value::Null).refused(404);
    }
    for game in ["3", "0", "-1", "abc", "..%2F1", "99999999999999999999"] {
        visitor.get(&format!("/api/events/{id}/games/{game}")).refused(404);
        visitor.get(&format!("/api/events/{id}/games/{game}/export?format=ggf")).refused(404);
    }
    for format in ["exe", "wthor", ""] {
        visitor.get(&format!("/api/events/{id}/export?format={format}")).refused(422);
    }
    visitor.get(&format!("/api/events/{id}/export")).refused(400);
    visitor.get(&format!("/api/events/{id}?after=x")).refused(400);
}

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
        assert!(begun.elapsed() < PATIENCE, "{list}");
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
fn a_store_that_is_none_is_told_of_and_hides_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.db");
    std::fs::write(&path, "this is no database, however long it is made to be").unwrap();
    let server = Server::start(&["--store", text(&path)]);
    let mut visitor = server.visitor();
    let id =
        start(&mut visitor, &json!({"rules": "reversi", "a": "greedy", "b": "random", "pairs": 1}));
    wait_for(&mut visitor, &id, is_done);
    let list = visitor.get("/api/events").ok();
    assert_eq!(list["events"].as_array().unwrap().len(), 1);
    let problem = list["problems"][0].as_str().unwrap();
    assert!(problem.contains("text.db") && problem.ends_with('.'), "{problem}");
}
