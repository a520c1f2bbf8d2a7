//! Visitors' games.

use std::time::{Duration, Instant};

use outflank_classic::{Agent, Form, Genome, SearchLimits};
use outflank_core::{Color, Game, Move, Position, Rule};
use serde_json::{Value, json};

use crate::client::{START, Socket, TIMEOUT, Visitor, begin};
use crate::server::Server;

pub(crate) fn moves(game: &Value) -> Vec<String> {
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
pub(crate) fn play(visitor: &mut Visitor, id: &str, played: &str, ply: usize) -> Value {
    visitor.post(&format!("/api/games/{id}/moves"), &json!({"move": played, "ply": ply})).ok()
}

/// The next game on a socket where it is the visitor's turn or over.
pub(crate) fn my_turn(socket: &mut Socket) -> Value {
    let message = socket.hear_until(|message| {
        assert_eq!(message["type"], "game");
        message["game"]["thinking"] == false
    });
    message["game"].clone()
}

#[test]
fn whole_games_of_both_rules_are_played_against_the_engine() {
    let server = Server::start();
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
    let server = Server::start();
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
    let server = Server::start();
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
    let server = Server::start();
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
fn an_unknown_game_or_side_is_one_sentence_on_every_route() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let unknown = "'chess' is not a game: expected reversi or reversed.";
    for (path, body) in [
        ("/api/games", json!({"rules": "chess", "color": "both"})),
        ("/api/read", json!({"rules": "chess", "text": "f5"})),
        ("/api/write", json!({"rules": "chess", "format": "ggf"})),
    ] {
        assert_eq!(visitor.post(path, &body).refused(422), unknown, "{path}");
    }
    assert_eq!(visitor.get("/api/openings?rules=chess").refused(422), unknown);
    let side = json!({"rules": "reversi", "color": "red"});
    let sentence = "'red' is not a color: expected black, white or both.";
    assert_eq!(visitor.post("/api/games", &side).refused(422), sentence);
    let long = json!({"rules": "x".repeat(10_000), "color": "both"});
    assert!(visitor.post("/api/games", &long).refused(422).len() < 100);
}

#[test]
fn moves_are_taken_back_to_the_last_choice() {
    let server = Server::start();
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
    // Black's answer and our move are gone; the opening stays.
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
    server.wait_for_rest();
    let game = visitor.get(&format!("/api/games/{id}")).ok();
    assert_eq!(moves(&game).len(), 0, "what was thought of a move that is gone is gone too");
}

#[test]
fn one_who_resigns_has_lost_and_may_think_again() {
    let server = Server::start();
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
    let server = Server::start_with(|settings| settings.books = outflank_book::Books::Off);
    let mut visitor = server.visitor();
    // The last square takes all.
    let new = json!({"rules": "reversi", "color": "both",
        "position": "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOO- X"});
    let id = begin(&mut visitor, &new);
    let hint = visitor.post(&format!("/api/games/{id}/hint"), &Value::Null).ok();
    assert_eq!(hint, json!({"move": "h8", "score": 64, "exact": true, "depth": 1, "margin": 0}));
    let id = begin(&mut visitor, &json!({"rules": "reversed", "color": "both"}));
    let start = Instant::now();
    let hint = visitor.post(&format!("/api/games/{id}/hint"), &Value::Null).ok();
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    assert_eq!(hint["exact"], false);
    // The analysis has the same score at the same depth.
    let mut socket = visitor.socket("/api/analysis");
    crate::analysis::analyse(&mut socket, 1, "reversed", START);
    let found = socket.hear_until(|message| message["depth"].as_u64() >= hint["depth"].as_u64());
    let margin = hint["margin"].as_i64().unwrap();
    let difference = found["score"].as_i64().unwrap() - hint["score"].as_i64().unwrap();
    assert!(difference.abs() <= margin, "{hint} {found}");
    if found["depth"] == hint["depth"] {
        assert_eq!([&found["score"], &found["best"]], [&hint["score"], &hint["move"]]);
    }
    assert!(["d3", "c4", "f5", "e6"].contains(&hint["move"].as_str().unwrap()));
}

#[test]
fn games_of_others_are_not_there() {
    let server = Server::start();
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
    let server = Server::start();
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
    let server = Server::start();
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
fn a_click_is_answered_at_once_while_the_engine_thinks() {
    let server = Server::start();
    let mut visitor = server.visitor();
    // Two engines at their best keep both threads busy.
    for _ in 0..2 {
        let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "black", "level": 20}));
        play(&mut visitor, &id, "f5", 0);
    }
    let id = begin(&mut visitor, &json!({"rules": "reversi", "color": "both"}));
    let mut longest = Duration::ZERO;
    let mut game = visitor.get(&format!("/api/games/{id}")).ok();
    let deadline = Instant::now() + TIMEOUT;
    while game["outcome"].is_null() && Instant::now() < deadline {
        let first = game["legal"][0].as_str().unwrap().to_owned();
        let start = Instant::now();
        game = play(&mut visitor, &id, &first, moves(&game).len());
        longest = longest.max(start.elapsed());
    }
    // Generous, because other tests run on the same cores.
    assert!(longest < Duration::from_secs(1), "{longest:?}");
}

