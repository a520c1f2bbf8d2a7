//! Events of other programs, watched in the browser app.

use serde_json::json;

use crate::events::{is_done, start, wait_for};
use crate::server::{Server, repository};

#[test]
fn a_store_that_is_none_is_told_of_and_hides_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text.db");
    std::fs::write(&path, "this is no database, however long it is made to be").unwrap();
    let server = Server::start_with(|settings| settings.stores = vec![path.clone()]);
    let mut visitor = server.visitor();
    let id =
        start(&mut visitor, &json!({"rules": "reversi", "a": "greedy", "b": "random", "pairs": 1}));
    wait_for(&mut visitor, &id, is_done);
    let list = visitor.get("/api/events").ok();
    assert_eq!(list["events"].as_array().unwrap().len(), 1);
    let problem = list["problems"][0].as_str().unwrap();
    assert!(problem.contains("text.db") && problem.ends_with('.'), "{problem}");
}

#[test]
fn events_of_an_older_version_have_their_players_and_results() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("games.db");
    std::fs::copy(repository("crates/arena/tests/data/version-0.1.db"), &store).unwrap();
    let server = Server::start_with(|settings| settings.stores = vec![store.clone()]);
    let mut visitor = server.visitor();
    for (id, title, players, games) in [
        (1, "random – greedy", 2, 4),
        (2, "random – greedy", 2, 6),
        (3, "Gauntlet of 3 players", 3, 8),
        (4, "Ann – Cy, which does not count", 3, 2),
        (5, "Points race of 2 players", 2, 4),
    ] {
        let event = visitor.get(&format!("/api/events/1.{id}")).ok();
        assert_eq!((&event["title"], &event["played"]), (&json!(title), &json!(games)));
        assert_eq!(event["players"].as_array().unwrap().len(), players, "{event}");
        let counted = event["standings"].as_array().unwrap().iter();
        let counted: u64 = counted.filter_map(|row| row["games"].as_u64()).sum();
        assert_eq!(counted, 2 * games, "{event}");
    }
}
