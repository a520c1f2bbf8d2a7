//! Visitors' games over the real binary.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

#[path = "serve/client.rs"]
mod client;

use std::time::{Duration, Instant};

use client::{PATIENCE, START, Server, Socket, Visitor, begin};
use outflank_core::{Color, Game, Position, Rule};
use serde_json::{Value, json};

fn moves(game: &Value) -> Vec<String> {
    game["moves"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// The game with the moves that the server says, checked by the rules.
fn replayed(game: &Value) -> Game {
    let start: Position = game["start"].as_str().unwrap().parse().unwrap();
    let mut replayed = Game::from_position(start);
    for name in moves(game) {
        replayed.play(name.parse().unwrap()).unwrap();
    }
    assert_eq!(replayed.position().to_string(), game["position"].as_str().unwrap());
    replayed
}

/// Makes a move, wherever the game stands.
fn play(visitor: &mut Visitor, id: &str, played: &str, ply: usize) -> Value {
    visitor.post(&format!("/api/games/{id}/moves"), &json!({"move": played, "ply": ply})).ok()
}

/// The next game on a socket where it is the visitor's turn or over.
fn my_turn(socket: &mut Socket) -> Value {
    let message = socket.hear_until(|message| {
        assert_eq!(message["type"], "game");
        message["game"]["thinking"] == false
    });
    message["game"].clone()
}

#[test]
fn whole_games_of_both_rules_are_played_against_the_engine() {
    let server = Server::start(&[]);
    for (rules, rule, color) in
        [("reversi", Rule::Reversi, "black"), ("reversed", Rule::Reversed, "white")]
    {
        let mut visitor = server.visitor();
        let new = json!({"rules": rules, "color": color, "level": 2});
        let id = begin(&mut visitor, &new);
        let mut socket = visitor.socket(&format!("/api/games/{id}/live"));
        let mut game = my_turn(&mut socket);
        while game["outcome"].is_null() {
            assert_eq!(game["to_move"], color);
            let legal = game["legal"].as_array().unwrap();
            assert!(!legal.is_empty(), "passes are the server's: {game}");
            let ply = moves(&game).len();
            let answer = play(&mut visitor, &id, legal[ply % legal.len()].as_str().unwrap(), ply);
            assert!(moves(&answer).len() > ply);
            game = my_turn(&mut socket);
            while moves(&game).len() <= ply {
                game = my_turn(&mut socket);
            }
        }
        let replay = replayed(&game);
        assert!(replay.is_over());
        let score = replay.result(rule, Color::Black).unwrap().discs();
        assert_eq!(game["outcome"]["ending"], "finished");
        assert_eq!(game["outcome"]["margin"], score.abs());
        let winner = match score.signum() {
            1 => json!("black"),
            -1 => json!("white"),
            _ => Value::Null,
        };
        assert_eq!(game["outcome"]["winner"], winner);
        assert_eq!(game["to_move"], Value::Null);
        assert_eq!(game["notes"].as_array().unwrap().len(), moves(&game).len());
        let list = visitor.get("/api/games").ok();
        assert_eq!(list["games"][0]["id"], id.as_str());
        assert_eq!(list["games"][0]["outcome"], game["outcome"]);
    }
}

#[test]
fn forced_passes_are_put_in_and_shown() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    // The first legal square at each turn leads to passes.
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both", "level": null}));
    let mut game = visitor.get(&format!("/api/games/{id}")).ok();
    let mut passes = 0;
    while game["outcome"].is_null() {
        let first = game["legal"][0].as_str().unwrap().to_owned();
        game = play(&mut visitor, &id, &first, moves(&game).len());
        if game["passed"] == true {
            passes += 1;
            assert_eq!(moves(&game).last().unwrap(), "pass");
        }
    }
    assert!(passes > 0, "{game}");
    replayed(&game);
}

#[test]
fn illegal_moves_say_why_and_change_nothing() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both"}));
    let path = format!("/api/games/{id}/moves");
    for (body, sentence) in [
        (json!({"move": "a1", "ply": 0}), "That cannot be played: a1 turns no disc for black."),
        (json!({"move": "d4", "ply": 0}), "That cannot be played: d4 is occupied."),
        (
            json!({"move": "pass", "ply": 0}),
            "That cannot be played: black cannot pass: it can play d3.",
        ),
        (
            json!({"move": "j9", "ply": 0}),
            "'j9' is not a move: expected a square such as f5, or pass.",
        ),
    ] {
        assert_eq!(visitor.post(&path, &body).refused(422), sentence);
    }
    let missed = visitor.post(&path, &json!({"move": "f5", "ply": 3}));
    assert_eq!(missed.refused(409), "The game has gone on meanwhile.");
    assert_eq!(missed.json()["game"]["id"], id.as_str());
    let game = visitor.get(&format!("/api/games/{id}")).ok();
    assert_eq!(moves(&game), Vec::<String>::new());
    assert_eq!(game["position"], START);
}