/// Plays on: black's moves are those that the agent chooses by itself. Agents that search for
/// a time choose by their time too, so theirs are not compared.
fn expect_moves_of_agent(visitor: &mut Visitor, socket: &mut Socket, mut game: Value) {
    let name = game["opponent"].as_str().unwrap().strip_prefix("classic:").unwrap();
    let form: Form = name.parse().unwrap();
    if matches!(form, Form::Corner | Form::Evolved) {
        return;
    }
    while moves(&game).len() < 15 {
        let (id, ply) = (game["id"].as_str().unwrap(), moves(&game).len());
        play(visitor, id, game["legal"][0].as_str().unwrap(), ply);
        let message = socket.hear_until(|message| {
            message["game"]["thinking"] == false && moves(&message["game"]).len() > ply + 1
        });
        game = message["game"].clone();
    }
    let limits = SearchLimits::default();
    let agent = Agent::new(&Genome::default_of(form), form.rule(), limits).unwrap();
    for (position, played) in replayed(&game).plies() {
        if position.to_move() == Color::Black && played != Move::Pass {
            let chosen = agent.choose(position.board()).map(Move::Place);
            assert_eq!(chosen, Some(played), "{form}: {position}");
        }
    }
}

#[test]
fn agents_of_the_reports_are_played_against() {
    let folder = tempfile::tempdir().unwrap();
    let clock = outflank_server::Clock::system();
    let server = Server::start_by(crate::server::settings(folder.path()), clock.clone());
    let mut visitor = server.visitor();
    let info = visitor.get("/api/info").ok();
    let classic = info["players"].as_array().unwrap().iter().filter(|one| one["kind"] == "classic");
    let mut last = String::new();
    for player in classic {
        let new = json!({"rules": player["rules"], "color": "white", "opponent": player["name"]});
        let id = begin(&mut visitor, &new);
        let mut socket = visitor.socket(&format!("/api/games/{id}/live"));
        let game = my_turn(&mut socket);
        assert_eq!((&game["opponent"], &game["level"]), (&player["name"], &Value::Null));
        assert_eq!(moves(&game).len(), 1, "{game}");
        assert_eq!(game["notes"][0]["score"], Value::Null);
        play(&mut visitor, &id, game["legal"][0].as_str().unwrap(), 1);
        let message = socket.hear_until(|message| moves(&message["game"]).len() == 3);
        expect_moves_of_agent(&mut visitor, &mut socket, message["game"].clone());
        last = id;
    }
    for wrong in [
        json!({"rules": "reversi", "color": "black", "opponent": "classic:phased"}),
        json!({"rules": "reversi", "color": "black", "opponent": "classic:nobody"}),
        json!({"rules": "reversi", "color": "black", "opponent": "gtp:sh"}),
        json!({"rules": "reversi", "color": "black", "opponent": "corner"}),
        json!({"rules": "reversi", "color": "black", "opponent": "classic:corner", "level": 3}),
        json!({"rules": "reversi", "color": "both", "opponent": "classic:corner"}),
    ] {
        visitor.post("/api/games", &wrong).refused(422);
    }
    // The opponent is the same after a restart.
    let before = visitor.get(&format!("/api/games/{last}")).ok()["opponent"].clone();
    server.stop();
    let server = Server::start_by(crate::server::settings(folder.path()), clock);
    visitor.address.clone_from(&server.address);
    assert_eq!(visitor.get(&format!("/api/games/{last}")).ok()["opponent"], before);
    let list = visitor.get("/api/games").ok();
    assert!(list["games"].as_array().unwrap().iter().all(|game| game["opponent"].is_string()));
}
