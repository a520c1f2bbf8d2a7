//! `outflank explain` and `outflank compare`.

use serde_json::json;

use crate::common::outflank;

#[test]
fn an_agent_shows_its_terms_and_its_moves_side_by_side() {
    let arguments =
        ["explain", "f5d6c3", "--rules", "reversed", "--player", "classic:phased,depth=2"];
    let out = outflank(&arguments).ok().out;
    for part in ["own corner runs", "\nsum ", "search, 2 plies", "\nplays "] {
        assert!(out.contains(part), "no {part} in {out}");
    }
    let line = &outflank(&[&arguments[..], &["--json"]].concat()).ok().json_lines()[0];
    assert_eq!((&line["rules"], &line["unit"]), (&json!("reversed"), &json!("points")));
    let sum = |terms: &serde_json::Value| -> f64 {
        terms.as_array().unwrap().iter().map(|term| term["value"].as_f64().unwrap()).sum()
    };
    assert!((sum(&line["terms"]) - line["value"].as_f64().unwrap()).abs() < 1e-6);
    let best = &line["moves"][0];
    assert_eq!(best["move"], line["choice"]);
    assert!((sum(&best["terms"]) - best["value"].as_f64().unwrap()).abs() < 1e-6);
}

#[test]
fn the_engine_draws_a_heat_map() {
    let folder = tempfile::TempDir::new().unwrap();
    let picture = folder.path().join("heat.svg");
    let out = outflank(&[
        "explain",
        "f5d6c3",
        "--player",
        "engine:threads=1,hash=1",
        "--depth",
        "2",
        "--picture",
        picture.to_str().unwrap(),
    ]);
    assert!(out.ok().out.contains("the part of each square, in discs"));
    assert!(std::fs::read_to_string(picture).unwrap().starts_with("<svg"));
    outflank(&["explain", "f5", "--player", "random"]).refused(
        "random cannot be explained: expected classic:NAME, genome:FILE, zero, zero:FILE or an \
         engine with trained weights",
    );
}

#[test]
fn a_player_is_compared_with_a_game() {
    let game = "f5d6c3d3c4f4f6f3e6e7d7c6";
    let arguments = ["compare", game, "--player", "classic:corner,depth=2", "--json"];
    let lines = outflank(&arguments).ok().json_lines();
    let (summary, moves) = lines.split_last().unwrap();
    assert_eq!((moves.len(), &summary["moves"]), (12, &json!(12)));
    let same = moves.iter().filter(|line| line["played"] == line["choice"]).count();
    assert_eq!(summary["same"], same);
    for line in moves {
        let [played, choice] =
            ["played_value", "choice_value"].map(|key| line[key].as_f64().unwrap());
        assert!(choice >= played, "{line}");
    }
    let white = outflank(&[&arguments[..], &["--side", "white"]].concat()).ok().json_lines();
    assert_eq!(white.len(), 7);
    // A player without values of its own.
    let random = outflank(&["compare", game, "--player", "random", "--seed", "3"]).ok().out;
    assert!(random.contains("random plays "), "{random}");
}
