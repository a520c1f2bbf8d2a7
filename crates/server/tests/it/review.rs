//! Reviews over the socket and from the store.

use outflank_core::Move;
use serde_json::{Value, json};

use crate::analysis::long_game;
use crate::client::{START, Socket};
use crate::server::Server;

#[test]
fn a_review_grades_every_move_from_the_end() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    let game = long_game();
    let moves: Vec<_> = game.moves().iter().map(Move::to_string).collect();
    assert!(moves.contains(&"pass".to_owned()));
    for rules in ["reversi", "reversed"] {
        socket.say(&json!({"type": "review", "id": rules, "rules": rules, "start": START,
            "moves": moves, "nodes": 20_000}));
        let positions: Vec<_> = game.plies().collect();
        for ply in (1..=moves.len()).rev() {
            let reviewed = socket.hear();
            assert_eq!(reviewed["type"], "reviewed", "{reviewed}");
            assert_eq!((&reviewed["id"], &reviewed["ply"]), (&json!(rules), &json!(ply)));
            assert_eq!(reviewed["move"], moves[ply - 1]);
            assert_eq!(reviewed["position"], positions[ply - 1].0.to_string());
            let loss =
                reviewed["best_score"].as_i64().unwrap() - reviewed["score"].as_i64().unwrap();
            assert_eq!(reviewed["loss"], loss);
            if ply + 8 > moves.len() {
                assert_eq!(reviewed["exact"], true, "{reviewed}");
            }
        }
        let review = socket.hear();
        assert_eq!(review["type"], "review");
        for side in ["black", "white"] {
            let grades = review[side]["grades"].as_object().unwrap();
            let count: u64 = grades.values().map(|count| count.as_u64().unwrap()).sum();
            assert!(count > 20, "{review}");
            let accuracy = review[side]["accuracy"].as_f64().unwrap();
            assert!((0.0..=100.0).contains(&accuracy));
        }
    }
    // A game without moves is reviewed at once.
    socket.say(&json!({"type": "review", "id": 0, "rules": "reversi", "moves": []}));
    assert_eq!(socket.hear()["type"], "review");
}

/// Reviews a game, and gives its moves in order and the last message.
fn review(socket: &mut Socket, moves: &[&str], nodes: u64) -> (Vec<Value>, Value) {
    let request =
        json!({"type": "review", "id": nodes, "rules": "reversi", "moves": moves, "nodes": nodes});
    socket.say(&request);
    let mut graded = Vec::new();
    loop {
        let mut message = socket.hear();
        assert_eq!(message["id"], nodes, "{message}");
        if message["type"] == "review" {
            graded.reverse();
            return (graded, message);
        }
        assert_eq!(message["type"], "reviewed", "{message}");
        for key in ["type", "id"] {
            message.as_object_mut().unwrap().remove(key);
        }
        graded.push(message);
    }
}

const MOVES: [&str; 8] = ["f5", "d6", "c3", "d3", "c4", "f4", "f6", "f3"];

#[test]
fn a_review_repeats_on_another_server_and_on_busy_engines() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let (first, summary) = review(&mut visitor.socket("/api/analysis"), &MOVES, 30_000);
    assert_eq!((&summary["nodes"], &summary["kept"]), (&json!(30_000), &json!(false)));
    let other = Server::start();
    let mut busy = other.visitor();
    let mut sockets: Vec<_> = (0..3).map(|_| busy.socket("/api/analysis")).collect();
    for (at, socket) in sockets.iter_mut().enumerate() {
        let position = long_game().plies().nth(at).unwrap().0.to_string();
        crate::analysis::analyse(socket, 1, "reversi", &position);
        socket.hear_until(|message| message["type"] == "analysis");
    }
    let (again, _) = review(&mut other.visitor().socket("/api/analysis"), &MOVES, 30_000);
    assert_eq!(first, again);
}

#[test]
fn a_review_is_kept_with_its_game_and_can_go_deeper() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let path = format!("/api/review?rules=reversi&moves={}", MOVES.concat());
    visitor.get(&path).refused(404);
    let mut socket = visitor.socket("/api/analysis");
    let (first, summary) = review(&mut socket, &MOVES, 5_000);
    assert_eq!(summary["deeper"], 20_000);
    let kept = visitor.get(&path).ok();
    assert_eq!((&kept["nodes"], &kept["deeper"]), (&json!(5_000), &json!(20_000)));
    assert_eq!(kept["moves"], json!(first));
    assert_eq!((&kept["black"], &kept["white"]), (&summary["black"], &summary["white"]));
    // Another visitor finds it too: a review says nothing of who asked for it.
    let (same, again) = review(&mut server.visitor().socket("/api/analysis"), &MOVES, 5_000);
    assert_eq!((same, &again["kept"]), (first, &json!(true)));
    // The deeper one takes its place.
    let (deeper, summary) = review(&mut socket, &MOVES, 20_000);
    assert_eq!((&summary["nodes"], &summary["kept"]), (&json!(20_000), &json!(false)));
    let (shallow, summary) = review(&mut socket, &MOVES, 5_000);
    assert_eq!((&summary["nodes"], &summary["kept"]), (&json!(20_000), &json!(true)));
    assert_eq!(shallow, deeper);
    assert_eq!(visitor.get(&path).ok()["moves"], json!(deeper));
    // Moves within the margin are marked.
    let mut largest = 0;
    for graded in &deeper {
        let [loss, margin] = ["loss", "margin"].map(|key| graded[key].as_u64().unwrap());
        assert_eq!(graded["within_margin"], loss > 0 && loss <= margin, "{graded}");
        largest = largest.max(margin);
    }
    assert_eq!(summary["margin"], largest);
    for query in ["", "?rules=chess", "?rules=reversi&moves=a1", "?rules=reversi&start=X"] {
        let answer = visitor.get(&format!("/api/review{query}"));
        assert!([400, 422].contains(&answer.status), "{query}: {}", answer.status);
    }
}
