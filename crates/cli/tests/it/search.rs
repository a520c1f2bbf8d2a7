//! `outflank go` and `outflank solve` as a user types them.

use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Answer, outflank, outflank_with, text};

const START: &str = "---------------------------OX------XO--------------------------- X";
/// The position after f5 d6 c3.
const OPENING: &str = "------------------X--------XX------OXX-----O-------------------- O";
/// Black to move with 14 empty squares: a4 wins.
const ENDGAME: &str = "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X";

const QUICK: [&str; 6] = ["--threads", "1", "--hash", "1", "--depth", "4"];

fn go_with(input: &str, arguments: &[&str]) -> Answer {
    outflank_with(input, &[&["go"], &QUICK[..], arguments].concat())
}

/// The JSON lines of a search without their time.
fn found(answer: Answer) -> Vec<Value> {
    let mut lines = answer.ok().json_lines();
    for line in &mut lines {
        line["time_ms"].take();
    }
    lines
}

#[test]
fn go_takes_a_position_a_file_standard_input_and_a_transcript() {
    let expected = found(go_with("", &["--json", OPENING]));
    assert_eq!(expected[0]["position"], OPENING);
    assert_eq!(found(go_with("", &["--json", "f5d6c3"])), expected);
    assert_eq!(found(go_with("f5d6c3\n", &["--json", "-"])), expected);
    assert_eq!(found(go_with(&format!("{OPENING}\n"), &["--json", "-"])), expected);
    let folder = TempDir::new().unwrap();
    for (name, content) in [("a.obf", format!("{OPENING};\n")), ("b.txt", "f5d6c3\n".to_owned())] {
        let path = folder.path().join(name);
        fs::write(&path, content).unwrap();
        assert_eq!(found(go_with("", &["--json", text(&path)])), expected, "{name}");
    }
}

#[test]
fn go_searches_every_position_of_a_file() {
    let two = format!("{START}\n{OPENING}\n");
    let lines = found(go_with(&two, &["--json", "-"]));
    let positions: Vec<_> = lines.iter().map(|line| line["position"].as_str().unwrap()).collect();
    assert_eq!(positions, [START, OPENING]);
    let shown = go_with(&two, &["-"]).ok().out;
    assert!(shown.contains(START) && shown.contains(OPENING), "{shown}");
}

#[test]
fn every_move_has_its_line_and_json_has_the_best_one_last() {
    let line = found(go_with("", &["--json", "--lines", "all", ENDGAME])).remove(0);
    let candidates = line["candidates"].as_array().unwrap();
    assert!(candidates.len() > 2);
    for candidate in candidates {
        assert_eq!(candidate["pv"][0], candidate["move"], "{candidate}");
    }
    let best = candidates.last().unwrap();
    assert_eq!((&best["move"], &best["pv"]), (&line["best"], &line["pv"]));
    assert!(candidates[0]["pv"].as_array().unwrap().len() > 1, "{}", candidates[0]);

    let shown = go_with("", &["--lines", "all", ENDGAME]).ok().out;
    let first = shown.lines().find(|line| line.starts_with("moves")).unwrap();
    let words: Vec<_> = first.split_whitespace().collect();
    assert_eq!(words[1], line["best"], "the best move is first for people: {first}");
    let pv: Vec<_> = line["pv"].as_array().unwrap().iter().map(|m| m.as_str().unwrap()).collect();
    assert!(first.ends_with(&pv.join(" ")), "{first}");
}

#[test]
fn weights_decide_the_score() {
    let score = |weights: &str| {
        found(go_with("", &["--json", "--weights", weights, "f5d6c3d3c4f4"])).remove(0)["score"]
            .take()
    };
    assert_eq!(score("built-in"), found(go_with("", &["--json", "f5d6c3d3c4f4"]))[0]["score"]);
    assert_ne!(score("hand-made"), score("built-in"));
    let answer = go_with("", &["--weights", "missing.weights", START]);
    assert_eq!(answer.code, Some(2));
    assert!(answer.err.contains("cannot use the weights missing.weights"), "{}", answer.err);
}

#[test]
fn an_outcome_is_one_zero_or_minus_one_in_json() {
    let exact = found(outflank(&["solve", "--json", ENDGAME])).remove(0);
    let outcome = found(outflank(&["solve", "--json", "--wld", ENDGAME])).remove(0);
    assert!(exact["score"].as_i64().unwrap() > 1);
    assert_eq!((&outcome["score"], &outcome["exact"]), (&1.into(), &true.into()));
}

