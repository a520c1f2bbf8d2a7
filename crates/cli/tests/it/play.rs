//! A game in the terminal against the engine, as a user types it.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Answer, outflank_with};

fn play(typed: &str, arguments: &[&str]) -> Answer {
    outflank_with(typed, &[&["play"], arguments].concat())
}

/// The output of the command, which must succeed.
fn played(typed: &str, arguments: &[&str]) -> String {
    play(typed, arguments).ok().out
}

/// Asserts one sentence on standard error and exit code 2.
fn refused(arguments: &[&str], sentence: &str) {
    play("", arguments).refused(sentence);
}

#[track_caller]
fn has(text: &str, sentence: &str) {
    assert!(text.contains(sentence), "{sentence:?} is not in\n{text}");
}

#[test]
fn the_opponent_is_the_engine_at_a_moderate_level() {
    let out = played("f5\nmoves\nquit\n", &["--seed", "3"]);
    has(&out, "reversi: human against engine:level=5, seed 3");
    has(&out, "white plays ");
}

#[test]
fn the_level_is_given_before_or_while_playing() {
    let out = played("level 2\nlevel 21\nlevel\nresign\n", &["--level", "9"]);
    has(&out, "human against engine:level=9");
    has(&out, "the engine plays at level 2");
    has(&out, "'21' is not a level: expected 1 to 20");
    has(&out, "'' is not a level: expected 1 to 20");
    has(&out, "white (engine:level=2) wins: black resigned");
    let sentence = "no side is played by the engine, so there is no level to set";
    has(&played("level 3\nquit\n", &["--white", "human"]), sentence);
    refused(&["--white", "random", "--level", "3"], sentence);
}

#[test]
fn engines_play_each_other_and_a_seed_repeats_them() {
    let game = |rules: &str, seed: &str| {
        let player = "engine:level=2,threads=1,hash=1";
        let arguments =
            ["--black", player, "--white", player, "--rules", rules, "--seed", seed, "--json"];
        let record: Value = serde_json::from_str(&played("", &arguments)).unwrap();
        let moves = record["moves"].as_array().unwrap();
        let names = moves.iter().map(|entry| entry["move"].as_str().unwrap().to_owned());
        names.collect::<Vec<_>>()
    };
    for rules in ["reversi", "reversed"] {
        assert_eq!(game(rules, "5"), game(rules, "5"));
        assert_ne!(game(rules, "5"), game(rules, "6"));
    }
}

#[test]
fn a_hint_scores_every_move() {
    let out = played("f5\nhint\nquit\n", &["--white", "human"]);
    has(&out, "best is ");
    has(&out, " plies ahead:");
    let scores = out.lines().skip_while(|line| !line.contains("plies ahead")).nth(1).unwrap();
    for square in ["d6", "f4", "f6"] {
        has(scores, square);
    }
}

#[test]
fn a_hint_near_the_end_is_exact() {
    // Black to move on a1 or h8; each turns white discs.
    let position = format!("-O{}{}O- X", "X".repeat(30), "X".repeat(30));
    let out = played("hint\nquit\n", &["--position", &position, "--white", "human"]);
    has(&out, "exact, to the end of the game:\n");
    has(&out, "+64");
}

#[test]
fn a_saved_game_goes_on_in_every_format() {
    let folder = TempDir::new().unwrap();
    for name in ["game.jsonl", "game.ggf", "game.sgf", "game.wtb", "game.txt"] {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap();
        let arguments = ["--white", "human", "--output", path];
        played("f5\nd6\nc3\n", &arguments);
        let out = played("moves\nquit\n", &["--resume", path, "--white", "human"]);
        has(&out, "f5 d6 c3");
        has(&out, "white (O) > ");
        let out = played(&format!("load {path}\nmoves\nquit\n"), &["--white", "human"]);
        has(&out, "f5 d6 c3");
    }
}

#[test]
fn rules_players_and_seed_come_from_the_file() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.jsonl");
    let path = file.to_str().unwrap();
    let arguments =
        ["--rules", "reversed", "--white", "engine:level=2", "--seed", "8", "--output", path];
    played("f5\nquit\n", &arguments);
    let out = played("quit\n", &["--resume", path]);
    has(&out, "reversed: human against engine:level=2, seed 8");
    let out = played("quit\n", &["--resume", path, "--level", "4", "--seed", "1"]);
    has(&out, "reversed: human against engine:level=4, seed 1");
}

#[test]
fn a_game_that_cannot_go_on_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    refused(
        &["--resume", "no-such.ggf"],
        "cannot read no-such.ggf: No such file or directory (os error 2)",
    );
    let over = file("over.txt", "e6f4e3f6g5d6e7f5c5\n");
    refused(&["--resume", &over], &format!("the game in {over} is over"));
    let broken = file("broken.txt", "f5a1\n");
    let sentence =
        format!("cannot read {broken}: line 1, column 3: move 2: a1 turns no disc for white");
    refused(&["--resume", &broken], &sentence);
    refused(&["--resume", "-"], "--resume takes a file: standard input is for moves");
    let out = played(&format!("load\nload {over}\nmoves\n"), &["--white", "human"]);
    has(&out, "load needs the name of a file");
    has(&out, &format!("the game in {over} is over"));
    has(&out, "no moves yet");
}

#[test]
fn a_wrong_player_is_named() {
    refused(
        &["--white", "engine:level=99"],
        "invalid value 'engine:level=99' for '--white <PLAYER>': the engine's level cannot be \
         '99': expected 1 to 20",
    );
    refused(
        &["--white", "hal"],
        "invalid value 'hal' for '--white <PLAYER>': 'hal' is not a player: expected engine, \
         classic:NAME, genome:FILE, zero, zero:FILE, random, greedy, python:FILE, gtp:COMMAND or nboard:COMMAND, \
         or human",
    );
}

#[test]
fn a_level_of_another_program_repeats_with_its_seed() {
    let game = |seed: &str| {
        let output = Command::cargo_bin("outflank")
            .unwrap()
            .args(["gtp", "--level", "1", "--threads", "1", "--hash", "1", "--seed", seed])
            .write_stdin("genmove b\ngenmove w\n".repeat(12))
            .output()
            .unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), format!("seed {seed}\n"));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(game("4"), game("4"));
    assert_ne!(game("4"), game("5"));
}
