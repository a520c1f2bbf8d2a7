//! `outflank eval`

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{outflank, text};

/// A file with these lines.
fn set(folder: &TempDir, lines: &str) -> PathBuf {
    let path = folder.path().join("set.obf");
    fs::write(&path, lines).unwrap();
    path
}

/// The line of the only weights.
fn only_line(arguments: &[&str]) -> Value {
    let mut lines = outflank(arguments).ok().json_lines();
    assert_eq!(lines.len(), 1);
    lines.remove(0)
}

/// A board that black wins with all discs by either of the last two squares.
fn last_two_squares() -> String {
    format!("-OOXXOO-{} X", "X".repeat(56))
}

#[test]
fn exact_labels_are_missed_by_an_evaluation_and_found_by_a_search_to_the_end() {
    for rules in ["reversi", "reversed"] {
        // The suite has one move of each position, with its exact score.
        let file = format!("{}/../../data/endgames-{rules}.obf", env!("CARGO_MANIFEST_DIR"));
        let line = only_line(&["eval", "check", &file, "--rules", rules, "--json"]);
        assert_eq!(line["rules"], rules);
        let open = line["total"]["positions"].as_u64().unwrap();
        assert_eq!(open + line["decided"]["positions"].as_u64().unwrap(), 40);
        assert!(line["total"]["mean_error"].as_f64().unwrap() > 0.5, "{line}");
        assert_eq!(line["total"]["pair_accuracy"], Value::Null);
    }
    let folder = TempDir::new().unwrap();
    let path = set(&folder, &format!("{}; H1:+64; A1:+64;\n", last_two_squares()));
    let line = only_line(&["eval", "check", text(&path), "--depth", "2", "--json"]);
    assert_eq!(line["decided"]["mean_error"], 0.0, "{line}");
    assert_eq!(line["decided"]["best_move_rate"], 1.0, "{line}");
}

#[test]
fn the_shipped_set_prefers_the_trained_weights() {
    for rules in ["reversi", "reversed"] {
        let weights = ["--weights", "hand-made", "--weights", "built-in"];
        let arguments = [&["eval", "check", "--rules", rules], &weights[..]].concat();
        let lines = outflank(&[&arguments[..], &["--json"]].concat()).ok().json_lines();
        let [hand_made, built_in] = &lines[..] else { panic!("{lines:?}") };
        let total = |line: &Value, name: &str| line["total"][name].as_f64().unwrap();
        for name in ["mean_error", "root_mean_square", "mean_loss"] {
            assert!(total(built_in, name) < total(hand_made, name), "{rules} {name}");
        }
        for name in ["pair_accuracy", "best_move_rate"] {
            assert!(total(built_in, name) > total(hand_made, name), "{rules} {name}");
        }
        assert_eq!(built_in["bands"].as_array().unwrap().len(), 8);
        let shown = outflank(&arguments).ok().out;
        assert_eq!(shown.lines().filter(|line| line.contains("decided")).count(), 2, "{shown}");
        assert!(shown.contains("built-in minus hand-made, with one standard error"), "{shown}");
    }
}

#[test]
fn mistakes_are_named() {
    let folder = TempDir::new().unwrap();
    let board = last_two_squares();
    let path = set(&folder, &format!("{board}; H1:+64;\n{board};\n"));
    let message = format!("position 2 of {} has no known score", text(&path));
    outflank(&["eval", "check", text(&path)]).refused(&message);
    outflank(&["eval", "check", "--weights", "a", "--weights", "b", "--weights", "c"])
        .refused("--weights can be given twice, to compare two, but not more");
    let games = folder.path().join("nothing");
    let refused = outflank(&["eval", "label", text(&games), "-o", text(folder.path())]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("nothing/positions.data"), "{}", refused.err);
}
