//! The same bytes on one machine and on a cluster.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use outflank_arena::{Filter, Store, StoredGame};
use tempfile::TempDir;

use super::machines::Server;
use crate::common::{outflank, text};

/// Where a command runs.
enum Place<'s> {
    Here,
    Cluster(&'s Server),
}

impl Place<'_> {
    fn run(&self, arguments: &[&str]) {
        match self {
            Self::Here => drop(outflank(&[arguments, &["--quiet"]].concat()).ok()),
            Self::Cluster(server) => server.run(arguments),
        }
    }
}

/// The files below a folder, without locks, and without those that hold times or paths.
pub(super) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            let inner = files(&path).into_iter();
            found.extend(inner.map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else if ![".outflank.lock", "log.jsonl", "validation.json"].contains(&name.as_str()) {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

/// The games of a store by their places: the moves, the score and the seed.
pub(super) type Games = BTreeMap<String, (String, i32, u64)>;
/// The cells of a table, row by row.
pub(super) type Cells = Vec<Vec<String>>;

/// The games of a store.
pub(super) fn games(store: &Path) -> Games {
    let games = Store::open(store).unwrap().games(&Filter::default()).unwrap();
    let game = |stored: StoredGame| {
        let played = &stored.row.played;
        let moves: Vec<_> = played.game.moves().iter().map(ToString::to_string).collect();
        (stored.row.slot.to_string(), (moves.join(""), played.score.discs(), stored.row.seed))
    };
    games.into_iter().map(game).collect()
}

/// The standings of a tournament, without the columns of times.
pub(super) fn standings(folder: &Path) -> Cells {
    let text = fs::read_to_string(folder.join("standings.csv")).unwrap();
    let cells = |row: &str| {
        let mut is_quoted = false;
        let mut ends_cell = |letter: char| {
            is_quoted ^= letter == '"';
            letter == ',' && !is_quoted
        };
        row.split(&mut ends_cell).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut rows: Vec<_> = text.lines().map(cells).collect();
    let head = rows[0].clone();
    let is_time = |at: usize| ["mean_ms", "longest_ms"].contains(&head[at].as_str());
    let times: Vec<_> = (0..head.len()).filter(|at| is_time(*at)).collect();
    assert_eq!(times.len(), 2, "{head:?}");
    for row in &mut rows {
        for at in &times {
            row[*at].clear();
        }
    }
    rows
}

pub(super) const SELFPLAY: [&str; 6] = ["--weights", "hand-made", "--depth", "1", "--exact", "6"];
const EVOLVE: [&str; 10] =
    ["--form", "corner", "--depth", "1", "--measure", "2", "--openings", "1", "--validate", "0"];

/// The files of short runs of self-play, of both optimisers, and of a book.
fn runs(place: &Place<'_>, folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let [games, genetic, cma_es, book] =
        ["games", "genetic", "cma", "book"].map(|name| folder.join(name));
    let run = |start: &[&str], rest: &[&str]| place.run(&[start, rest].concat());
    run(&["selfplay", text(&games), "--games", "300"], &SELFPLAY);
    let genetic = ["evolve", text(&genetic), "--generations", "2", "--population", "6"];
    run(&genetic, &EVOLVE);
    let cma_es = ["evolve", text(&cma_es), "--generations", "2", "--optimiser", "cma-es"];
    run(&cma_es, &EVOLVE);
    let book = ["book", "build", text(&book), "--depth", "1", "--positions", "20"];
    run(&book, &["--weights", "hand-made"]);
    let mut files = files(folder);
    // Searches are written as they end.
    files.remove("book/searches.journal");
    files
}

/// The games of a match and of tournaments, and the standings.
fn arena(place: &Place<'_>, folder: &Path) -> (Vec<Games>, Vec<Cells>) {
    let store = folder.join("match.db");
    let cups = ["round-robin", "points-race"].map(|kind| (kind, folder.join(kind)));
    let players = ["classic:corner,depth=1", "engine:depth=1,hash=1,weights=hand-made"];
    let played = ["match", players[0], players[1], "--games", "8", "--store", text(&store)];
    place.run(&[&played[..], &["--seed", "3"]].concat());
    for (kind, cup) in &cups {
        let mut tournament = vec!["tournament", "--output", text(cup), "--seed", "4"];
        for player in ["random", "greedy", players[0]] {
            tournament.extend(["--player", player]);
        }
        tournament.extend(["--rounds", "2", "--kind", kind]);
        place.run(&tournament);
    }
    let mut all = vec![games(&store)];
    all.extend(cups.iter().map(|(_, cup)| games(&cup.join("games.db"))));
    (all, cups.iter().map(|(_, cup)| standings(cup)).collect())
}

#[test]
fn runs_write_the_same_bytes_here_and_on_any_number_of_workers() {
    let folder = TempDir::new().unwrap();
    let at = |name: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(&path).unwrap();
        path
    };
    let Some(server) = Server::start(&at("server")) else { return };
    let expected = runs(&Place::Here, &at("here"));
    assert!(expected.len() > 8, "{:?}", expected.keys());
    let mut workers = Vec::new();
    for name in ["one", "two"] {
        workers.push(server.worker());
        let found = runs(&Place::Cluster(&server), &at(name));
        assert!(found.keys().eq(expected.keys()), "{:?}", found.keys());
        for (path, bytes) in &found {
            assert!(*bytes == expected[path], "{name}: {path} differs");
        }
    }
    let place = Place::Cluster(&server);
    assert_eq!(arena(&place, &at("there")), arena(&Place::Here, &at("games")));
}