#[test]
fn bad_games_are_refused() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    for body in [
        json!({}),
        json!({"rules": "chess", "color": "black", "level": 1}),
        json!({"rules": "reversi", "color": "red", "level": 1}),
        json!({"rules": "reversi", "color": "black", "level": 0}),
        json!({"rules": "reversi", "color": "black", "level": 21}),
        json!({"rules": "reversi", "color": "black", "level": 300}),
        json!({"rules": "reversi", "color": "black"}),
        json!({"rules": "reversi", "color": "both", "level": 3}),
        json!({"rules": "reversi", "color": "both", "position": "XO"}),
        json!({"rules": "reversi", "color": "both", "moves": ["a1"]}),
        json!({"rules": "reversi", "color": "both", "moves": "f5"}),
        json!({"rules": "reversi", "color": "both", "clock": {"seconds": 0}}),
        json!({"rules": "reversi", "color": "both", "clock": {"seconds": 1_000_000}}),
        json!({"rules": "reversi", "color": "both", "clock": {"seconds": -1}}),
        json!({"rules": "reversi", "color": "both", "clock": {"seconds": 60, "increment": 9999}}),
        json!({"rules": "reversi", "color": "both", "visitor": "somebody"}),
    ] {
        visitor.post("/api/games", &body).refused(422);
    }
    assert_eq!(visitor.get("/api/games").ok()["games"], json!([]));
}

#[test]
fn moves_are_taken_back_to_the_last_choice() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let new = json!({"rules": "reversi", "color": "white", "level": 1, "moves": ["f5"]});
    let id = begin(&mut visitor, &new);
    let back = format!("/api/games/{id}/takeback");
    assert_eq!(visitor.post(&back, &Value::Null).refused(409), "There is nothing to take back.");
    let mut socket = visitor.socket(&format!("/api/games/{id}/live"));
    my_turn(&mut socket);
    play(&mut visitor, &id, "d6", 1);
    let game = socket.hear_until(|message| moves(&message["game"]).len() == 3);
    assert_eq!(game["game"]["to_move"], "white");
    // Black's answer and our own move are gone; what the game began with stays.
    let game = visitor.post(&back, &Value::Null).ok();
    assert_eq!(moves(&game), ["f5"]);
    assert_eq!(game["notes"].as_array().unwrap().len(), 1);
    assert_eq!(game["to_move"], "white");
    // In the middle of the engine's thought.
    let strong = json!({"rules": "reversi", "color": "black", "level": 20});
    let id = begin(&mut visitor, &strong);
    assert_eq!(play(&mut visitor, &id, "f5", 0)["thinking"], true);
    let game = visitor.post(&format!("/api/games/{id}/takeback"), &Value::Null).ok();
    assert_eq!((moves(&game).len(), &game["thinking"]), (0, &json!(false)));
    std::thread::sleep(Duration::from_millis(200));
    let game = visitor.get(&format!("/api/games/{id}")).ok();
    assert_eq!(moves(&game).len(), 0, "what was thought of a move that is gone is gone too");
}

