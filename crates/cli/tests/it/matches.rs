//! `outflank match` and `outflank games`, run as users run them.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Answer, outflank, text};

const WEAK: &str = "engine:nodes=200,hash=1,weights=hand-made";
const STRONG: &str = "engine:nodes=2000,hash=1,weights=hand-made";

pub(crate) fn play(arguments: &[&str]) -> Answer {
    outflank(&[&["match"], arguments].concat())
}

/// The games and the result that are printed with `--json`.
pub(crate) fn played(arguments: &[&str]) -> (Vec<Value>, Value) {
    let answer = play(&[arguments, &["--json"]].concat()).ok();
    let mut lines = answer.json_lines();
    let mut result = lines.pop().unwrap();
    assert_eq!(result["type"], "result");
    // The only part of a result that changes from run to run.
    result.as_object_mut().unwrap().remove("mean_time_ms").unwrap();
    assert!(lines.iter().all(|line| line["type"] == "game"));
    (lines, result)
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn games_at_once_change_nothing_for_players_with_a_node_limit() {
    for rules in ["reversi", "reversed"] {
        let of = |concurrency: &str| {
            let flags = ["--games", "12", "--seed", "7", "--rules", rules];
            played(&[&[WEAK, STRONG], &flags[..], &["--concurrency", concurrency]].concat())
        };
        let (games, result) = of("1");
        assert_eq!(of("2"), (games.clone(), result));
        assert_eq!(games.len(), 12);
        for (at, game) in games.iter().enumerate() {
            assert_eq!(game["game"], at + 1);
            assert_eq!(game["black"].as_str().unwrap().contains("nodes=200,"), at % 2 == 0);
        }
    }
}

#[test]
fn the_result_looks_as_users_of_fastchess_know_it() {
    let flags = ["--games", "8", "--seed", "3", "--interval", "4"];
    let out = play(&[&["random", "greedy", "--sprt", "elo1=10"], &flags[..]].concat()).ok().out;
    assert!(out.starts_with("Finished game 1 (random vs greedy): "), "{out}");
    assert!(out.contains("\nFinished game 8 (greedy vs random): "), "{out}");
    assert_eq!(out.matches("Results of random vs greedy (reversi, ").count(), 2, "{out}");
    let block: Vec<_> = out.lines().rev().take(10).collect();
    let begin = [
        "---",
        "Time: ",
        "Discs: ",
        "LLR: ",
        "Ptnml(0-2): [",
        "Games: 8, Wins: ",
        "LOS: ",
        "Elo: ",
    ];
    for (line, begin) in block.iter().zip(begin) {
        assert!(line.starts_with(begin), "{line} begins with {begin}");
    }
    assert!(block[5].contains(", Points: "), "{out}");
    assert!(block[7].contains(", nElo: "), "{out}");
}

#[test]
fn every_number_adds_up() {
    let (games, result) = played(&["random", "greedy", "--games", "40", "--seed", "3"]);
    let of = |key: &str| result[key].as_f64().unwrap();
    assert_eq!(result["games"], 40);
    let mut discs = 0.0;
    let mut wins = 0;
    for game in &games {
        let sign = if game["black"] == "random" { 1.0 } else { -1.0 };
        let score = sign * game["score"].as_f64().unwrap();
        discs += score;
        wins += u32::from(score > 0.0);
    }
    assert!((of("discs") - discs / 40.0).abs() < 1e-9);
    assert_eq!(result["wins"], wins);
    assert_eq!(result["sprt"], Value::Null);
}

#[test]
fn a_test_ends_the_match_as_soon_as_it_tells() {
    let flags = ["--games", "400", "--seed", "1", "--sprt", "elo0=0,elo1=100"];
    let (games, result) = played(&[&[STRONG, "random"], &flags[..]].concat());
    assert_eq!(result["sprt"]["decision"], "elo1");
    assert!(games.len() < 400 && games.len() == result["games"].as_u64().unwrap() as usize);
}

#[test]
fn a_test_that_rejects_is_a_failed_run() {
    let flags = ["--games", "400", "--seed", "1", "--sprt", "elo0=0,elo1=100"];
    let Answer { out, err, code } = play(&[&["random", STRONG], &flags[..]].concat());
    assert_eq!(
        (code, err.as_str()),
        (Some(1), "outflank: the SPRT rejects random: 0 Elo rather than 100\n")
    );
    assert!(out.contains("LLR: -"), "{out}");
}

#[test]
fn a_match_in_which_an_agent_never_starts_is_a_failed_run() {
    let folder = folder();
    let agent = folder.path().join("agent.py");
    std::fs::write(&agent, "import no_such_module\n").unwrap();
    let agent = format!("python:{}", agent.display());
    let flags = ["--games", "2", "--seed", "1", "--no-sandbox"];
    let Answer { out, err, code } = play(&[&["random", &agent], &flags[..]].concat());
    let sentence = format!("outflank: {agent} could not start in any game: ");
    assert!(
        code == Some(1) && err.starts_with(&sentence) && err.contains("no_such_module"),
        "{err}"
    );
    assert!(out.contains(" 2 start"), "{out}");
}

/// The store has four games of this match.
#[test]
fn a_match_of_an_older_version_is_resumed() {
    let folder = folder();
    let store = folder.path().join("games.db");
    std::fs::copy("../arena/tests/data/version-0.1.db", &store).unwrap();
    let flags = ["--games", "6", "--store", text(&store)];
    let answer = play(&[&["random", "greedy", "--resume"], &flags[..]].concat()).ok();
    assert!(answer.err.contains("4 games are in the store already"), "{}", answer.err);
    assert_eq!(answer.out.matches("Finished game").count(), 2, "{}", answer.out);
    let (games, _) = played(&[&["random", "greedy", "--seed", "7"], &flags[..]].concat());
    let (fresh, _) = played(&["random", "greedy", "--games", "6", "--seed", "7"]);
    assert_eq!(games, fresh);
    let events = outflank(&["games", text(&store), "--events", "--json"]).ok().json_lines();
    assert_eq!(events.len(), 5);
    assert_eq!(
        (&events[0]["games"], &events[0]["settings"]["event"]["games"]),
        (&6.into(), &6.into())
    );
    assert_eq!(events[2]["settings"]["event"]["kind"], "gauntlet");
}

#[test]
fn adjudicated_games_say_so() {
    let flags = ["--games", "4", "--seed", "1", "--adjudicate", "8"];
    let (games, result) = played(&[&["random", "greedy"], &flags[..]].concat());
    assert!(result["adjudicated"].as_u64() > Some(0), "{result}");
    assert!(games.iter().any(|game| game["ending"] == "adjudicated"));
}

#[test]
fn openings_come_from_a_file_or_at_random() {
    let folder = folder();
    let path = folder.path().join("openings.txt");
    std::fs::write(&path, "f5d6c3d3\nf5f6e6f4\n").unwrap();
    let flags = ["--games", "4", "--seed", "1", "--openings", text(&path)];
    let (games, _) = played(&[&["random", "greedy"], &flags[..]].concat());
    let begins =
        |at: usize, opening: &str| games[at]["moves"].as_str().unwrap().starts_with(opening);
    assert!(begins(0, "f5d6c3d3") && begins(1, "f5d6c3d3") && begins(3, "f5f6e6f4"), "{games:?}");
    play(&["random", "greedy", "--openings", text(&path), "--games", "6"])
        .refused(&format!("{} has 2 openings, enough for 4 games", path.display()));
    let flags = ["--games", "4", "--seed", "1", "--openings", "random", "--plies", "3"];
    assert_eq!(played(&[&["random", "greedy"], &flags[..]].concat()).0.len(), 4);
}

#[test]
fn a_match_in_a_store_goes_on_and_ends_as_if_it_had_never_stopped() {
    let folder = folder();
    let store = folder.path().join("games.db");
    let flags = ["--seed", "5", "--store", text(&store)];
    let (whole, result) = played(&["random", "greedy", "--games", "20", "--seed", "5"]);
    played(&[&["random", "greedy", "--games", "8"], &flags[..]].concat());
    let again = played(&[&["random", "greedy", "--games", "20"], &flags[..]].concat());
    assert_eq!(again, (whole, result));
    // The same command plays nothing more, and --resume finds the seed.
    let same = played(&["random", "greedy", "--games", "20", "--resume", "--store", text(&store)]);
    assert_eq!(same, again);
    assert_eq!(outflank(&["games", text(&store), "--json"]).ok().json_lines().len(), 20);
    play(&["random", "random", "--resume", "--store", text(&store)])
        .refused("there is no match with these settings in the store to resume");
}

#[test]
fn games_are_appended_to_a_file_once_and_a_torn_line_is_repaired() {
    for name in ["games.jsonl", "games.ggf"] {
        let folder = folder();
        let (store, file) = (folder.path().join("games.db"), folder.path().join(name));
        let flags = ["--seed", "5", "--store", text(&store), "--output", text(&file)];
        play(&[&["random", "greedy", "--games", "8"], &flags[..]].concat()).ok();
        let whole = std::fs::read(&file).unwrap();
        std::fs::write(&file, &whole[..whole.len() - 30]).unwrap();
        play(&[&["random", "greedy", "--games", "12"], &flags[..]].concat()).ok();
        let text_of = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text_of.lines().count(), 12, "{text_of}");
        for game in 1..=6 {
            for half in 1..=2 {
                let count = text_of.matches(&format!(" {game}.{half}")).count();
                assert!(count >= 1, "{game}.{half} is missing in {text_of}");
            }
        }
        // Whole lines stay as they were.
        let kept = whole.iter().rev().skip(1).position(|byte| *byte == b'\n').unwrap();
        let kept = &whole[..whole.len() - 1 - kept];
        assert_eq!(text_of.as_bytes()[..kept.len()], *kept);
        let copy = folder.path().join("copy.jsonl");
        outflank(&["convert", text(&file), text(&copy)]).ok();
        let flags = ["--games", "4", "--seed", "5", "--output", text(&file)];
        play(&[&["random", "greedy"], &flags[..]].concat()).refused(&format!(
            "{} has games of this match already: give the store that it was played with, or \
             another file",
            file.display()
        ));
    }
}

