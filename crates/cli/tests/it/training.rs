//! The commands that make weights, killed and started again.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use outflank_durable::FolderClaim;
use tempfile::TempDir;

use crate::common::{Answer, outflank, text};

/// Files of a folder and their bytes, without files of unfinished parts.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.filter(|path| path.is_file());
    let named = files.map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read(path).unwrap())
    });
    named.filter(|(name, _)| !name.starts_with('.')).collect()
}

/// The names of all files of a run, hidden ones among them.
fn all_names(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for folder in [folder.to_owned(), folder.join("games")] {
        let entries = fs::read_dir(folder).into_iter().flatten();
        names.extend(entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()));
    }
    names.sort();
    names
}

/// Starts a command again and again, and kills it each time a little later.
fn killed(arguments: &[&str], times: u64) {
    for time in 1..=times {
        let mut child = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Prime numbers, so that the kills do not fall into step with the work.
        std::thread::sleep(Duration::from_millis(time * 37 % 211));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

fn selfplay<'a>(folder: &'a Path, rules: &'a str) -> Vec<&'a str> {
    let mut arguments = vec!["selfplay", text(folder), "--rules", rules, "--weights", "hand-made"];
    arguments.extend(["--games", "3600", "--depth", "2", "--exact", "9", "--seed", "5"]);
    arguments
}

#[test]
fn killed_ten_times_gives_the_same_games_and_the_same_weights() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (calm, rough) = (path("calm"), path("rough"));
    let told = outflank(&selfplay(&calm, "reversed")).ok().out;
    assert!(told.starts_with("3 600 games of reversed: "), "{told}");
    killed(&selfplay(&rough, "reversed"), 10);
    assert!(!rough.join("positions.data").exists(), "it was done before it was killed");
    outflank(&selfplay(&rough, "reversed")).ok();
    assert_eq!(files(&calm), files(&rough));
    assert_eq!(all_names(&rough), all_names(&calm), "a part file is left behind");
    assert!(files(&calm)["positions.data"].len() > 18 * 30_000);

    // The same folder of games for both: its name is part of the run.
    let train = |output: &str| {
        ["train", "patterns", text(&calm), "--steps", "2", "-o", output].map(str::to_owned)
    };
    let (calm, rough) = (path("calm-weights"), path("rough-weights"));
    let calm_run = train(text(&calm));
    outflank(&calm_run.each_ref().map(String::as_str)).ok();
    let rough_run = train(text(&rough));
    killed(&rough_run.each_ref().map(String::as_str), 5);
    outflank(&rough_run.each_ref().map(String::as_str)).ok();
    assert_eq!(files(&calm), files(&rough));
    let weights = &files(&calm)["reversed.weights"];
    assert!(weights.len() > 10_000);

    // The trained weights can play, under their own rules only.
    let file = calm.join("reversed.weights");
    let player = format!("engine:depth=1,threads=1,hash=1,weights={}", text(&file));
    let game = ["play", "--black", &player, "--white", "random", "--seed", "1", "--rules"];
    outflank(&[&game[..], &["reversed"]].concat()).ok();
    outflank(&[&game[..], &["reversi"]].concat()).refused(&format!(
        "cannot use the weights {}: the weights are for reversed, expected weights for reversi",
        text(&file)
    ));
}

#[test]
fn a_folder_of_another_run_is_left_alone() {
    let folder = TempDir::new().unwrap();
    let games = folder.path().join("games");
    let run = |seed| {
        let arguments = ["selfplay", text(&games), "--weights", "hand-made", "--depth", "0"];
        let more = ["--exact", "4", "--games", "100", "--seed", seed];
        outflank(&[&arguments[..], &more].concat())
    };
    run("1").ok();
    let before = files(&games);
    let refused = run("2");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("holds another run"), "{}", refused.err);
    assert_eq!(files(&games), before);
    let nothing = folder.path().join("nothing");
    let missing = outflank(&["train", "patterns", text(&nothing), "-o", text(&games)]);
    assert_eq!(missing.code, Some(1));
    assert!(missing.err.contains("nothing/positions.data"), "{}", missing.err);
}

/// A short run of games by random moves.
fn short_run(games: &Path) -> Answer {
    let arguments = ["selfplay", text(games), "--weights", "hand-made", "--depth", "0"];
    outflank(&[&arguments[..], &["--exact", "4", "--games", "200", "--seed", "1"]].concat())
}

#[test]
fn a_second_selfplay_or_train_in_a_folder_is_refused() {
    let folder = TempDir::new().unwrap();
    let (games, weights) = (folder.path().join("games"), folder.path().join("weights"));
    let expect_refused = |answer: Answer, folder: &Path| {
        let reason = format!(
            "outflank: another process is working in {}: wait until it ends, or give another \
             folder\n",
            text(folder)
        );
        assert_eq!((answer.code, answer.err), (Some(1), reason));
    };
    let claim = FolderClaim::take(&games).unwrap();
    expect_refused(short_run(&games), &games);
    drop(claim);
    short_run(&games).ok();
    let train = || {
        let arguments = ["train", "patterns", text(&games), "--steps", "1", "-o", text(&weights)];
        outflank(&arguments)
    };
    let claim = FolderClaim::take(&weights).unwrap();
    expect_refused(train(), &weights);
    drop(claim);
    train().ok();
}

#[test]
fn a_killed_label_run_writes_the_same_set_as_a_calm_one() {
    let folder = TempDir::new().unwrap();
    let games = folder.path().join("games");
    short_run(&games).ok();
    let label = |name: &str| {
        let output = folder.path().join(name);
        let arguments = ["eval", "label", text(&games), "-o", text(&output), "--positions", "400"];
        let more = ["--weights", "hand-made", "--exact", "10", "--depth", "3"];
        [&arguments[..], &more].concat().iter().map(|&word| word.to_owned()).collect::<Vec<_>>()
    };
    let run = |words: &[String]| outflank(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let told = run(&label("calm")).ok().out;
    assert!(told.starts_with("400 positions of reversi, seed 1: "), "{told}");
    let rough = label("rough");
    killed(&rough.iter().map(String::as_str).collect::<Vec<_>>(), 5);
    run(&rough).ok();
    let [calm, rough] = ["calm", "rough"].map(|name| files(&folder.path().join(name)));
    assert_eq!(calm, rough);
    assert!(calm.contains_key("evaluation-reversi.obf"));
}

#[test]
fn the_part_files_of_a_killed_selfplay_are_gone_after_the_next_run() {
    let folder = TempDir::new().unwrap();
    let (calm, rough) = (folder.path().join("calm"), folder.path().join("rough"));
    short_run(&calm).ok();
    fs::create_dir_all(rough.join("games")).unwrap();
    // A kill leaves temporary files, and held-out positions without the others.
    for part in [".outflank-a1.tmp", "games/.outflank-b2.tmp", "games/000009.held"] {
        fs::write(rough.join(part), b"half").unwrap();
    }
    short_run(&rough).ok();
    assert_eq!(all_names(&rough), all_names(&calm));
    assert_eq!(files(&rough), files(&calm));
}
