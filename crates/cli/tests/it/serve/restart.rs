//! Games survive the end of the server, in order or by a kill.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::{START, Socket, Visitor, begin};
use super::process::Server;

fn moves(game: &Value) -> Vec<String> {
    game["moves"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// Makes a move, wherever the game stands.
fn play(visitor: &mut Visitor, id: &str, played: &str, ply: usize) -> Value {
    visitor.post(&format!("/api/games/{id}/moves"), &json!({"move": played, "ply": ply})).ok()
}

/// The next game on a socket where it is the visitor's turn or over.
fn my_turn(socket: &mut Socket) -> Value {
    let message = socket.hear_until(|message| message["game"]["thinking"] == false);
    message["game"].clone()
}

#[test]
fn nothing_that_was_answered_is_lost_when_the_process_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start_in(folder.path(), &[]);
    let mut visitor = server.visitor();
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both"}));
    let mut seen = visitor.get(&format!("/api/games/{id}")).ok();
    // A kill after each few moves, at the very moment of the answer.
    for _ in 0..5 {
        for _ in 0..4 {
            if seen["outcome"].is_null() {
                let first = seen["legal"][0].as_str().unwrap().to_owned();
                seen = play(&mut visitor, &id, &first, moves(&seen).len());
            }
        }
        server.kill();
        server = Server::start_in(folder.path(), &[]);
        visitor.address.clone_from(&server.address);
        let game = visitor.get(&format!("/api/games/{id}")).ok();
        assert_eq!(game["moves"], seen["moves"]);
        assert_eq!(game["notes"], seen["notes"]);
    }
    assert!(moves(&seen).len() >= 20);
}

#[test]
fn a_game_goes_on_after_a_kill_in_the_middle_of_the_engines_thought() {
    let folder = tempfile::tempdir().unwrap();
    // Without the book, which would answer at once.
    let server = Server::start_in(folder.path(), &["--book", "off"]);
    let mut visitor = server.visitor();
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "black", "level": 20}));
    assert_eq!(play(&mut visitor, &id, "f5", 0)["thinking"], true);
    server.kill();
    let server = Server::start_in(folder.path(), &["--book", "off"]);
    visitor.address.clone_from(&server.address);
    let mut socket = visitor.socket(&format!("/api/games/{id}/live"));
    let first = socket.hear()["game"].clone();
    assert_eq!((moves(&first), &first["thinking"]), (vec!["f5".to_owned()], &json!(true)));
    let game = my_turn(&mut socket);
    assert_eq!(moves(&game).len(), 2);
}

#[test]
fn a_server_that_is_told_to_stop_says_goodbye_and_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_in(folder.path(), &[]);
    let mut visitor = server.visitor();
    let id = begin(&mut visitor, &json!({"rules": "reversed", "color": "black", "level": 20}));
    let mut live = visitor.socket(&format!("/api/games/{id}/live"));
    live.hear();
    let mut analysis = visitor.socket("/api/analysis");
    analysis.say(&json!({"type": "analyse", "id": 1, "rules": "reversi", "position": START}));
    analysis.hear();
    play(&mut visitor, &id, "f5", 0);
    // A silent client must not delay it.
    let silent = server.connect();
    let start = Instant::now();
    server.signal("TERM");
    assert_eq!(live.closed(), Some(1001));
    assert_eq!(analysis.closed(), Some(1001));
    let (status, _) = server.wait(Duration::from_secs(3));
    assert!(status.success(), "{status}");
    assert!(start.elapsed() < Duration::from_secs(3));
    drop(silent);
    let server = Server::start_in(folder.path(), &[]);
    visitor.address.clone_from(&server.address);
    assert_eq!(moves(&visitor.get(&format!("/api/games/{id}")).ok())[..1], ["f5".to_owned()]);
}