/// Kills a match after some of its games were printed, and returns those.
fn killed_after(arguments: &[&str], games: usize, wait: Duration) -> BTreeSet<u64> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut told = String::new();
    for _ in 0..games {
        out.read_line(&mut told).unwrap();
    }
    std::thread::sleep(wait);
    child.kill().unwrap();
    child.wait().unwrap();
    out.read_to_string(&mut told).unwrap();
    let lines = told.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter_map(|line| line["game"].as_u64()).collect()
}

#[test]
fn a_killed_match_plays_every_pairing_once_and_keeps_every_game_it_told() {
    let folder = folder();
    let store = folder.path().join("games.db");
    let file = folder.path().join("games.jsonl");
    let players = [WEAK, "random", "--games", "200", "--seed", "9", "--concurrency", "2"];
    let keep = ["--store", text(&store), "--output", text(&file), "--json"];
    let arguments = [&["match"], &players[..], &keep].concat();
    let mut told = BTreeSet::new();
    // Moments all over the match, at any place between two games.
    for (kill, games) in [0, 3, 11, 20, 38, 57, 90, 110, 131, 160].into_iter().enumerate() {
        told.extend(killed_after(&arguments, games, Duration::from_millis(7 * kill as u64 % 23)));
        let kept = outflank(&["games", text(&store), "--json"]);
        if kept.code != Some(0) {
            // Killed before there was a store.
            assert!(told.is_empty(), "{}", kept.err);
            continue;
        }
        let place = |game: &Value| {
            let number = |at: usize| game["place"][at].as_u64().unwrap();
            2 * (number(1) - 1) + number(2)
        };
        let kept: BTreeSet<_> = kept.json_lines().iter().map(place).collect();
        assert!(told.is_subset(&kept), "{told:?} were told, {kept:?} kept");
    }
    assert!(!told.is_empty());
    let resumed = played(&[&players[..], &keep[..4]].concat());
    assert_eq!(resumed, played(&players));
    let kept = outflank(&["games", text(&store), "--json"]).ok().json_lines();
    let places: BTreeSet<_> = kept.iter().map(|game| game["place"].to_string()).collect();
    assert_eq!((kept.len(), places.len()), (200, 200));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 200);
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_the_match_in_order() {
    let folder = folder();
    let store = folder.path().join("games.db");
    let flags = ["--games", "100000", "--seed", "1", "--store", text(&store)];
    let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
        .args([&["match", "random", "greedy"], &flags[..]].concat())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut told = String::new();
    for _ in 0..10 {
        out.read_line(&mut told).unwrap();
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    out.read_to_string(&mut told).unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.starts_with("outflank: interrupted after "), "{err}");
    assert!(err.ends_with(" games: --resume continues it\n"), "{err}");
    assert!(told.contains("\nResults of random vs greedy"), "{told}");
}

