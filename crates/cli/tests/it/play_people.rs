//! `outflank play` between people and simple players.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{outflank, outflank_with, text};

#[test]
fn a_seed_gives_the_same_game_again() {
    let game = |rules, seed| {
        let arguments = [
            "play", "--black", "random", "--white", "greedy", "--rules", rules, "--seed", seed,
            "--json",
        ];
        let mut record = outflank(&arguments).ok().json_lines().remove(0);
        for entry in record["moves"].as_array_mut().unwrap() {
            entry["time_ms"] = Value::Null;
        }
        record
    };
    let first = game("reversed", "5");
    assert_eq!(first, game("reversed", "5"));
    assert_ne!(first["moves"], game("reversed", "6")["moves"]);
    assert_eq!(first["rules"], "reversed");
    assert_eq!(first["seed"], 5);
    assert_eq!(first["black"]["name"], "random");
    assert_eq!(first["result"]["ending"], "finished");
}

#[test]
fn a_person_is_told_what_is_wrong_and_can_take_back() {
    let typed = "a1\nz9\nd4\npass\nmoves\nf5\nundo\nd3\nmoves\nresign\n";
    let answer = outflank_with(typed, &["play", "--white", "greedy", "--seed", "1"]).ok();
    for sentence in [
        "reversi: human against greedy, seed 1",
        "a1 turns no disc for black; dots show where you can play",
        "'z9' is neither a square nor a command; try help",
        "d4 is occupied; dots show where you can play",
        "you have a move; a pass is made for you when you have none",
        "no moves yet",
        "taken back",
        "white (greedy) wins: black resigned",
    ] {
        assert!(answer.out.contains(sentence), "{sentence:?} is not in\n{}", answer.out);
    }
    assert!(answer.out.contains("\nblack (X) > d3 "), "{}", answer.out);
}

#[test]
fn leaving_saves_what_was_played() {
    let folder = TempDir::new().unwrap();
    let save = folder.path().join("game.jsonl");
    let other = folder.path().join("game.sgf");
    let typed = format!("f5\nsave {}\n", other.display());
    let answer = outflank_with(&typed, &["play", "--white", "human", "--output", text(&save)]).ok();
    assert!(answer.out.contains("saved to"), "{}", answer.out);
    let record: Value = serde_json::from_str(&fs::read_to_string(&save).unwrap()).unwrap();
    assert_eq!(record["moves"][0]["move"], "f5");
    assert_eq!(record["result"], Value::Null);
    assert!(fs::read_to_string(&other).unwrap().contains(";B[f5]"));
}

#[test]
fn an_input_error_does_not_lose_the_game() {
    let folder = TempDir::new().unwrap();
    let save = folder.path().join("game.txt");
    let typed: &[u8] = b"f5\n\xff\xfe\nmoves\n";
    let output = assert_cmd::Command::cargo_bin("outflank")
        .unwrap()
        .args(["play", "--white", "human", "--output", text(&save)])
        .write_stdin(typed)
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_eq!(fs::read_to_string(&save).unwrap(), "f5\n");
}

#[test]
fn a_finished_board_has_a_winner() {
    let position = format!("{}{} X", "X".repeat(40), "O".repeat(24));
    let answer = outflank(&["play", "--position", &position, "--json"]).ok();
    assert_eq!(answer.json_lines()[0]["result"]["margin"], 16.0);
    assert!(answer.err.contains("black (human) wins by 16"), "{}", answer.err);
}

#[test]
fn times_survive_the_record() {
    let arguments = ["play", "--black", "random", "--white", "random", "--json"];
    let record = outflank(&arguments).ok().out;
    let again = outflank_with(&record, &["convert", "-", "-", "--to", "json"]).ok().out;
    assert_eq!(record, again);
}

#[test]
fn a_forced_pass_is_made_and_told() {
    // Black has nothing; white takes b1 and the game is over.
    let position = format!("OX{} X", "-".repeat(62));
    let answer = outflank(&["play", "--position", &position, "--seed", "1"]).ok();
    assert!(answer.out.contains("black has no move and passes"), "{}", answer.out);
    assert!(answer.out.contains("white (engine:level=5) wins by 64"), "{}", answer.out);
}

#[test]
fn wrong_options_get_one_sentence() {
    outflank(&["play", "--white", "deep blue"]).refused(
        "invalid value 'deep blue' for '--white <PLAYER>': 'deep blue' is not a player: \
         expected engine, classic:NAME, genome:FILE, zero, zero:FILE, random, greedy, python:FILE, gtp:COMMAND \
         or nboard:COMMAND, or human",
    );
    outflank(&["play", "--rules", "go"]).refused(
        "invalid value 'go' for '--rules <RULES>': 'go' is not a game: expected reversi or \
         reversed",
    );
    outflank(&["play", "--output", "game.doc"])
        .refused("cannot tell the format of game.doc: use .jsonl, .ggf, .sgf, .wtb or .txt");
}
