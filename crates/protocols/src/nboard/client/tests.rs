use outflank_core::Square;

use super::*;
use crate::script::{Script, Silent};

#[test]
fn an_engine_is_told_the_depth_and_the_whole_game() {
    let mut engine =
        Script::new("set myname Ntest\npong 1\nstatus thinking\npong 2\n=== F5/1.5/0.2");
    let mut client = NBoardClient::new(Rule::Reversi, Some(16));
    client.greet(&mut engine).unwrap();
    client.set_game(&mut engine, &Game::new(), Some(Duration::from_secs(61))).unwrap();
    let chosen = client.go(&mut engine).unwrap();
    assert_eq!(chosen, NBoardMove { played: Move::Place(Square::F5), score: Some(1.5) });
    assert_eq!(engine.heard[..3], ["nboard 2", "set depth 16", "ping 1"]);
    assert!(engine.heard[3].starts_with("set game (;GM["), "{}", engine.heard[3]);
    assert!(engine.heard[3].contains("1:01"), "{}", engine.heard[3]);
    assert_eq!(engine.heard[4..], ["ping 2", "go"]);
}

#[test]
fn an_old_pong_is_skipped_and_words_that_only_begin_alike_are_no_answer() {
    let mut engine = Script::new("pong 7\npongs 1\npong 1");
    NBoardClient::new(Rule::Reversed, None).greet(&mut engine).unwrap();
    assert_eq!(engine.heard, ["nboard 2", "ping 1"]);
}

#[test]
fn a_move_may_be_a_pass_without_a_score_or_nonsense() {
    let go = |line: &str| NBoardClient::new(Rule::Reversi, None).go(&mut Script::new(line));
    assert_eq!(go("=== PA").unwrap(), NBoardMove { played: Move::Pass, score: None });
    assert_eq!(go("=== d3//0.1").unwrap().score, Some(0.1));
    assert_eq!(go("=== d3/nan").unwrap().score, None);
    let nonsense = Violation::Answer { answer: "=== checkmate".to_owned() };
    assert_eq!(go("=== checkmate"), Err(nonsense.into()));
    assert_eq!(go("status bored"), Err(ClientError::Conversation(Silent)));
}
