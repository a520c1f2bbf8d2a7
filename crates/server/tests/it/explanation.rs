//! Explanations of positions.

use crate::server::Server;

const START: &str = "---------------------------OX------XO---------------------------%20X";

#[test]
fn a_position_is_explained_by_agents_and_by_the_engine() {
    let server = Server::start();
    let mut visitor = server.visitor();
    let mut ask = |rules: &str, player: &str| {
        let path = format!("/api/explanation?rules={rules}&position={START}&player={player}");
        visitor.get(&path)
    };
    let agent = ask("reversed", "classic:evolved").ok();
    assert_eq!(agent["unit"], "points");
    assert_eq!(agent["moves"].as_array().unwrap().len(), 4);
    assert_eq!(agent["depth"], 4);
    assert!(agent["squares"].is_null());
    let engine = ask("reversi", "engine").ok();
    assert_eq!(engine["squares"].as_array().unwrap().len(), 64);
    let network = ask("reversed", "zero").ok();
    assert_eq!(network["unit"], "percent");
    assert_eq!(network["squares"].as_array().unwrap().len(), 64);
    let visits = network["moves"].as_array().unwrap().iter();
    assert_eq!(visits.map(|one| one["visits"].as_u64().unwrap()).sum::<u64>(), 400);
    // Another game, a file of the server, and limits that would take long.
    for (rules, player) in [
        ("reversi", "classic:evolved"),
        ("reversed", "genome:/etc/passwd"),
        ("reversed", "classic:evolved,depth=20"),
        ("reversi", "engine:weights=/etc/passwd"),
        ("reversi", "zero:/etc/passwd"),
        ("reversi", "zero:simulations=1000000"),
        ("reversi", "random"),
    ] {
        assert_eq!(ask(rules, player).status, 422, "{player}");
    }
}
