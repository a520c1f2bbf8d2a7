//! `outflank gate` with engines that look a few plies ahead.

use serde_json::Value;

use crate::common::{Answer, outflank};

const WEAK: &str = "engine:depth=1,hash=1,weights=hand-made";
const STRONG: &str = "engine:depth=4,hash=1,weights=hand-made";
/// Differences that few games can detect.
const QUICK: [&str; 4] = ["--elo1", "150", "--seed", "1"];

fn gate(arguments: &[&str]) -> Answer {
    outflank(&[&["gate"], arguments].concat())
}

/// The one object printed with `--json`, and the exit code.
fn result(arguments: &[&str]) -> (Value, Option<i32>) {
    let answer = gate(&[arguments, &["--json"]].concat());
    let [line] = answer.json_lines().try_into().expect(&answer.err);
    (line, answer.code)
}

#[test]
fn the_stronger_passes_and_the_weaker_does_not() {
    for rules in ["reversi", "reversed"] {
        let rules = ["--rules", rules];
        let (line, code) = result(&[&[WEAK, STRONG], &rules[..], &QUICK].concat());
        assert_eq!((&line["accepted"], code), (&Value::Bool(true), Some(0)), "{line}");
        assert!(line["score"].as_f64() > Some(0.6), "{line}");
        assert!(line["discs"].as_f64() > Some(0.0), "{line}");
        assert!(line["llr"].as_f64() >= line["bounds"][1].as_f64(), "{line}");

        let (line, code) = result(&[&[STRONG, WEAK], &rules[..], &QUICK].concat());
        assert_eq!((&line["accepted"], code), (&Value::Bool(false), Some(1)), "{line}");
        assert!(line["score"].as_f64() < Some(0.4), "{line}");
        assert!(line["discs"].as_f64() < Some(0.0), "{line}");
        assert!(line["llr"].as_f64() <= line["bounds"][0].as_f64(), "{line}");
    }
}

#[test]
fn the_same_seed_gives_the_same_result_with_any_number_of_games_at_once() {
    let of = |concurrency: &str, seed: &str| {
        let arguments =
            [WEAK, "engine:depth=2,hash=1,weights=hand-made", "--games", "24", "--fixed"];
        result(&[&arguments, &["--concurrency", concurrency, "--seed", seed][..]].concat()).0
    };
    assert_eq!(of("1", "7"), of("4", "7"));
    assert_ne!(of("4", "7")["discs"], of("4", "8")["discs"]);
}

#[test]
fn games_end_early_unless_all_are_asked_for() {
    let arguments = [&[WEAK, STRONG, "--games", "60"], &QUICK[..]].concat();
    let (tested, _) = result(&arguments);
    let (fixed, _) = result(&[&arguments[..], &["--fixed"]].concat());
    assert!(tested["games"].as_u64() < Some(60), "{tested}");
    assert_eq!(fixed["games"], 60);
}

#[test]
fn every_number_adds_up() {
    let (line, _) = result(&["random", "greedy", "--games", "40", "--fixed", "--seed", "3"]);
    let of = |key: &str| line[key].as_f64().unwrap();
    assert_eq!(line["games"], 40);
    assert!((of("wins") + of("draws") + of("losses") - 40.0).abs() < 1e-9);
    let pairs = line["pairs"].as_array().unwrap().iter().map(|count| count.as_f64().unwrap());
    let points: f64 = pairs.zip([0.0, 0.5, 1.0, 1.5, 2.0]).map(|(count, each)| count * each).sum();
    assert!((points - of("wins") - of("draws") / 2.0).abs() < 1e-9);
    assert!((of("score") - points / 40.0).abs() < 1e-9);
    assert_eq!(line["rules"], "reversi");
    assert_eq!((&line["old"], &line["new"]), (&"random".into(), &"greedy".into()));
    assert_eq!(line["seed"], 3);
    let upper = line["bounds"][1].as_f64().unwrap();
    assert!((upper - 19.0_f64.ln()).abs() < 1e-9, "{upper}");
    // Nothing is infinite here: neither player wins every pair.
    assert!(of("score_error") > 0.0 && of("elo_error") > 0.0, "{line}");
    assert_eq!(of("score") > 0.5, of("los") > 0.5);
    assert_eq!(of("score") > 0.5, of("elo") > 0.0);
}

