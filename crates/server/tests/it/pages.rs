//! Pages, information, files and names of openings.

use serde_json::{Value, json};

use crate::client::START;
use crate::server::Server;

#[test]
fn the_page_is_served_at_its_own_addresses_and_says_what_is_missing() {
    let server = Server::start();
    let mut visitor = server.visitor();
    for path in
        ["/", "/play", "/play/0123", "/analyse?x=1", "/watch/0.1", "/watch/0.1/7", "/evolve"]
    {
        let page = visitor.get(path);
        assert_eq!(page.status, 200, "{path}");
        assert!(page.header("content-type").unwrap().starts_with("text/html"), "{path}");
        assert!(page.text().contains("Outflank"), "{path}");
        assert!(page.header("cache-control").unwrap().starts_with("no-"), "{path}");
        // Pages need no visitor; only the API sets a cookie.
        assert_eq!(page.header("set-cookie"), None);
    }
    assert_eq!(visitor.ask("HEAD", "/", &[], b"").status, 200);
    for path in ["/%00", "/..", "/admin", "/play/1/2", "/analysed", "/index.php", "/.git/config"] {
        let page = visitor.get(path);
        assert_eq!(page.status, 404, "{path}");
        assert!(page.header("content-type").unwrap().starts_with("text/html"), "{path}");
        assert!(page.text().contains("Outflank"), "{path}");
        assert_eq!(visitor.ask("HEAD", path, &[], b"").status, 404);
    }
    visitor.get("/assets/none-1234.js").refused(404);
    visitor.post("/play", &json!({})).refused(405);
}

#[test]
fn information_names_levels_players_and_formats() {
    let server = Server::start();
    let info = server.visitor().get("/api/info").ok();
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(info["threads"], 2);
    let levels = info["levels"].as_array().unwrap();
    assert_eq!(levels.len(), 20);
    assert_eq!(
        (&levels[0]["name"], &levels[0]["plies"], &levels[0]["exact"]),
        (&json!("Newcomer"), &json!(1), &json!(0))
    );
    for rules in ["reversi", "reversed"] {
        let of = |level: usize, field: &str| levels[level][rules][field].as_f64().unwrap();
        assert!(of(0, "doubt") > of(9, "doubt") && of(19, "doubt") < 0.01);
        assert!(of(0, "rating") < of(9, "rating") && of(9, "rating") < of(18, "rating"));
        assert_eq!(levels[19][rules]["rating"], Value::Null);
    }
    assert_eq!(levels[19]["plies"], Value::Null);
    let names = |list: &Value| -> Vec<String> {
        list.as_array()
            .unwrap()
            .iter()
            .map(|one| one["name"].as_str().unwrap().to_owned())
            .collect()
    };
    let mut different = names(&info["levels"]);
    different.dedup();
    assert_eq!(different.len(), 20);
    assert!(names(&info["formats"]).contains(&"ggf".to_owned()));
    assert!(names(&info["players"]).contains(&"random".to_owned()));
}

#[test]
fn the_interface_describes_itself() {
    let server = Server::start();
    let description = server.visitor().get("/api/openapi.json").ok();
    let paths = description["paths"].as_object().unwrap();
    for path in [
        "/api/info",
        "/api/games",
        "/api/games/{id}",
        "/api/games/{id}/moves",
        "/api/games/{id}/takeback",
        "/api/games/{id}/resign",
        "/api/games/{id}/hint",
        "/api/games/{id}/live",
        "/api/read",
        "/api/write",
        "/api/openings",
        "/api/analysis",
        "/api/review",
        "/api/explanation",
    ] {
        assert!(paths.contains_key(path), "{path}");
    }
}

#[test]
fn what_is_pasted_is_read_in_any_format_and_written_in_any_other() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let info = visitor.get("/api/info").ok();
    let moves = ["f5", "d6", "c3", "d3", "c4", "f4"];
    let reached = position_after(&moves);
    for format in info["formats"].as_array().unwrap() {
        let name = format["name"].as_str().unwrap();
        let game = json!({"format": name, "rules": "reversi", "start": START, "moves": moves,
            "black": "Ada", "white": "Bob"});
        let file = visitor.post("/api/write", &game);
        assert_eq!(file.status, 200, "{name}: {}", file.text());
        let disposition = file.header("content-disposition").unwrap();
        let extension = format["extension"].as_str().unwrap();
        assert_eq!(disposition, format!("attachment; filename=\"game.{extension}\""));
        // Only one of them is binary.
        let pasted = match name {
            "wthor" => json!({"base64": base64(&file.body)}),
            _ => json!({"text": file.text()}),
        };
        let read = visitor.post("/api/read", &pasted).ok();
        assert_eq!(read["format"], name, "{read}");
        assert_eq!(read["left"], 0);
        let item = &read["items"][0];
        assert_eq!(item["rules"], "reversi");
        if item["kind"] == "game" {
            assert_eq!(item["moves"], json!(moves), "{name}");
            assert_eq!(item["start"], START);
        }
        // A board of the course does not say whose turn it is.
        assert_eq!(item["position"].as_str().unwrap()[..64], reached[..64], "{name}");
    }
}

