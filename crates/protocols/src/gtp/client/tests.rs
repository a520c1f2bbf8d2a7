use outflank_core::{Position, Square};

use super::*;
use crate::script::{Script, Silent};

const COMMANDS: &str = "=1 set_game boardsize time_settings time_left\n\n=2\n\n=3\n\n=4\n\n=5\n\n";

fn game(moves: &str) -> Game {
    let mut game = Game::new();
    for square in moves.split_whitespace() {
        game.play(Move::Place(square.parse().unwrap())).unwrap();
    }
    game
}

#[test]
fn an_engine_is_told_the_game_the_size_the_time_and_the_moves_it_has_missed() {
    let mut engine = Script::new(&format!("welcome\n{COMMANDS}=6\n\n=7\n\n= 8 D6\n\n"));
    let mut client = GtpClient::new(Rule::Reversed);
    let time = Some(TimeBudget::Move(Duration::from_millis(1_500)));
    client.greet(&mut engine, time).unwrap();
    let played = client.choose(&mut engine, &game("f5"), time).unwrap();
    assert_eq!(played, Move::Place(Square::D6));
    let heard = [
        "1 list_commands",
        "2 set_game Reversed Reversi",
        "3 boardsize 8",
        "4 time_settings 0 1.500 1",
        "5 clear_board",
        "6 play b f5",
        "7 time_left w 1.500 1",
        "8 genmove w",
    ];
    assert_eq!(engine.heard, heard);
}

#[test]
fn another_game_clears_the_board_and_a_longer_one_does_not() {
    // An engine need not list its commands: unknown ones are sent and may be refused.
    let mut engine = Script::new("= \n\n= f6\n\n= \n\n= d7\n\n= \n\n= \n\n= c3\n\n");
    let mut client = GtpClient::new(Rule::Reversi);
    client.choose(&mut engine, &game("f5"), None).unwrap();
    client.choose(&mut engine, &game("f5 f6 e6"), None).unwrap();
    assert_eq!(engine.heard, ["1 play b f5", "2 genmove w", "3 play b e6", "4 genmove w"]);
    client.choose(&mut engine, &game("d3"), None).unwrap();
    assert_eq!(engine.heard[4..], ["5 clear_board", "6 play b d3", "7 genmove w"]);
}

#[test]
fn reversed_needs_an_engine_that_offers_it() {
    let mut engine = Script::new("=1 boardsize\n\n");
    let error = GtpClient::new(Rule::Reversed).greet(&mut engine, None).unwrap_err();
    assert_eq!(error, Violation::Rules(Rule::Reversed).into());
    let ClientError::Violation(violation) = error else { panic!("a violation") };
    assert_eq!(violation.to_string(), "it does not play reversed");
}

#[test]
fn answers_that_mean_nothing_are_named() {
    let told = |text: &str| {
        let mut engine = Script::new(text);
        match GtpClient::new(Rule::Reversi).choose(&mut engine, &Game::new(), None) {
            Err(ClientError::Violation(violation)) => violation.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(told("=1 z9\n\n"), "it answered 'z9'");
    assert_eq!(told("=7 f5\n\n"), "it answered '=7 f5'");
    assert_eq!(told("?1 no idea\n\n"), "it refused 'genmove b': 'no idea'");
    assert_eq!(
        told(&"hello\n".repeat(101)),
        "it wrote more than 100 lines and no answer, the last one 'hello'"
    );
    let long = told(&format!("=1 {}\n\n", "x".repeat(100)));
    assert_eq!(long, format!("it answered '{}...'", "x".repeat(60)));
}

#[test]
fn other_starts_and_the_end_of_a_conversation_are_errors() {
    let start: Position = format!("XO{} X", "-".repeat(62)).parse().unwrap();
    let mut engine = Script::new("");
    let mut client = GtpClient::new(Rule::Reversi);
    let error = client.choose(&mut engine, &Game::from_position(start), None).unwrap_err();
    assert_eq!(error, Violation::Start.into());
    let error = client.choose(&mut engine, &Game::new(), None).unwrap_err();
    assert_eq!(error, ClientError::Conversation(Silent));
}

#[test]
fn a_pass_may_be_refused_because_some_engines_pass_by_themselves() {
    let mut game = game("d3 c3 e6 d2 d1 e1 b2 c1");
    assert!(game.must_pass());
    game.play(Move::Pass).unwrap();
    let answers = format!("{}? illegal move\n\n= b1\n\n", "=\n\n".repeat(8));
    let mut engine = Script::new(&answers);
    let played = GtpClient::new(Rule::Reversi).choose(&mut engine, &game, None).unwrap();
    assert_eq!(played, Move::Place(Square::B1));
    assert_eq!(engine.heard[8..], ["9 play b pass", "10 genmove w"]);
}

#[test]
fn lines_before_and_after_every_answer_are_skipped() {
    let answers = |lines: usize| {
        let [first, second] = [100, lines].map(|lines| "depth 1\n".repeat(lines));
        format!("{first}=1\n\nready\n{second}= 2 D6\nnodes 12\ntime 3\n\nready\n")
    };
    let mut engine = Script::new(&answers(99));
    let mut client = GtpClient::new(Rule::Reversi);
    let played = client.choose(&mut engine, &game("f5"), None).unwrap();
    assert_eq!((played, client.skipped_line()), (Move::Place(Square::D6), None));
    client.choose(&mut engine, &game("f5 d6 c3"), None).unwrap_err();
    assert_eq!(client.skipped_line(), Some("ready"));
    let mut engine = Script::new(&answers(100));
    let error = GtpClient::new(Rule::Reversi).choose(&mut engine, &game("f5"), None).unwrap_err();
    assert_eq!(error, Violation::NoAnswer { lines: 100, last: "depth 1".to_owned() }.into());
}
