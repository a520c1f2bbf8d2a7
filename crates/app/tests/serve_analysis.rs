//! Analysis and review over the socket of the real binary.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

#[path = "serve/client.rs"]
mod client;

use std::time::{Duration, Instant};

use client::{START, Server, Socket, begin};
use outflank_core::{Game, Move, Position, Rule};
use serde_json::{Value, json};

fn analyse(socket: &mut Socket, id: u64, rules: &str, position: &str) {
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
    let path = format!("{}/../../data/{suite}", env!("CARGO_MANIFEST_DIR"));
    let file = std::fs::File::open(path).unwrap();
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
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    let mut id = 0;
    for (rules, suite) in
        [("reversi", "endgames-reversi.obf"), ("reversed", "endgames-reversed.obf")]
    {
        for (position, score) in problems(suite, 4) {
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
    let server = Server::start(&[]);
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

#[test]
fn depth_grows_nodes_tick_and_nothing_goes_backwards() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    analyse(&mut socket, 9, "reversed", START);
    let start = Instant::now();
    let (mut depth, mut nodes, mut last) = (0, 0, Instant::now());
    let mut longest = Duration::ZERO;
    while start.elapsed() < Duration::from_secs(3) {
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
    assert!(depth >= 10, "{depth}");
    assert!(nodes > 100_000, "{nodes}");
    // A quarter of a second is promised; tests share the machine.
    assert!(longest < Duration::from_millis(1500), "{longest:?}");
}

#[test]
fn a_new_question_takes_the_place_of_the_old_one_at_once() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    for id in 1..=50 {
        analyse(&mut socket, id, if id % 2 == 0 { "reversi" } else { "reversed" }, START);
    }
    let mut newest = 0;
    socket.hear_until(|message| message["id"] == 50 && message["type"] == "analysis");
    // Nothing of an older one comes after the newer.
    let end = Instant::now() + Duration::from_millis(800);
    while Instant::now() < end {
        let id = socket.hear()["id"].as_u64().unwrap();
        assert!(id >= newest);
        newest = newest.max(id);
    }
    assert_eq!(newest, 50);
    // After a stop there is silence, and the engine rests.
    socket.say(&json!({"type": "stop"}));
    std::thread::sleep(Duration::from_millis(400));
    let busy = |server: &Server| cpu_ticks(server.pid());
    let before = busy(&server);
    std::thread::sleep(Duration::from_secs(1));
    let used = busy(&server) - before;
    assert!(used < 20, "{used} hundredths of a second");
}

/// The processor time of a process, in hundredths of a second.
fn cpu_ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields: Vec<_> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[test]
fn the_engine_rests_when_its_visitor_has_left() {
    let server = Server::start(&[]);
    for leaves_politely in [true, false] {
        let mut visitor = server.visitor();
        let mut socket = visitor.socket("/api/analysis");
        analyse(&mut socket, 1, "reversi", START);
        socket.hear_until(|message| message["type"] == "analysis");
        if leaves_politely {
            socket.0.close(None).unwrap();
            socket.closed();
        }
        drop(socket);
        std::thread::sleep(Duration::from_millis(300));
        let before = cpu_ticks(server.pid());
        std::thread::sleep(Duration::from_secs(1));
        let used = cpu_ticks(server.pid()) - before;
        assert!(used < 20, "{used} hundredths of a second");
    }
}

/// A game of the first legal move at each turn.
fn long_game() -> Game {
    let mut game = Game::new();
    while !game.is_over() {
        let square = game.position().board().legal_moves().first();
        game.play(square.map_or(Move::Pass, Move::Place)).unwrap();
    }
    game
}

#[test]
fn a_review_grades_every_move_from_the_end() {
    let server = Server::start(&[]);
    let mut visitor = server.visitor();
    let mut socket = visitor.socket("/api/analysis");
    let game = long_game();
    let moves: Vec<_> = game.moves().iter().map(Move::to_string).collect();
    assert!(moves.contains(&"pass".to_owned()));
    for rules in ["reversi", "reversed"] {
        socket.say(&json!({"type": "review", "id": rules, "rules": rules, "start": START,
            "moves": moves, "time_ms": 10}));
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

#[test]
fn many_visitors_share_two_engines_fairly() {
    let server = Server::start(&[]);
    // One was here before all others, and has had much already.
    let mut greedy = server.visitor();
    let mut first: Vec<_> = (0..4).map(|_| greedy.socket("/api/analysis")).collect();
    for socket in &mut first {
        analyse(socket, 0, "reversi", START);
    }
    std::thread::sleep(Duration::from_secs(1));
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
    // The one with four sockets gets no more than others with one.
    let nodes = |socket: &mut Socket| {
        let tick = socket.hear_until(|message| message["type"] == "progress");
        tick["time_ms"].as_f64().unwrap()
    };
    std::thread::sleep(Duration::from_secs(4));
    for socket in sockets.iter_mut().chain(&mut first) {
        drain(socket);
    }
    let before: f64 = first.iter_mut().map(&nodes).sum();
    let before_others: Vec<f64> = sockets.iter_mut().map(&nodes).collect();
    std::thread::sleep(Duration::from_secs(6));
    for socket in sockets.iter_mut().chain(&mut first) {
        drain(socket);
    }
    let greedy: f64 = first.iter_mut().map(&nodes).sum::<f64>() - before;
    let others: Vec<f64> = sockets
        .iter_mut()
        .map(&nodes)
        .zip(before_others)
        .map(|(after, before)| after - before)
        .collect();
    let mean = others.iter().sum::<f64>() / 30.0;
    assert!(others.iter().all(|time| *time > 0.0), "nobody starves: {others:?}");
    assert!(greedy < 4.0 * mean, "{greedy} ms against {mean} ms of the others");
}

/// Reads all that has come, so that the next message is new.
fn drain(socket: &mut Socket) {
    socket.0.get_ref().set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    while socket.0.read().is_ok() {}
    socket.0.get_ref().set_read_timeout(Some(client::PATIENCE)).unwrap();
}