/// A full board, a board without discs, one side wiped out, and a board where neither can move.
const FINISHED: [(&str, i64); 5] = [
    ("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO X", 62),
    ("XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOO X", 0),
    ("---------------------------------------------------------------- X", 0),
    ("--------------------------XXX----------------------------------- X", 64),
    ("X------O-------------------------------------------------------- X", 0),
];

#[test]
fn an_outcome_of_a_finished_game_is_one_zero_or_minus_one_too() {
    for (position, discs) in FINISHED {
        let other_side = position.replace(" X", " O");
        for (position, discs) in [(position, discs), (&other_side, -discs)] {
            for (rules, discs) in [("reversi", discs), ("reversed", -discs)] {
                let solve = ["solve", "--rules", rules, "--json", position];
                let exact = found(outflank(&solve)).remove(0);
                assert_eq!(exact["score"], discs, "{rules} {position}");
                let outcome = found(outflank(&[&solve[..], &["--wld"]].concat())).remove(0);
                assert_eq!(outcome["score"], discs.signum(), "{rules} {position}");
                assert_eq!((&outcome["exact"], &outcome["margin"]), (&true.into(), &0.into()));
                let text = outflank(&["solve", "--rules", rules, "--wld", position]).ok().out;
                let score = format!("score    {:+}\n", discs.signum());
                assert!(text.contains(&score), "{rules} {position}: {text}");
            }
        }
    }
}

#[test]
fn every_number_of_an_outcome_is_one_zero_or_minus_one() {
    let pass = "XXXXXXXOXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX- X";
    for position in [ENDGAME, pass] {
        let lines = ["--wld", "--lines", "all", "--json", position];
        let outcome = found(outflank(&[&["solve"], &lines[..]].concat())).remove(0);
        let candidates = outcome["candidates"].as_array().unwrap();
        for candidate in candidates.iter().chain([&outcome]) {
            let score = candidate["score"].as_i64().unwrap();
            assert!((-1..=1).contains(&score), "{candidate}");
        }
        assert_eq!(candidates.last().unwrap()["score"], outcome["score"]);
        assert_eq!(candidates.last().unwrap()["bound"], "exact");
    }
}

#[test]
fn moves_that_mirror_each_other_have_equal_scores() {
    for rules in ["reversi", "reversed"] {
        let lines = ["--rules", rules, "--json", "--depth", "8", "--threads", "2", START];
        let found = found(outflank(&[&["go"], &lines[..]].concat())).remove(0);
        let candidates = found["candidates"].as_array().unwrap();
        assert_eq!(candidates.len(), 4);
        for candidate in candidates {
            assert_eq!(
                (&candidate["score"], &candidate["bound"]),
                (&found["score"], &"exact".into())
            );
        }
    }
}

#[test]
fn solve_takes_a_transcript_and_fails_if_nothing_is_solved() {
    let answer = outflank(&["solve", "--time", "20ms", "--quiet", "f5d6c3"]);
    assert_eq!(answer.code, Some(1));
    assert_eq!(answer.err.trim_end(), "outflank: the position was not solved in time");
    assert!(answer.out.contains("best"), "{}", answer.out);
    let two = format!("{START}\n{OPENING}\n");
    let answer = outflank_with(&two, &["solve", "--time", "20ms", "-"]);
    assert_eq!(answer.code, Some(1));
    assert_eq!(answer.err.trim_end(), "outflank: none of the 2 positions was solved in time");
    let one_of_two = format!("{START}\n{ENDGAME}\n");
    let answer = outflank_with(&one_of_two, &["solve", "--time", "5s", "--quiet", "-"]).ok();
    assert!(answer.out.contains("1 of 2 solved"), "{}", answer.out);
}

#[test]
fn neither_a_position_nor_a_game_is_refused() {
    outflank(&["go", "nonsense"])
        .refused("'nonsense' is neither a file nor a transcript such as f5d6c3");
    outflank(&["go", &START[1..]])
        .refused("the side to move is missing after the board: add X or O");
}

#[test]
fn analyse_is_another_name_for_analyze() {
    let quick = ["--threads", "1", "--hash", "1", "--depth", "2", "--quiet", "f5d6c3"];
    let [british, american] =
        ["analyse", "analyze"].map(|name| outflank(&[&[name], &quick[..]].concat()).ok().out);
    assert_eq!(british, american);
    let weak = ["analyze", "--weights", "hand-made", "--threads", "1", "--depth", "2", "f5d6c3"];
    assert!(outflank(&weak).ok().out.contains("f5"));
}