#[test]
fn games_are_listed_filtered_replayed_and_exported() {
    let folder = folder();
    let store = folder.path().join("games.db");
    for rules in ["reversi", "reversed"] {
        let one = ["--concurrency", "1", "--store", text(&store)];
        let flags =
            [["--rules", rules, "--games", "6"].as_slice(), &["--seed", "2"], &one].concat();
        play(&[&["random", STRONG], &flags[..]].concat()).ok();
    }
    let games = |flags: &[&str]| outflank(&[&["games", text(&store)], flags].concat());
    let list = games(&[]).ok().out;
    assert_eq!(list.lines().count(), 13, "{list}");
    assert!(list.lines().nth(1).unwrap().contains("  random "), "{list}");
    let count = |flags: &[&str]| games(&[flags, &["--json"]].concat()).ok().json_lines().len();
    assert_eq!(count(&["--rules", "reversed"]), 6);
    assert_eq!(count(&["--event", "1"]), 6);
    assert_eq!(count(&["--player", "nodes=2000"]), 12);
    assert_eq!(count(&["--player", "nobody"]), 0);
    assert_eq!(count(&["--fault"]), 0);
    assert_eq!(count(&["--latest", "5"]), 5);
    assert_eq!(count(&["--since", "2999-01-01"]), 0);
    let results = ["black", "white", "draw"].map(|result| count(&["--result", result]));
    assert_eq!(results.iter().sum::<usize>(), 12);
    let [first, second] = games(&["--events", "--json"]).ok().json_lines().try_into().unwrap();
    assert_eq!((&first["games"], &second["settings"]["rules"]), (&6.into(), &"reversed".into()));

    let replay = games(&["3"]).ok().out;
    assert!(replay.starts_with("game 3 of event 1, reversi, "), "{replay}");
    assert!(replay.contains("  8. O ") && replay.contains(" discs  ("), "{replay}");
    let whole = games(&["3", "--json"]).ok().json_lines().remove(0);
    assert_eq!(whole["opening"].as_array().unwrap().len(), 8);
    // A random move may be faster than the resolution of the clock.
    let times = whole["moves"].as_array().unwrap().iter().map(|played| &played["time_ms"]);
    assert!(times.map(|time| time.as_f64().unwrap()).sum::<f64>() > 0.0, "{whole}");

    for name in ["all.jsonl", "all.ggf", "all.sgf"] {
        let path = folder.path().join(name);
        games(&["--output", text(&path)]).ok();
        let copy = folder.path().join(format!("{name}.copy.jsonl"));
        outflank(&["convert", text(&path), text(&copy)]).ok();
        assert_eq!(std::fs::read_to_string(&copy).unwrap().lines().count(), 12, "{name}");
    }
    let log = folder.path().join("step.txt");
    games(&["3", "--course-log", text(&log)]).ok();
    let steps = std::fs::read_to_string(&log).unwrap();
    assert!(steps.starts_with("Black is random"), "{steps}");
    assert!(steps.contains(", This step timeout is False"), "{steps}");
    let boards = folder.path().join("chess_log.txt");
    games(&["3", "--output", text(&boards), "--to", "course-boards"]).ok();
    // Both logs of the course read back as the game.
    let of = |from: &str, path: &std::path::Path| {
        let copy = folder.path().join("copy.txt");
        outflank(&["convert", text(path), text(&copy), "--from", from, "--to", "transcript"]).ok();
        std::fs::read_to_string(copy).unwrap()
    };
    assert_eq!(of("course-steps", &log), of("course-boards", &boards));
    games(&["--course-log", text(&log)])
        .refused("a log of the course holds one game, and 12 are meant");
    games(&["77"]).refused(&format!("there is no such game 77 in {}", store.display()));
    games(&["--since", "soon"]).refused(
        "'soon' is not a date: expected one such as 2026-11-16 or 2026-11-16 09:30, in UTC",
    );
}

#[test]
fn what_is_wrong_is_named() {
    play(&["random", "greedy", "--sprt", "elo2=3"]).refused(
        "invalid value 'elo2=3' for '--sprt [<TEST>]': 'elo2' is not elo0, elo1, alpha or beta",
    );
    play(&["random", "greedy", "--output", "games.txt"]).refused(
        "games cannot be appended to games.txt: expected a name that ends in .jsonl or .ggf",
    );
    play(&["random", "classic:phased", "--games", "2"])
        .refused("phased plays reversed only, not reversi");
    outflank(&["games", "no-such.db"])
        .refused("cannot open the store no-such.db: No such file or directory (os error 2)");
}
