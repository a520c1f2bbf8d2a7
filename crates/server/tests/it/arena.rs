//! Matches that are started from pages.

use outflank_core::{Game, Position};
use outflank_formats::{Format, ReadOptions, read};
use serde_json::{Value, json};

use crate::client::{Visitor, wait_until};
use crate::events::{is_done, long, played, start, wait_for};
use crate::server::{Server, text};

#[test]
fn a_match_is_played_to_its_end_and_its_games_are_exported() {
    let server = Server::start();
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
}

/// Orders that follow each other at once find the match waiting, beginning,
/// playing or ending.
#[test]
fn stop_and_resume_are_never_lost() {
    let server = Server::start();
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
fn paths_and_commands_never_come_from_a_page() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.py"), "class AI:\n    pass\n").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "").unwrap();
    let server = Server::start_with(|settings| {
        settings.agents = Some(folder.path().to_owned());
    });
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

    // The agent of the folder may play, in a sandbox or not at all. Its path is not
    // disclosed.
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
        // Python is not available.
        answer.refused(422);
    }
}

#[test]
fn what_is_not_there_is_not_found() {
    let server = Server::start();
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

#[test]
fn a_match_is_stopped_and_goes_on() {
    let server = Server::start();
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
    assert_eq!(visitor.post(&format!("/api/events/{id}/resume"), &Value::Null).status, 204);
    visitor.post(&format!("/api/events/{id}/resume"), &Value::Null).refused(409);
    wait_for(&mut visitor, &id, |event| played(event) > played(&stopped));
}

#[test]
fn a_visitor_has_four_matches_at_most_and_all_have_eight() {
    let server = Server::start();
    for _ in 0..2 {
        let mut visitor = server.visitor();
        for _ in 0..4 {
            start(&mut visitor, &long());
        }
        let sentence = visitor.post("/api/matches", &long());
        assert!([429].contains(&sentence.status), "{}", sentence.text());
    }
    let sentence = server.visitor().post("/api/matches", &long()).refused(429);
    assert_eq!(sentence, "8 matches are played or wait already: come back later.");
}

#[test]
fn only_the_visitor_who_started_a_match_stops_or_resumes_it() {
    let folder = tempfile::tempdir().unwrap();
    let clock = outflank_server::Clock::system();
    let server = Server::start_by(crate::server::settings(folder.path()), clock.clone());
    let (mut owner, mut other) = (server.visitor(), server.visitor());
    let id = start(&mut owner, &long());
    let waiting = start(&mut owner, &long());
    wait_for(&mut owner, &id, |event| played(event) >= 1);
    let yours =
        |visitor: &mut Visitor| visitor.get(&format!("/api/events/{id}")).ok()["yours"].clone();
    assert_eq!((yours(&mut owner), yours(&mut other)), (json!(true), json!(false)));
    let sentence = "This match was started by another visitor.";
    for event in [&id, &waiting] {
        let stop = other.post(&format!("/api/events/{event}/stop"), &Value::Null);
        assert_eq!(stop.refused(403), sentence);
        let resume = other.post(&format!("/api/events/{event}/resume"), &Value::Null);
        assert_eq!(resume.refused(403), sentence);
    }
    assert_eq!(owner.get(&format!("/api/events/{id}")).ok()["state"], "live");
    assert_eq!(owner.post(&format!("/api/events/{id}/stop"), &Value::Null).status, 204);
    wait_for(&mut owner, &id, |event| event["state"] == "stopped");
    assert_eq!(
        other.post(&format!("/api/events/{id}/resume"), &Value::Null).refused(403),
        sentence
    );
    // To ask for the same match with the same seed is to resume it.
    let seed: u64 =
        owner.get(&format!("/api/events/{id}")).ok()["seed"].as_str().unwrap().parse().unwrap();
    let mut same = long();
    same["seed"] = json!(seed);
    assert_eq!(other.post("/api/matches", &same).refused(403), sentence);
    // It stays theirs when the server starts again.
    server.stop();
    let server = Server::start_by(crate::server::settings(folder.path()), clock);
    owner.address.clone_from(&server.address);
    other.address.clone_from(&server.address);
    assert_eq!(
        other.post(&format!("/api/events/{id}/resume"), &Value::Null).refused(403),
        sentence
    );
    assert_eq!(owner.post(&format!("/api/events/{id}/resume"), &Value::Null).status, 204);
    assert_eq!(owner.post(&format!("/api/events/{id}/stop"), &Value::Null).status, 204);
}

#[test]
fn a_running_game_is_shown_while_it_is_played() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut request = long();
    request["openings"] = json!("start");
    let id = start(&mut visitor, &request);
    let mut seen = Vec::new();
    wait_until("no live board", || {
        let event = visitor.get(&format!("/api/events/{id}")).ok();
        let live = event["live"].as_array().unwrap().clone();
        seen.extend(live.into_iter().filter(|game| game["moves"].as_array().unwrap().len() > 5));
        seen.len() >= 3 && played(&event) >= 1
    });
    for game in &seen {
        let begin: Position = game["start"].as_str().unwrap().parse().unwrap();
        assert_eq!((begin, &game["opening"]), (Position::START, &json!(0)));
        let mut replayed = Game::from_position(begin);
        for played in game["moves"].as_array().unwrap() {
            replayed.play(played.as_str().unwrap().parse().unwrap()).unwrap();
        }
        if !replayed.is_over() {
            assert_eq!(game["to_move"], replayed.position().to_move().to_string());
        }
        let mut players = [game["black"].as_str().unwrap(), game["white"].as_str().unwrap()];
        let is_first = game["place"].as_str().unwrap().ends_with(".1");
        if !is_first {
            players.swap(0, 1);
        }
        assert_eq!(players, ["engine:time=20ms", "random"], "{game}");
        assert!(game["seconds"].as_f64().unwrap() < 30.0);
    }
    assert_eq!(visitor.post(&format!("/api/events/{id}/stop"), &Value::Null).status, 204);
    let event = wait_for(&mut visitor, &id, |event| event["state"] == "stopped");
    assert_eq!(event["live"], json!([]));
    assert_eq!(event["openings"], "start");
    // A game that was shown is kept with the same players and moves.
    let mut compared = 0;
    for row in event["games"].as_array().unwrap() {
        let number = row["id"].as_i64().unwrap();
        let game = visitor.get(&format!("/api/events/{id}/games/{number}")).ok();
        assert_eq!(game["opening"], 0);
        for shown in seen.iter().filter(|shown| shown["place"] == row["place"]) {
            let moves = shown["moves"].as_array().unwrap();
            assert!(game["moves"].as_array().unwrap().starts_with(moves), "{shown} {game}");
            assert_eq!((&shown["black"], &shown["white"]), (&game["black"], &game["white"]));
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn openings_are_chosen_by_name_and_never_by_file() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let request = |openings: &str| json!({"rules": "reversi", "a": "greedy", "b": "random", "pairs": 1, "openings": openings});
    for openings in ["balanced", "start", "random:6"] {
        let id = start(&mut visitor, &request(openings));
        let event = wait_for(&mut visitor, &id, is_done);
        assert_eq!(event["openings"], openings);
    }
    for openings in ["/etc/passwd", "games.ggf", "random:0", "random:99", "random:x", "", "Start"] {
        visitor.post("/api/matches", &request(openings)).refused(422);
    }
}
