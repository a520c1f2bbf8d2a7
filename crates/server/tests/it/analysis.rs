//! Analysis over its socket.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use outflank_core::{Game, Move, Position, Rule};
use serde_json::{Value, json};

use crate::client::{START, Socket, TIMEOUT, begin, wait_until};
use crate::server::{Server, repository};

pub(crate) fn analyse(socket: &mut Socket, id: u64, rules: &str, position: &str) {
    socket.say(&json!({"type": "analyse", "id": id, "rules": rules, "position": position}));
}

/// The last word on a position.
fn last_word(socket: &mut Socket, id: u64) -> Value {
    socket.hear_until(|message| {
        assert_ne!(message["type"], "error", "{message}");
        message["type"] == "analysis" && message["id"] == id && message["done"] == true
    })
}

/// The first problems of a suite, with the score that is known of each.
fn problems(suite: &str, count: usize) -> Vec<(String, i64)> {
    let file = std::fs::File::open(repository("data").join(suite)).unwrap();
    outflank_formats::obf::read(std::io::BufReader::new(file), Rule::Reversi)
        .take(count)
        .map(|problem| {
            let problem = problem.unwrap();
            let score = problem.best_score().unwrap().discs();
            (problem.position.to_string(), score.into())
        })
        .collect()
}

#[test]
fn analysis_ends_with_the_exact_score_of_every_move() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    let mut id = 0;
    for (rules, suite) in
        [("reversi", "endgames-reversi.obf"), ("reversed", "endgames-reversed.obf")]
    {
        for (position, score) in problems(suite, 1) {
            id += 1;
            analyse(&mut socket, id, rules, &position);
            let found = last_word(&mut socket, id);
            assert_eq!(
                (&found["score"], &found["exact"]),
                (&json!(score), &json!(true)),
                "{position}"
            );
            assert_eq!(found["rules"], rules);
            assert_eq!(found["position"], position.as_str());
            assert_eq!(found["selectivity"], 100);
            let board = position.parse::<Position>().unwrap().board();
            let candidates = found["candidates"].as_array().unwrap();
            assert_eq!(candidates.len(), board.legal_moves().len() as usize);
            assert!(candidates.iter().all(|candidate| candidate["bound"] == "exact"));
            assert_eq!(candidates.last().unwrap()["move"], found["best"]);
            assert_eq!(found["pv"][0], found["best"]);
        }
    }
}

#[test]
fn positions_without_a_choice_are_analysed_too() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    let over = format!("{}{} X", "X".repeat(40), "O".repeat(24));
    analyse(&mut socket, 1, "reversi", &over);
    let found = last_word(&mut socket, 1);
    assert_eq!(
        (&found["score"], &found["best"], &found["exact"]),
        (&json!(16), &Value::Null, &json!(true))
    );
    analyse(&mut socket, 2, "reversed", &over);
    assert_eq!(last_word(&mut socket, 2)["score"], -16);
    let must_pass = format!("OX{} X", "-".repeat(62));
    analyse(&mut socket, 3, "reversi", &must_pass);
    let found = last_word(&mut socket, 3);
    assert_eq!((&found["best"], &found["score"]), (&json!("pass"), &json!(-64)));
    analyse(&mut socket, 4, "reversi", &format!("{} X", "-".repeat(64)));
    assert_eq!(last_word(&mut socket, 4)["score"], 0);
}

/// A game of the first legal move at each turn.
pub(crate) fn long_game() -> Game {
    let mut game = Game::new();
    while !game.is_over() {
        let square = game.position().board().legal_moves().first();
        game.play(square.map_or(Move::Pass, Move::Place)).unwrap();
    }
    game
}

#[test]
fn depth_grows_nodes_tick_and_nothing_goes_backwards() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    analyse(&mut socket, 9, "reversed", START);
    let start = Instant::now();
    let (mut depth, mut nodes, mut last) = (0, 0, Instant::now());
    let mut longest = Duration::ZERO;
    while depth < 10 || nodes <= 100_000 {
        assert!(start.elapsed() < TIMEOUT, "depth {depth}, {nodes} nodes");
        let message = socket.hear();
        longest = longest.max(last.elapsed());
        last = Instant::now();
        assert_eq!(message["id"], 9);
        let now = message["nodes"].as_u64().unwrap();
        if message["type"] == "analysis" {
            assert!(message["depth"].as_u64().unwrap() >= depth, "{message}");
            depth = message["depth"].as_u64().unwrap();
            assert_eq!(message["candidates"].as_array().unwrap().len(), 4);
        } else {
            assert_eq!(message["type"], "progress");
            assert!(now >= nodes, "{now} after {nodes}");
            nodes = now;
        }
    }
    // A quarter of a second is promised; tests share the machine.
    assert!(longest < Duration::from_millis(1500), "{longest:?}");
}

#[test]
fn a_new_question_takes_the_place_of_the_old_one_at_once() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    for id in 1..=50 {
        analyse(&mut socket, id, if id % 2 == 0 { "reversi" } else { "reversed" }, START);
    }
    let mut newest = 0;
    socket.hear_until(|message| message["id"] == 50 && message["type"] == "analysis");
    assert!(server.jobs() <= 1, "the others are gone");
    // Nothing of an older one comes after the newer.
    for _ in 0..3 {
        let id = socket.hear_until(|message| message["type"] == "progress")["id"].as_u64().unwrap();
        assert!(id >= newest);
        newest = newest.max(id);
    }
    assert_eq!(newest, 50);
    // After a stop there is silence, and the engine rests.
    socket.say(&json!({"type": "stop"}));
    server.wait_for_rest();
    // What was sent before is the last: the answer to a mistake follows it.
    socket.say(&json!({"type": "nonsense", "id": "last"}));
    socket.hear_until(|message| message["id"] == "last");
    assert_eq!(server.jobs(), 0);
}

