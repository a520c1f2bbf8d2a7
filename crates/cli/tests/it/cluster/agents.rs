//! Python agents on a cluster.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use outflank_arena::has_sandbox;
use serde_json::Value;
use tempfile::TempDir;

use super::equality::{games, standings};
use super::machines::{Running, Server};
use crate::common::{outflank, text};

/// Plays the last legal square, with a module beside it that finds the first.
const LAST: &str = "
from first_moves import First


class AI(First):
    def go(self, chessboard):
        super().go(chessboard)
        if self.candidate_list:
            self.candidate_list[-1] = self.candidate_list[-2]
";

/// An agent in a folder of its own.
fn agent(folder: &Path, source: &str) -> String {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join("agent.py"), source).unwrap();
    fs::copy("../arena/tests/agents/first_moves.py", folder.join("first_moves.py")).unwrap();
    format!("python:{}", text(folder))
}

fn match_of<'a>(players: [&'a str; 2], store: &'a Path) -> Vec<&'a str> {
    let settings = ["--games", "4", "--seed", "3", "--store", text(store)];
    [&["match", players[0], players[1]][..], &settings].concat()
}

fn tournament_of<'a>(players: [&'a str; 2], output: &'a Path) -> Vec<&'a str> {
    let players = ["--player", players[0], "--player", players[1], "--player", "greedy"];
    [&["tournament", "--seed", "4", "--output", text(output)][..], &players].concat()
}

#[test]
fn agents_play_on_workers_that_were_asked_to_and_nowhere_else() {
    if !has_sandbox() {
        eprintln!("skipped: there is no sandbox (apt-get install bubblewrap)");
        return;
    }
    let folder = TempDir::new().unwrap();
    let at = |name: &str| folder.path().join(name);
    let Some(server) = Server::start(&at("server")) else { return };
    let first = fs::read_to_string("../arena/tests/agents/first.py").unwrap();
    let (first, last) = (agent(&at("first"), &first), agent(&at("last"), LAST));
    let players = [first.as_str(), last.as_str()];
    let [here, there] = ["here.db", "there.db"].map(at);
    outflank(&[&match_of(players, &here)[..], &["--quiet"]].concat()).ok();
    // A worker that trusts nobody leaves the games alone.
    let _plain = server.worker();
    let mut collector = Running::start(&mut server.outflank(&match_of(players, &there)));
    let waiting = || {
        let status = server.status();
        let is_agents = |queue: &&Value| queue["kind"] == "agents";
        let queue = status["queues"].as_array().unwrap().iter().find(is_agents).cloned();
        let workers = status["workers"].as_array().unwrap().len();
        (workers, queue.map_or(0, |queue| queue["waiting"].as_u64().unwrap()))
    };
    let start = Instant::now();
    while waiting() != (1, 2) {
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", waiting());
    }
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(waiting(), (1, 2));
    assert!(!collector.has_ended());
    let _agents = server.worker_for("agents");
    assert!(collector.wait());
    assert_eq!(games(&there), games(&here));
    assert_eq!(games(&there).len(), 4);
    let [here, there] = ["cup-here", "cup-there"].map(at);
    outflank(&[&tournament_of(players, &here)[..], &["--quiet"]].concat()).ok();
    server.run(&tournament_of(players, &there));
    assert_eq!(standings(&there), standings(&here));
}
