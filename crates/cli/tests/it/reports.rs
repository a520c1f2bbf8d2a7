//! `outflank reports`, as small as it can be.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use serde_json::Value;

use crate::common::outflank;

/// The rows of an experiment; its note is the last object.
fn rows(experiment: &str) -> Vec<Value> {
    let mut lines = outflank(&["reports", experiment, "--quick", "--json"]).ok().json_lines();
    assert!(lines.iter().all(|line| line["experiment"] == experiment), "{lines:?}");
    assert!(lines.pop().unwrap()["note"].is_string());
    lines
}

fn column(rows: &[Value], key: &str) -> Vec<f64> {
    rows.iter().map(|row| row[key].as_f64().unwrap()).collect()
}

#[test]
fn the_reports_own_figures_stand_beside_ours() {
    let depths = rows("time-by-depth");
    assert_eq!(column(&depths, "d_cut"), [4.0, 5.0, 6.0]);
    // Its depth counts from 0.
    assert_eq!(column(&depths, "plies"), [5.0, 6.0, 7.0]);
    assert_eq!(column(&depths, "report_slowest"), [2.9254, 4.1878, 8.5119]);
    for row in &depths {
        assert!(row["ours_slowest"].as_f64() >= row["ours_mean"].as_f64(), "{row}");
    }
    let [mean, slowest] = ["ours_mean", "ours_slowest"].map(|key| column(&depths, key));
    assert!(mean[0] > 0.0 && mean[2] > mean[0], "{mean:?}");
    assert!(slowest[1] < 4.1878 / 5.0, "{slowest:?}");

    let costs = rows("generation-cost");
    assert_eq!(column(&costs, "report_s"), [12.47, 40.12, 91.66, 282.64, 232.414, 860.0523]);
    // All play all with both colours; agents that are alike play once.
    assert_eq!(column(&costs, "games"), [90.0, 380.0, 870.0, 2450.0, 73.0, 2.0]);
    for row in &costs {
        let of = |key: &str| row[key].as_f64().unwrap();
        assert!((of("report_s") / of("ours_s") / of("times_faster") - 1.0).abs() < 1e-9, "{row}");
    }
}

#[test]
fn modes_are_compared_with_either_colour() {
    let modes = rows("selection-modes");
    assert_eq!(column(&modes, "report"), [34.35, 51.17, 76.89, 83.56, 43.71, 26.49]);
    assert_eq!((&modes[0]["black"], &modes[0]["white"]), (&"mode 1".into(), &"mode 2".into()));
    let ours = column(&modes, "ours");
    assert!(ours.iter().all(|percent| (0.0..=100.0).contains(percent)), "{ours:?}");
    // A game won by black is not won by white.
    assert!(ours.iter().sum::<f64>() > 100.0, "{ours:?}");
    assert!(column(&modes, "ours_error").iter().all(|error| *error < 50.0), "{modes:?}");
}

#[test]
fn the_nine_weights_are_found_again_in_their_order() {
    let weights = rows("final-weights");
    assert_eq!(column(&weights, "report"), [2.51, 1.88, 5.75, 3.03, 0.75, 4.38, 1.56, 5.21, 2.22]);
    assert_ne!(column(&weights, "ours"), column(&weights, "report"));
    let out = outflank(&["reports", "final-weights", "--quick"]).ok().out;
    assert!(out.contains("\n  mobility.early    "), "{out}");
    assert!(out.contains("Ours against the report's: "), "{out}");
    let again = outflank(&["reports", "final-weights", "--quick", "--seed", "1"]).ok().out;
    assert_eq!(out, again, "the same seed gives the same table");
}

#[test]
fn agents_meet_everyone_of_their_own_game() {
    let met: Vec<_> = rows("round-robin")
        .iter()
        .map(|row| {
            let of = |key: &str| row[key].as_str().unwrap().to_owned();
            assert_eq!(row["games"], 10);
            (of("rules"), of("player"), of("opponent"))
        })
        .collect();
    let name = |form: &str| format!("classic:{form},nodes=1000");
    let pairs = [
        ("reversi", "staged", "corner"),
        ("reversed", "phased", "five-factor"),
        ("reversed", "phased", "evolved"),
        ("reversed", "five-factor", "evolved"),
    ];
    assert_eq!(met, pairs.map(|(rules, one, other)| (rules.to_owned(), name(one), name(other))));
    let random = rows("against-random");
    assert!(column(&random, "ours").iter().all(|percent| *percent > 80.0), "{random:?}");
}

#[test]
fn finished_experiments_are_kept_and_shown_on_a_page() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().to_str().unwrap();
    let run = |seed: &str| {
        outflank(&["reports", "ordering", "--quick", "--json", "--seed", seed, "-o", path]).ok().out
    };
    // Times differ from run to run, so the same ones were read from the folder.
    assert_eq!(run("1"), run("1"));
    let page = std::fs::read_to_string(folder.path().join("reports.html")).unwrap();
    assert!(page.contains("<section id=\"ordering\">") && page.contains("<svg"), "{page}");
    assert!(page.contains("outflank reports ordering --quick --seed 1"), "{page}");
    let other = run("2");
    assert_ne!(other, run("1"), "other settings are another run");
}

#[test]
fn the_move_seldom_changes_and_deeper_is_better() {
    let same = rows("deepening");
    assert_eq!(same.len(), 4);
    assert!(column(&same, "same_move").iter().all(|percent| *percent > 20.0), "{same:?}");
    let nodes = column(&rows("ordering"), "nodes_a_move");
    assert!(nodes[0] > nodes[1] && nodes[1] > nodes[2], "{nodes:?}");
}

#[test]
fn an_experiment_that_is_none_is_refused() {
    let answer = outflank(&["reports", "figure-6"]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("against-random, round-robin, long-tuning"), "{}", answer.err);
}
