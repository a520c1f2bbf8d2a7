//! `outflank eval`

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{outflank, text};

/// A file of two positions with one empty square each. Black fills it and wins by 64 or by 2.
fn tiny_set(folder: &TempDir, lines: &str) -> PathBuf {
    let path = folder.path().join("set.obf");
    fs::write(&path, lines).unwrap();
    path
}

fn json(answer: &str) -> Vec<Value> {
    answer.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_search_to_the_end_makes_no_errors_on_exact_labels() {
    for rules in ["reversi", "reversed"] {
        let file = format!("{}/../../data/endgames-{rules}.obf", env!("CARGO_MANIFEST_DIR"));
        let path = file.as_str();
        // The suite has one move of each position, with its exact score.
        let told = outflank(&["eval", "check", path, "--rules", rules, "--json"]).ok().out;
        let [line] = &json(&told)[..] else { panic!("{told}") };
        assert_eq!(line["rules"], rules);
        let open = line["total"]["positions"].as_u64().unwrap();
        assert_eq!(open + line["decided"]["positions"].as_u64().unwrap(), 40);
        assert!(line["total"]["mean_error"].as_f64().unwrap() > 0.5, "{told}");
        assert_eq!(line["total"]["pair_accuracy"], Value::Null);
    }
    let folder = TempDir::new().unwrap();
    // Black has b1 or h1; the last two squares are solved by a search of two plies.
    let board = format!("X-OOOOO-{}", "X".repeat(56));
    let path = tiny_set(&folder, &format!("{board} X; H1:+64; B1:+64;\n"));
    let arguments = ["eval", "check", text(&path), "--depth", "2", "--json"];
    let told = outflank(&arguments).ok().out;
    let [line] = &json(&told)[..] else { panic!("{told}") };
    assert_eq!(line["decided"]["mean_error"], 0.0, "{told}");
    assert_eq!(line["decided"]["best_move_rate"], 1.0, "{told}");
}

#[test]
fn the_shipped_set_prefers_the_trained_weights() {
    for rules in ["reversi", "reversed"] {
        let weights = ["--weights", "hand-made", "--weights", "built-in"];
        let arguments = [&["eval", "check", "--rules", rules], &weights[..]].concat();
        let told = outflank(&[&arguments[..], &["--json"]].concat()).ok().out;
        let [hand_made, built_in] = &json(&told)[..] else { panic!("{told}") };
        let total = |line: &Value, name: &str| line["total"][name].as_f64().unwrap();
        for name in ["mean_error", "root_mean_square", "mean_loss"] {
            assert!(total(built_in, name) < total(hand_made, name), "{rules} {name}: {told}");
        }
        for name in ["pair_accuracy", "best_move_rate"] {
            assert!(total(built_in, name) > total(hand_made, name), "{rules} {name}: {told}");
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
    let board = format!("X-OOOOO-{}", "X".repeat(56));
    let path = tiny_set(&folder, &format!("{board} X; H1:+64;\n{board} X;\n"));
    let refused = outflank(&["eval", "check", text(&path)]);
    let message = format!("outflank: position 2 of {} has no known score\n", text(&path));
    assert_eq!((refused.code, refused.err), (Some(2), message));
    let three = ["eval", "check", "--weights", "a", "--weights", "b", "--weights", "c"];
    let refused = outflank(&three);
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("--weights can be given twice"), "{}", refused.err);
    let games = folder.path().join("nothing");
    let refused = outflank(&["eval", "label", text(&games), "-o", text(folder.path())]);
    assert_eq!(refused.code, Some(1));
    assert!(refused.err.contains("nothing/positions.data"), "{}", refused.err);
}
