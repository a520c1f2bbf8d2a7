//! The same bytes on one machine and on a cluster.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use outflank_arena::{Filter, Store};
use tempfile::TempDir;

use super::machines::Server;
use crate::common::{outflank, text};

/// The files below a folder, without locks and what depends on the clock.
pub(super) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = files(&path).into_iter();
            found.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if name != ".outflank.lock" && name != "log.jsonl" && name != "summary.json" {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

/// The games of a store by their places: the moves, the score and the seed.
fn games(store: &Path) -> BTreeMap<String, (String, i32, u64)> {
    let games = Store::open(store).unwrap().games(&Filter::default()).unwrap();
    let game = |stored: outflank_arena::StoredGame| {
        let played = &stored.row.played;
        let moves: Vec<_> = played.game.moves().iter().map(ToString::to_string).collect();
        (stored.row.slot.to_string(), (moves.join(""), played.score.discs(), stored.row.seed))
    };
    games.into_iter().map(game).collect()
}

pub(super) const SELFPLAY: [&str; 6] = ["--weights", "hand-made", "--depth", "1", "--exact", "6"];
const EVOLVE: [&str; 12] = [
    "--form",
    "corner",
    "--generations",
    "3",
    "--population",
    "6",
    "--depth",
    "1",
    "--measure",
    "4",
    "--openings",
    "2",
];

#[test]
fn runs_write_the_same_bytes_here_and_on_any_number_of_workers() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let Some(server) = Server::start(&at("server")) else { return };
    let run = |command: &str, name: &str, rest: &[&str], is_here: bool| {
        let path = at(&format!("{command}-{name}"));
        let all: Vec<_> = [command, text(&path)].iter().chain(rest).copied().collect();
        if is_here {
            outflank(&[&all[..], &["--quiet"]].concat()).ok();
        } else {
            server.run(&all);
        }
        files(&path)
    };
    let selfplay = [&SELFPLAY[..], &["--games", "800"]].concat();
    let cma_es = [&EVOLVE[..], &["--optimiser", "cma-es"]].concat();
    // The population belongs to the genetic algorithm.
    let cma_es: Vec<_> =
        cma_es.iter().filter(|word| !["--population", "6"].contains(*word)).copied().collect();
    let book =
        ["build", "--weights", "hand-made", "--depth", "2", "--positions", "100", "--threads", "1"];
    let games_of = |name: &str, is_here: bool| {
        let path = at(&format!("match-{name}.db"));
        let all = [
            "match",
            "classic:corner,depth=1",
            "engine:depth=1,hash=1,weights=hand-made",
            "--games",
            "20",
            "--seed",
            "3",
            "--store",
            text(&path),
        ];
        if is_here {
            outflank(&[&all[..], &["--quiet"]].concat()).ok();
        } else {
            server.run(&all);
        }
        games(&path)
    };
    let cup = |name: &str, is_here: bool| {
        let path = at(&format!("cup-{name}"));
        let mut all = vec!["tournament", "--output", text(&path), "--rounds", "2", "--seed", "4"];
        for player in ["random", "greedy", "classic:corner,depth=1"] {
            all.extend(["--player", player]);
        }
        if is_here {
            outflank(&[&all[..], &["--quiet"]].concat()).ok();
        } else {
            server.run(&all);
        }
        games(&path.join("games.db"))
    };
    let all = |name: &str, is_here: bool| {
        let evolved = run("evolve", name, &EVOLVE, is_here);
        let drawn = {
            let path = at(&format!("cma-{name}"));
            let all: Vec<_> = ["evolve", text(&path)].iter().chain(&cma_es).copied().collect();
            if is_here {
                outflank(&[&all[..], &["--quiet"]].concat()).ok();
            } else {
                server.run(&all);
            }
            files(&path)
        };
        (run("selfplay", name, &selfplay, is_here), evolved, drawn)
    };
    let made = |name: &str, is_here: bool| {
        let path = at(&format!("book-{name}"));
        let all: Vec<_> =
            ["book", book[0], text(&path)].iter().chain(&book[1..]).copied().collect();
        if is_here {
            outflank(&[&all[..], &["--quiet"]].concat()).ok();
        } else {
            server.run(&all);
        }
        fs::read(path.join("reversi.book")).unwrap()
    };
    let expected =
        (all("here", true), games_of("here", true), cup("here", true), made("here", true));
    let mut workers = Vec::new();
    for count in [1, 2] {
        workers.push(server.worker());
        let name = count.to_string();
        let found =
            (all(&name, false), games_of(&name, false), cup(&name, false), made(&name, false));
        assert!(found.0 == expected.0, "{count} workers: self-play or evolution differs");
        assert_eq!(found.1, expected.1, "{count} workers");
        assert_eq!(found.2, expected.2, "{count} workers");
        assert!(found.3 == expected.3, "{count} workers: the book differs");
    }
}
