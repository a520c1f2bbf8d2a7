//! The commands of opening books, and the book in the other commands.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Answer, outflank, text};

fn build(folder: &Path, positions: &str, threads: &str) -> Answer {
    let mut arguments = vec!["book", "build", text(folder), "--rules", "reversed", "--depth", "5"];
    arguments.extend(["--weights", "hand-made", "--positions", positions, "--threads", threads]);
    outflank(&arguments)
}

/// The arguments with those that name the book.
fn with<'a>(book: &[&'a str], arguments: &[&'a str]) -> Vec<&'a str> {
    [arguments, book].concat()
}

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&outflank(arguments).ok().out).unwrap()
}

#[test]
fn a_killed_build_gives_the_same_book() {
    let folder = TempDir::new().unwrap();
    let (calm, rough) = (folder.path().join("calm"), folder.path().join("rough"));
    let told = build(&calm, "600", "1").ok().out;
    assert!(told.contains(" positions of reversed, "), "{told}");
    for time in 1..=6_u64 {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(["book", "build", text(&rough), "--rules", "reversed", "--depth", "5"])
            .args(["--weights", "hand-made", "--positions", "600", "--threads", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(time * 61 % 307));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    build(&rough, "600", "2").ok();
    let [calm_book, rough_book] =
        [&calm, &rough].map(|folder| fs::read(folder.join("reversed.book")).unwrap());
    assert!(calm_book == rough_book, "the books differ");
    // The same command again has nothing to do.
    let again = build(&calm, "600", "1").ok().out;
    assert!(again.contains(", 0 of them new in "), "{again}");
    let refused =
        outflank(&["book", "build", text(&calm), "--rules", "reversed", "--weights", "hand-made"]);
    assert!(
        refused.code == Some(2) && refused.err.contains("holds another run"),
        "{}",
        refused.err
    );
}

#[test]
fn a_book_is_extended_shown_verified_exported_and_measured() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("book");
    build(&path, "40", "2").ok();
    let file = path.join("reversed.book");
    let book = ["--book", text(&file)];
    let before = json(&with(&book, &["book", "show", "f5f4", "--json"]));
    let extended = outflank(&[
        "book",
        "extend",
        text(&path),
        "--weights",
        "hand-made",
        "--line",
        "f5f4c3",
        "--positions",
        "30",
    ]);
    extended.ok();
    let after = json(&with(&book, &["book", "show", "f5f4", "--json"]));
    assert_eq!((&after["expanded"], &after["rules"]), (&true.into(), &"reversed".into()));
    assert_ne!(before, after);
    let moves = after["moves"].as_array().unwrap();
    assert!(moves.iter().any(|found| found["move"] == "c3"), "{after}");
    assert_eq!(moves[0]["value"], after["value"]);
    let shown = outflank(&with(&book, &["book", "show"])).ok().out;
    assert!(shown.contains("d3") && shown.contains("expanded; its own search"), "{shown}");
    let lost = outflank(&with(&book, &["book", "show", "f5d6c3d3c4f4f6f3"])).ok().out;
    assert_eq!(lost, "the position is not in the book\n");

    let verified = json(&with(
        &book,
        &["book", "verify", "--search", "5", "--weights", "hand-made", "--json"],
    ));
    assert_eq!(verified["faults"], Value::Array(Vec::new()));
    assert!(
        verified["positions"].as_u64() >= Some(70) && verified["least_depth"] == 5,
        "{verified}"
    );
    outflank(&with(&book, &["book", "verify", "--search", "5"])).refused(
        "the book was made with other weights: give them with --weights, or search nothing",
    );

    let lines = outflank(&with(&book, &["book", "export", "--format", "jsonl"])).ok().out;
    assert_eq!(lines.lines().count() as u64, verified["positions"].as_u64().unwrap());
    let output = folder.path().join("book.obf");
    outflank(&with(&book, &["book", "export", "-o", text(&output)])).ok();
    let first = fs::read_to_string(&output).unwrap().lines().next().unwrap().to_owned();
    assert!(first.ends_with(';') && first.contains(':'), "{first}");

    let games = folder.path().join("games.txt");
    fs::write(&games, "f5f4c3\nf5d6\n").unwrap();
    let coverage =
        json(&with(&book, &["book", "coverage", text(&games), "--plies", "3", "--json"]));
    assert_eq!((&coverage["games"], &coverage["inside"][0]), (&2.into(), &1.0.into()));
    assert_eq!(coverage["inside"][2], 0.5);
}

#[test]
fn a_damaged_book_is_refused() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("book");
    build(&path, "10", "1").ok();
    let file = path.join("reversed.book");
    let name = text(&file);
    outflank(&["go", "f5", "--time", "1s", "--book", name]).refused(&format!(
        "cannot use the book {name}: the book is for reversed, expected a book for reversi"
    ));
    let mut bytes = fs::read(&file).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&file, bytes).unwrap();
    outflank(&["book", "verify", "--book", name]).refused(&format!(
        "cannot use the book {name}: the book is damaged: its checksum does not fit"
    ));
}

#[test]
fn go_answers_from_the_book_unless_a_search_is_asked_for() {
    for rules in ["reversi", "reversed"] {
        let go = |more: &[&str]| {
            json(&[&["go", "f5d6", "--rules", rules, "--json", "--threads", "1"], more].concat())
        };
        let known = go(&[]);
        assert_eq!((&known["book"], &known["nodes"]), (&true.into(), &0.into()), "{known}");
        let shown = json(&["book", "show", "f5d6", "--rules", rules, "--json"]);
        assert_eq!(
            (&known["best"], &known["score"]),
            (&shown["moves"][0]["move"], &shown["value"])
        );
        for asked in [
            &["--depth", "3"][..],
            &["--nodes", "2000"],
            &["--time", "50ms", "--book", "off"],
            &["--time", "50ms", "--lines", "all"],
            &["--time", "50ms", "--weights", "hand-made"],
        ] {
            let searched = go(asked);
            assert_eq!(searched["book"], false, "{asked:?}");
            assert!(searched["nodes"].as_u64() > Some(0), "{asked:?}");
        }
    }
    let told = outflank(&["go", "f5d6"]).ok().out;
    assert!(told.contains("source   opening book"), "{told}");
}

#[test]
fn analyze_grades_the_best_line_of_the_book_as_best() {
    let line = json(&["book", "show", "--json"]);
    let moves: String =
        line["line"].as_array().unwrap().iter().map(|played| played.as_str().unwrap()).collect();
    let lines = outflank(&["analyze", &moves, "--json"]).ok().out;
    let graded: Vec<Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let graded: Vec<_> = graded.iter().filter(|line| line["grade"].is_string()).collect();
    assert!(graded.len() > 4, "{lines}");
    for line in graded {
        assert!(line["book"] == true && line["loss"] == 0, "{line}");
    }
    let table = outflank(&["analyze", &moves]).ok().out;
    assert!(table.contains("  book "), "{table}");
}

#[test]
fn a_book_that_a_player_cannot_use_is_refused() {
    let wrong = outflank(&["play", "--black", "engine:book="]);
    assert!(wrong.err.contains("expected a file, built-in or off"), "{}", wrong.err);
    let missing = outflank(&["match", "engine:book=missing.book", "random", "--games", "2"]);
    assert!(missing.err.contains("cannot use the book missing.book"), "{}", missing.err);
}
