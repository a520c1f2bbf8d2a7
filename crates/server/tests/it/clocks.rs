//! The clocks of games, on a clock that the test sets.

use std::time::Duration;

use outflank_server::Clock;
use serde_json::{Value, json};

use crate::client::{begin, wait_until};
use crate::games::{moves, my_turn, play};
use crate::server::{Server, settings};

#[test]
fn clocks_run_on_the_server_and_end_the_game_by_themselves() {
    let server = Server::start_by_hand();
    let mut visitor = server.visitor();
    let clock = json!({"seconds": 2, "increment": 1});
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both", "clock": clock}));
    let mut socket = visitor.socket(&format!("/api/games/{id}/live"));
    let game = socket.hear()["game"].clone();
    assert_eq!(game["clock"]["running"], "black");
    server.clock.advance(Duration::from_millis(500));
    let game = play(&mut visitor, &id, "f5", 0);
    assert_eq!(game["clock"]["black_ms"], 2500);
    assert_eq!(game["notes"][0]["time_ms"], 500);
    assert_eq!(game["clock"]["running"], "white");
    // Nobody asks: the time of white runs out by itself, and no sooner.
    server.clock.advance(Duration::from_millis(1990));
    assert_eq!(visitor.get(&format!("/api/games/{id}")).ok()["outcome"], Value::Null);
    server.clock.advance(Duration::from_millis(20));
    let message = socket.hear_until(|message| !message["game"]["outcome"].is_null());
    let game = &message["game"];
    assert_eq!(game["outcome"], json!({"winner": "black", "margin": null, "ending": "timeout"}));
    assert_eq!(game["clock"]["white_ms"], 0);
    assert_eq!(game["clock"]["running"], Value::Null);
    let back = visitor.post(&format!("/api/games/{id}/takeback"), &Value::Null);
    assert_eq!(back.refused(409), "The time is over: nothing can be taken back.");
}

#[test]
fn the_engine_keeps_its_time_at_any_level() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let clock = json!({"seconds": 2, "increment": 0});
    let new = json!({"rules": "reversi", "color": "white", "level": 20, "clock": clock});
    let id = begin(&mut visitor, &new);
    let mut socket = visitor.socket(&format!("/api/games/{id}/live"));
    let game = my_turn(&mut socket);
    assert_eq!(moves(&game).len(), 1);
    assert!(game["clock"]["black_ms"].as_i64().unwrap() > 1000, "{}", game["clock"]);
}

#[test]
fn clocks_stand_still_while_there_is_no_server() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Clock::by_hand();
    let server = Server::start_by(settings(folder.path()), clock.clone());
    let mut visitor = server.visitor();
    let terms = json!({"seconds": 30, "increment": 0});
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both", "clock": terms}));
    let left = |game: &Value| game["clock"]["black_ms"].as_i64().unwrap();
    // The server notes every five seconds that it runs.
    let begun = alive(folder.path());
    for beats in 1..=4 {
        clock.advance(Duration::from_secs(5));
        let noted = begun + 5000 * beats;
        wait_until("the server does not note the time", || alive(folder.path()) == noted);
    }
    assert_eq!(left(&visitor.get(&format!("/api/games/{id}")).ok()), 10_000);
    server.stop();
    clock.advance(Duration::from_hours(1));
    let server = Server::start_by(settings(folder.path()), clock);
    visitor.address.clone_from(&server.address);
    let game = visitor.get(&format!("/api/games/{id}")).ok();
    assert_eq!(game["outcome"], Value::Null);
    assert_eq!(left(&game), 10_000);
}

/// When a server was last known to run, in milliseconds since 1970.
fn alive(data: &std::path::Path) -> i64 {
    let games = rusqlite::Connection::open(data.join("games.db")).unwrap();
    games.query_row("SELECT alive FROM server", [], |row| row.get(0)).unwrap()
}