#[test]
fn one_who_resigns_has_lost_and_may_think_again() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let id = begin(&mut visitor, &json!({"rules": "reversed", "color": "black", "level": 1}));
    play(&mut visitor, &id, "f5", 0);
    let game = visitor.post(&format!("/api/games/{id}/resign"), &Value::Null).ok();
    assert_eq!(game["outcome"], json!({"winner": "white", "margin": null, "ending": "resigned"}));
    assert_eq!((&game["legal"], &game["to_move"]), (&json!([]), &Value::Null));
    let again = visitor.post(&format!("/api/games/{id}/resign"), &Value::Null);
    assert_eq!(again.refused(409), "The game is over.");
    let ply = moves(&game).len();
    let late = visitor.post(&format!("/api/games/{id}/moves"), &json!({"move": "d6", "ply": ply}));
    assert_eq!(late.refused(409), "The game is over.");
    visitor.post(&format!("/api/games/{id}/hint"), &Value::Null).refused(409);
    let game = visitor.post(&format!("/api/games/{id}/takeback"), &Value::Null).ok();
    assert_eq!((moves(&game).len(), &game["outcome"]), (0, &Value::Null));
}

#[test]
fn a_hint_is_the_best_move_soon() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    // The last square takes all.
    let new = json!({"rules": "reversi", "color": "both",
        "position": "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOO- X"});
    let id = begin(&mut visitor, &new);
    let hint = visitor.post(&format!("/api/games/{id}/hint"), &Value::Null).ok();
    assert_eq!(hint, json!({"move": "h8", "score": 64, "exact": true, "depth": 1}));
    let id = begin(&mut visitor, &json!({"rules": "reversed", "color": "both"}));
    let start = Instant::now();
    let hint = visitor.post(&format!("/api/games/{id}/hint"), &Value::Null).ok();
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    assert_eq!(hint["exact"], false);
    assert!(["d3", "c4", "f5", "e6"].contains(&hint["move"].as_str().unwrap()));
}

#[test]
fn clocks_run_on_the_server_and_end_the_game_by_themselves() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let clock = json!({"seconds": 2, "increment": 1});
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both", "clock": clock}));
    let mut socket = visitor.socket(&format!("/api/games/{id}/live"));
    let game = socket.hear()["game"].clone();
    assert_eq!(game["clock"]["running"], "black");
    std::thread::sleep(Duration::from_millis(500));
    let game = play(&mut visitor, &id, "f5", 0);
    let black = game["clock"]["black_ms"].as_i64().unwrap();
    assert!((2000..2600).contains(&black), "{black}");
    assert!(game["notes"][0]["time_ms"].as_i64().unwrap() >= 500);
    assert_eq!(game["clock"]["running"], "white");
    let message = socket.hear_until(|message| !message["game"]["outcome"].is_null());
    let game = &message["game"];
    assert_eq!(game["outcome"], json!({"winner": "black", "margin": null, "ending": "timeout"}));
    assert_eq!(game["clock"]["white_ms"], 0);
    assert_eq!(game["clock"]["running"], Value::Null);
    let back = visitor.post(&format!("/api/games/{id}/takeback"), &Value::Null);
    assert_eq!(back.refused(409), "The time is over: nothing can be taken back.");

    // The engine keeps its time too, at any level.
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
    let server = Server::start_in(folder.path(), &[]);
    let mut visitor = server.visitor();
    let clock = json!({"seconds": 3, "increment": 0});
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both", "clock": clock}));
    server.kill();
    std::thread::sleep(Duration::from_millis(3500));
    let server = Server::start_in(folder.path(), &[]);
    visitor.address.clone_from(&server.address);
    let game = visitor.get(&format!("/api/games/{id}")).ok();
    assert_eq!(game["outcome"], Value::Null);
    assert!(game["clock"]["black_ms"].as_i64().unwrap() > 2000, "{}", game["clock"]);
}

