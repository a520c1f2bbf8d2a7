//! External engines in `outflank match`: their working folders, clocks and unexpected lines.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use tempfile::TempDir;

use crate::common::text;
use crate::matches::{play, played};

const FLAGS: [&str; 6] = ["--games", "2", "--seed", "7", "--concurrency", "1"];

/// A folder with a file and a script `engine.sh`, which runs its arguments.
fn folder_with(script: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::write(folder.path().join("data/table.txt"), "1").unwrap();
    let path = folder.path().join("engine.sh");
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

/// The name of the engine in a folder, with more settings.
fn engine(protocol: &str, folder: &TempDir, settings: &str) -> String {
    let (folder, program) = (text(folder.path()), env!("CARGO_BIN_EXE_outflank"));
    let limits = "--depth 1 --threads 1 --hash 1";
    format!("{protocol}:folder={folder}{settings} ./engine.sh {program} {protocol} {limits}")
}

fn assert_played_out(player: &str, flags: &[&str]) {
    let (games, _) = played(&[&[player, "random"], &FLAGS[..], flags].concat());
    assert_eq!(games.len(), 2);
    for game in games {
        assert_eq!(game["ending"], "played out", "{player}: {game}");
    }
}

#[test]
fn an_engine_works_in_its_folder() {
    let folder = folder_with("test -r data/table.txt || exit 9\nexec \"$@\"");
    for protocol in ["gtp", "nboard"] {
        let name = engine(protocol, &folder, "");
        assert_played_out(&name, &[]);
        assert_played_out(&name, &["--no-sandbox"]);
    }
    // The script tells where it is.
    let elsewhere = format!("gtp:{}/engine.sh", text(folder.path()));
    let answer = play(&[&[&elsewhere, "random"], &FLAGS[..]].concat());
    assert_eq!(answer.code, Some(1));
    assert!(answer.err.contains("its process ended with exit code 9"), "{}", answer.err);
}

#[test]
fn a_folder_in_which_no_engine_can_work_is_refused() {
    let folder = folder_with("exec \"$@\"");
    let refused = |given: &str, flags: &[&str], sentence: &str| {
        let name = format!("gtp:folder={given} sh engine.sh");
        let sentence = format!("cannot start sh: its working folder {given} {sentence}");
        play(&[&[&name, "random"], flags].concat()).refused(&sentence);
    };
    let reason = "cannot be used: No such file or directory (os error 2)";
    refused("no/such", &["--no-sandbox"], reason);
    let file = folder.path().join("engine.sh");
    refused(text(&file), &[], "is not a folder");
    let shared = std::env::temp_dir();
    let reason =
        "is shared with other programs and hidden by the sandbox; name a folder of its own";
    refused(text(&shared), &[], reason);
}

#[test]
fn an_engine_is_told_the_clock_that_its_name_asks_for() {
    let folder = folder_with("tee heard.txt | \"$@\"");
    let flags = ["--time", "20s", "--game-time", "600s", "--no-sandbox"];
    let heard = |settings: &str, flags: &[&str]| {
        assert_played_out(&engine("gtp", &folder, settings), flags);
        let heard = fs::read_to_string(folder.path().join("heard.txt")).unwrap();
        let times = heard.lines().filter(|line| line.contains(" time_"));
        times.map(str::to_owned).collect::<Vec<_>>()
    };
    for settings in ["", ",clock=move"] {
        let times = heard(settings, &flags);
        assert!(times[0].ends_with(" time_settings 0 20 1"), "{times:?}");
        assert!(times[1].ends_with(" time_left w 20 1"), "{times:?}");
    }
    let times = heard(",clock=game", &flags);
    assert!(times[0].ends_with(" time_settings 600 0 0"), "{times:?}");
    assert!(times[1].ends_with(" time_left w 600 0"), "{times:?}");
    assert!(times.last().unwrap().contains(" time_left w 599."), "{times:?}");
    assert_eq!(heard(",clock=none", &flags), [""; 0]);
    assert_eq!(heard(",clock=game", &["--time", "20s", "--no-sandbox"]), [""; 0]);
}

#[test]
fn lines_around_answers_are_skipped() {
    let folder = folder_with(
        "echo 'Engine 1.0'\n\"$@\" | sed -u -e 's/^=/depth 3\\n  depth 4\\n&/' -e 's/^$/\\nready/'",
    );
    for protocol in ["gtp", "nboard"] {
        assert_played_out(&engine(protocol, &folder, ""), &[]);
    }
}

#[test]
fn an_engine_that_writes_no_answer_is_quoted() {
    let script = "\"$@\" | sed -u -E 's/^=[0-9]+ ([a-h][1-8])$/my move is \\1/'";
    let folder = folder_with(script);
    let name = engine("gtp", &folder, "");
    let (games, _) = played(&[&[&name, "random", "--time", "1s"], &FLAGS[..]].concat());
    for game in games {
        let fault = &game["fault"];
        assert_eq!(fault["kind"], "timeout", "{game}");
        let detail = fault["detail"].as_str().unwrap();
        assert!(detail.starts_with("no answer within 1.0s; it wrote 'my move is "), "{detail}");
        assert!(detail.ends_with("', which is no answer"), "{detail}");
    }
}

#[test]
fn an_engine_that_is_kept_plays_as_one_that_is_started_for_every_game() {
    let program = env!("CARGO_BIN_EXE_outflank");
    let flags = ["--games", "4", "--seed", "7", "--concurrency", "1", "--no-sandbox"];
    for protocol in ["gtp", "nboard"] {
        let engine = format!("{protocol}:{program} {protocol} --depth 2 --threads 1 --hash 1");
        let of = |keep: &[&str]| {
            let (mut games, _) = played(&[&[&engine, "random"], &flags[..], keep].concat());
            for game in &mut games {
                assert_eq!(game["ending"], "played out", "{game}");
            }
            games.iter().map(|game| game["moves"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(of(&["--keep-processes"]), of(&[]));
    }
}

#[test]
fn the_mean_time_of_a_move_is_told_for_each_player() {
    let quick = "engine:nodes=10,hash=1,weights=hand-made";
    let slow = "engine:time=30ms,hash=1,weights=hand-made";
    let flags = ["--games", "2", "--seed", "3", "--adjudicate", "20"];
    let answer = play(&[&[quick, slow, "--json"], &flags[..]].concat()).ok();
    let result = answer.json_lines().pop().unwrap();
    let times = [0, 1].map(|player| result["mean_time_ms"][player].as_f64().unwrap());
    assert!(times[1] > times[0] * 5.0, "{times:?}");
    let out = play(&[&[slow, quick], &flags[..]].concat()).ok().out;
    let line = out.lines().rev().nth(1).unwrap();
    let words: Vec<_> = line.split(' ').collect();
    let ["Time:", first, "ms", "and", second, "ms", "a", "move"] = words[..] else {
        panic!("{line}")
    };
    assert!(first.parse::<f64>().unwrap() > second.parse::<f64>().unwrap() * 5.0, "{line}");
}