#[test]
fn the_result_is_told_in_words() {
    let arguments = [WEAK, STRONG, "--games", "8", "--fixed", "--seed", "3"];
    let Answer { out, err, .. } = gate(&arguments).ok();
    assert_eq!(err, "");
    let labels: Vec<_> = out.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let expected = [
        "rules", "new", "old", "games", "score", "results", "pairs", "Elo", "LOS", "LLR", "discs",
        "verdict",
    ];
    assert_eq!(labels, expected);
    assert!(out.contains("\ngames    8, seed 3\n"), "{out}");
    assert!(out.ends_with(" is more than a half\n"), "{out}");
}

#[test]
fn what_does_not_pass_is_told_in_a_sentence() {
    let Answer { err, code, .. } = gate(&[WEAK, WEAK, "--games", "2", "--seed", "1"]);
    let name = "engine:depth=1,threads=1,hash=1,weights=hand-made";
    let sentence = format!("outflank: {name} does not pass: rejected, undecided after 2 games\n");
    assert_eq!((err, code), (sentence, Some(1)));
    // Against itself, a player draws every pair.
    let Answer { err, code, .. } = gate(&[WEAK, WEAK, "--games", "8", "--fixed"]);
    let sentence =
        format!("outflank: {name} does not pass: rejected, 0.5000 is not more than a half\n");
    assert_eq!((err, code), (sentence, Some(1)));
}

#[test]
fn a_limit_is_for_engines_that_name_none() {
    let limits = ["--depth", "1", "--games", "2", "--fixed"];
    let (line, _) = result(&[&["engine", "engine:nodes=50,hash=2"], &limits[..]].concat());
    assert_eq!(line["old"], "engine:depth=1,threads=1,hash=16");
    assert_eq!(line["new"], "engine:nodes=50,threads=1,hash=2");
    let (line, _) = result(&["random", "engine:hash=1", "--time", "1ms", "--games", "2"]);
    assert_eq!(
        (&line["old"], &line["new"]),
        (&"random".into(), &"engine:time=1ms,threads=1,hash=1,book=off".into())
    );
}

#[test]
fn weights_are_built_in_made_by_hand_or_a_file() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../eval/weights/reversed.weights");
    let flags = ["--rules", "reversed", "--depth", "1", "--games", "2", "--fixed"];
    let (line, _) = result(&[&["hand-made", "built-in"], &flags[..]].concat());
    assert_eq!(line["old"], "engine:depth=1,threads=1,hash=16,weights=hand-made");
    assert_eq!(line["new"], "engine:depth=1,threads=1,hash=16,weights=built-in");
    // The built-in file plays like the built-in weights.
    let (line, _) = result(&[&[weights, "built-in"], &flags[..]].concat());
    assert_eq!(line["pairs"], Value::from([0, 0, 1, 0, 0].as_slice()), "{line}");
    let Answer { err, code, .. } = gate(&[weights, "built-in", "--depth", "1"]);
    assert!(err.starts_with(&format!("outflank: cannot use the weights {weights}: ")), "{err}");
    assert_eq!(code, Some(2));
}

#[test]
fn what_is_wrong_is_named() {
    gate(&[WEAK, "engine:depth=61"]).refused(
        "invalid value 'engine:depth=61' for '<NEW>': the engine's depth cannot be '61': expected \
         1 to 60 plies",
    );
    gate(&[WEAK]).refused("the following required arguments were not provided: <NEW>");
    gate(&[WEAK, STRONG, "--games", "7"]).refused(
        "invalid value '7' for '--games <N>': expected an even number from 2 to 1000000: games \
         come in pairs",
    );
    gate(&[WEAK, STRONG, "--elo0", "10"])
        .refused("elo0 10 must be less than elo1 10, both within 1000 of 0");
    gate(&[WEAK, STRONG, "--elo0", "-5", "--alpha", "0.7"])
        .refused("alpha 0.7 and beta 0.05 must be above 0 and below 0.5");
    gate(&["no-such.weights", STRONG])
        .refused("cannot use the weights no-such.weights: No such file or directory (os error 2)");
}