#[test]
fn games_of_others_are_not_there() {
    let server = Server::start(&[]);
    let (mut owner, mut other) = (server.visitor(), server.visitor());
    let id = begin(&mut owner, &json!({"rules": "reversi", "color": "both"}));
    other.get("/api/games").ok();
    assert_ne!(owner.cookie, other.cookie);
    for path in ["", "/moves", "/takeback", "/resign", "/hint"] {
        let path = format!("/api/games/{id}{path}");
        let body =
            if path.ends_with("moves") { json!({"move": "f5", "ply": 0}) } else { Value::Null };
        let answer = if path.ends_with(&id) { other.get(&path) } else { other.post(&path, &body) };
        assert_eq!(answer.refused(404), "There is no such game.");
    }
    other.delete(&format!("/api/games/{id}")).refused(404);
    assert_eq!(other.socket_with(&format!("/api/games/{id}/live"), &[]).err(), Some(404));
    for id in ["0", "../games", &"f".repeat(32), &"F".repeat(32), "%00", &"1".repeat(5000)] {
        other.get(&format!("/api/games/{id}")).refused(404);
    }
    assert_eq!(other.get("/api/games").ok()["games"], json!([]));
    assert_eq!(moves(&owner.get(&format!("/api/games/{id}")).ok()).len(), 0);
}

#[test]
fn a_deleted_game_is_gone_for_those_who_look_at_it() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "black", "level": 20}));
    let mut socket = visitor.socket(&format!("/api/games/{id}/live"));
    socket.hear();
    play(&mut visitor, &id, "f5", 0);
    assert_eq!(visitor.delete(&format!("/api/games/{id}")).status, 204);
    assert_eq!(socket.closed(), Some(1000));
    visitor.get(&format!("/api/games/{id}")).refused(404);
    visitor.delete(&format!("/api/games/{id}")).refused(404);
}

#[test]
fn a_visitor_has_a_hundred_unfinished_games_at_most() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let new = json!({"rules": "reversi", "color": "both"});
    let ids: Vec<_> = (0..100).map(|_| begin(&mut visitor, &new)).collect();
    visitor.post("/api/games", &new).refused(429);
    visitor.post(&format!("/api/games/{}/resign", ids[0]), &Value::Null).ok();
    begin(&mut visitor, &new);
    assert_eq!(visitor.get("/api/games").ok()["games"].as_array().unwrap().len(), 100);
    begin(&mut server.visitor(), &new);
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
    let server = Server::start_in(folder.path(), &[]);
    let mut visitor = server.visitor();
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "black", "level": 20}));
    assert_eq!(play(&mut visitor, &id, "f5", 0)["thinking"], true);
    server.kill();
    let server = Server::start_in(folder.path(), &[]);
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
    // One who says nothing at all must not hold it up.
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

#[test]
fn a_click_is_answered_at_once_while_the_engine_thinks() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    // Two engines at their best keep both threads busy.
    for _ in 0..2 {
        let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "black", "level": 20}));
        play(&mut visitor, &id, "f5", 0);
    }
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both"}));
    let mut longest = Duration::ZERO;
    let mut game = visitor.get(&format!("/api/games/{id}")).ok();
    let deadline = Instant::now() + PATIENCE;
    while game["outcome"].is_null() && Instant::now() < deadline {
        let first = game["legal"][0].as_str().unwrap().to_owned();
        let start = Instant::now();
        game = play(&mut visitor, &id, &first, moves(&game).len());
        longest = longest.max(start.elapsed());
    }
    // Generous, because other tests run on the same cores.
    assert!(longest < Duration::from_secs(1), "{longest:?}");
}