/// The position after these moves.
fn position_after(moves: &[&str]) -> String {
    let mut game = outflank_core::Game::new();
    for name in moves {
        game.play_passing(name.parse().unwrap()).unwrap();
    }
    game.position().to_string()
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine as _;
    base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[test]
fn long_files_are_cut_and_bad_games_are_named() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let text = format!("f5f5\nf5d6\n{}", "f5d6c3\n".repeat(20_050));
    let read = visitor.post("/api/read", &json!({"text": text, "rules": "reversed"})).ok();
    assert_eq!(read["items"].as_array().unwrap().len(), 20_000);
    assert_eq!(read["left"], 51);
    assert_eq!(read["errors"].as_array().unwrap().len(), 1);
    assert!(read["errors"][0].as_str().unwrap().contains("line 1"), "{}", read["errors"]);
    assert_eq!(read["items"][0]["rules"], "reversed");

    for (body, status) in [
        (json!({"text": "hello"}), 422),
        (json!({"text": ""}), 422),
        (json!({"text": "f5f5"}), 422),
        (json!({"text": "f5", "rules": "chess"}), 422),
        (json!({"base64": "&"}), 422),
        (json!({"base64": "AAAA"}), 422),
        (json!({}), 422),
        (json!({"text": "f5", "base64": "AAAA"}), 422),
        (json!({"text": 5}), 422),
        (json!([]), 422),
    ] {
        visitor.post("/api/read", &body).refused(status);
    }
    for body in [
        json!({"format": "pdf", "rules": "reversi", "moves": []}),
        json!({"format": "ggf", "rules": "reversi", "moves": ["a1"]}),
        json!({"format": "ggf", "rules": "reversi", "start": "X", "moves": []}),
        json!({"format": "ggf", "rules": "reversi", "moves": vec!["f5"; 200]}),
    ] {
        visitor.post("/api/write", &body).refused(422);
    }
}

#[test]
fn openings_are_known_from_all_sides_and_by_any_order_of_moves() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut names = |query: &str| -> Vec<(u64, String)> {
        let found = visitor.get(&format!("/api/openings?{query}")).ok();
        found["names"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["ply"].as_u64().unwrap(), one["name"].as_str().unwrap().to_owned()))
            .collect()
    };
    let tiger = vec![(2, "Perpendicular".to_owned()), (5, "Tiger".to_owned())];
    // The four first moves, and one that is seen in a mirror.
    for moves in ["f5d6c3d3c4", "c4e3f6e6f5", "e6f4c3c4d3", "d3c5f6f5e6"] {
        assert_eq!(names(&format!("rules=reversi&moves={moves}")), tiger, "{moves}");
    }
    assert_eq!(names("moves=f5d6c3d3c4f4f6f3").last().unwrap().1, "Comp'Oth");
    assert_eq!(names("rules=reversed&moves=f5d6c3d3c4"), []);
    assert_eq!(names(""), []);
    visitor.get("/api/openings?moves=f5f5").refused(422);
    visitor.get("/api/openings?moves=f").refused(422);
    visitor.get("/api/openings?rules=go").refused(422);
}

#[test]
fn every_named_opening_is_legal_and_has_a_board_of_its_own() {
    let text = include_str!("../../data/opening-names.txt");
    let mut boards = std::collections::HashMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (moves, name) = line.split_once(' ').unwrap();
        let mut game = outflank_core::Game::new();
        for square in moves.as_bytes().chunks(2) {
            let square = std::str::from_utf8(square).unwrap().parse().unwrap();
            game.play(outflank_core::Move::Place(square)).unwrap_or_else(|e| panic!("{line}: {e}"));
        }
        let board = game.position().board().canonical().0;
        assert_eq!(boards.insert(board, name), None, "{line}");
    }
    assert!(boards.len() > 60);
}

#[test]
fn a_wthor_file_has_all_its_games_with_names() {
    let server = Server::start();
    let mut visitor = server.visitor();
    // A file of three thousand games between two players.
    let mut records = Vec::new();
    let mut writer =
        outflank_formats::wthor::Writer::new(std::io::Cursor::new(&mut records)).unwrap();
    for number in 0..3000 {
        let mut game = outflank_core::Game::new();
        game.play_passing("f5".parse().unwrap()).unwrap();
        let mut record = outflank_formats::Record::of_game(outflank_core::Rule::Reversi, game);
        record.black.name = Some(if number == 2999 { "Zoe" } else { "Ada" }.to_owned());
        record.white.name = Some("Bob".to_owned());
        record.event = Some("Open".to_owned());
        writer.write(&record).unwrap();
    }
    let names = writer.finish().unwrap();
    let packed = |kind, names: &[String]| {
        let mut file = Vec::new();
        outflank_formats::wthor::write_names(&mut file, kind, names).unwrap();
        base64(&file)
    };
    let read =
        |body: &Value, visitor: &mut crate::client::Visitor| visitor.post("/api/read", body).ok();
    let bare = read(&json!({"base64": base64(&records)}), &mut visitor);
    assert_eq!(bare["items"].as_array().unwrap().len(), 3000);
    let named = json!({
        "base64": base64(&records),
        "players": packed(outflank_formats::wthor::NameKind::Player, &names.players),
        "tournaments": packed(outflank_formats::wthor::NameKind::Tournament, &names.tournaments),
    });
    let named = read(&named, &mut visitor);
    let last = &named["items"][2999];
    assert_eq!(
        [&last["black"], &last["white"], &last["event"]],
        [&json!("Zoe"), &json!("Bob"), &json!("Open")]
    );
    assert_eq!(named["left"], 0);
    let broken = json!({"base64": base64(&records), "players": "AAAA"});
    visitor.post("/api/read", &broken).refused(422);
}