#[test]
fn the_engine_rests_when_its_visitor_has_left() {
    let server = Server::start();
    for leaves_politely in [true, false] {
        let mut visitor = server.visitor();
        let mut socket = visitor.socket("/api/analysis");
        analyse(&mut socket, 1, "reversi", START);
        socket.hear_until(|message| message["type"] == "analysis");
        assert_eq!(server.jobs(), 1);
        if leaves_politely {
            socket.0.close(None).unwrap();
            socket.closed();
        }
        drop(socket);
        server.wait_for_rest();
    }
}

#[test]
fn the_same_position_has_the_same_scores_every_time() {
    let mut seen: BTreeMap<u64, Value> = BTreeMap::new();
    let mut common = 0;
    // A slow reader misses some depths; those that are seen twice agree.
    for visit in 0.. {
        // Another server each time.
        let server = Server::start();
        let mut visitor = server.visitor();
        if visit > 0 {
            // Both engines have searched the boards of the next moves before.
            let mut sockets: Vec<_> = (0..2).map(|_| visitor.socket("/api/analysis")).collect();
            for socket in &mut sockets {
                let next = long_game().plies().nth(1).unwrap().0.to_string();
                analyse(socket, 0, "reversi", &next);
            }
            for socket in &mut sockets {
                let is_deep = |message: &Value| message["depth"].as_u64() >= Some(12);
                socket.hear_until(is_deep);
            }
            drop(sockets);
            server.wait_for_rest();
        }
        let mut socket = visitor.socket("/api/analysis");
        analyse(&mut socket, 1, "reversi", START);
        let mut depth = 0;
        while depth < 12 {
            let message = socket.hear();
            if message["type"] == "analysis" && message["id"] == 1 {
                let scores = message["candidates"].as_array().unwrap().iter();
                let scores = scores.map(|one| json!([one["move"], one["score"], one["bound"]]));
                let scores: Value = scores.collect();
                depth = message["depth"].as_u64().unwrap();
                if visit > 0
                    && let Some(others) = seen.get(&depth)
                {
                    assert_eq!(&scores, others, "depth {depth}");
                    common += 1;
                }
                seen.insert(depth, scores);
                // The four moves are one move, seen from four sides.
                let candidates = message["candidates"].as_array().unwrap();
                assert!(
                    candidates.iter().all(|one| one["score"] == candidates[0]["score"]),
                    "{message}"
                );
            }
        }
        if common > 2 {
            break;
        }
        assert!(visit < 10, "few depths were seen twice: {seen:?}");
    }
}

#[test]
fn many_visitors_are_answered_soon() {
    let server = Server::start();
    // One visitor came before all others and has used much time.
    let mut greedy = server.visitor();
    let mut first: Vec<_> = (0..4).map(|_| greedy.socket("/api/analysis")).collect();
    for socket in &mut first {
        analyse(socket, 0, "reversi", START);
    }
    for socket in &mut first {
        socket.hear_until(|message| message["type"] == "analysis");
    }
    let game = long_game();
    let positions: Vec<_> = game.plies().map(|(position, _)| position).collect();
    let start = Instant::now();
    let mut sockets: Vec<_> = (0..30)
        .map(|at| {
            let mut visitor = server.visitor();
            let mut socket = visitor.socket("/api/analysis");
            analyse(&mut socket, at, "reversed", &positions[at as usize % 30].to_string());
            socket
        })
        .collect();
    for socket in &mut sockets {
        socket.hear_until(|message| message["type"] == "analysis");
    }
    let waited = start.elapsed();
    assert!(waited < Duration::from_secs(10), "{waited:?}");
    // A move is answered soon, whoever analyses.
    let mut player = server.visitor();
    let id = begin(&mut player, &json!({"rules": "reversi", "color": "black", "level": 3}));
    let mut live = player.socket(&format!("/api/games/{id}/live"));
    live.hear();
    let start = Instant::now();
    player.post(&format!("/api/games/{id}/moves"), &json!({"move": "f5", "ply": 0})).ok();
    live.hear_until(|message| message["game"]["moves"].as_array().unwrap().len() == 2);
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    drop((first, sockets));
    wait_until("jobs of closed sockets stay", || server.jobs() == 0);
}

#[test]
fn the_moves_of_the_book_come_with_an_analysis() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    analyse(&mut socket, 1, "reversed", START);
    let found = socket.hear_until(|message| message["type"] == "analysis" && message["id"] == 1);
    let book = outflank_book::Book::built_in(Rule::Reversed);
    let moves = book.moves(Position::START.board());
    let expected: Vec<_> = moves
        .iter()
        .map(|found| json!({"move": found.played.to_string(), "value": found.value}))
        .collect();
    assert_eq!(expected.len(), 4);
    assert_eq!(found["book_moves"], json!(expected));
    // A hint is the best move of the book.
    let id = begin(&mut visitor, &json!({"rules": "reversed", "color": "black", "level": 3}));
    let hint = visitor.post(&format!("/api/games/{id}/hint"), &json!({})).ok();
    assert_eq!((&hint["move"], &hint["score"]), (&expected[0]["move"], &expected[0]["value"]));
}
