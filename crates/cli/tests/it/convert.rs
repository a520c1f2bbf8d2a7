//! `outflank convert` between all formats.

use std::fs;

use assert_cmd::Command;
use tempfile::TempDir;

use crate::common::{outflank, outflank_with, text};

const START: &str = "---------------------------OX------XO--------------------------- X";
/// White is wiped out at once.
const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";

#[test]
fn a_game_survives_the_tour_of_all_game_formats() {
    let folder = TempDir::new().unwrap();
    let mut from = folder.path().join("game.txt");
    fs::write(&from, format!("{WIPEOUT}\n")).unwrap();
    for name in ["a.ggf", "b.sgf", "c.jsonl", "d.wtb", "e.ggf"] {
        let to = folder.path().join(name);
        outflank(&["convert", text(&from), text(&to)]).ok();
        from = to;
    }
    for format in ["course-boards", "course-steps", "transcript"] {
        let to = folder.path().join(format!("{format}.log"));
        outflank(&["convert", text(&from), text(&to), "--to", format]).ok();
        from = to;
    }
    assert_eq!(fs::read_to_string(&from).unwrap(), format!("{WIPEOUT}\n"));
    assert!(folder.path().join("d.jou").exists() && folder.path().join("d.trn").exists());
}

#[test]
fn standard_input_and_output_are_dashes() {
    let answer = outflank_with(WIPEOUT, &["convert", "-", "-", "--to", "ggf"]).ok();
    assert!(answer.out.starts_with("(;GM[Othello]TY[8]RE[+64]BO[8 "), "{}", answer.out);
    let answer = outflank_with("f5d6\n", &["convert", "-", "-", "--to", "position"]).ok();
    assert_eq!(answer.out, "---------------------------OX------OXX-----O-------------------- X\n");
    let answer = outflank_with(START, &["convert", "-", "-", "--to", "course-board"]).ok();
    assert!(answer.out.contains("[0, 0, 0, 1, -1, 0, 0, 0]"));
    let board = answer.out;
    let arguments = ["convert", "-", "-", "--to", "position", "--side", "white"];
    assert!(outflank_with(&board, &arguments).ok().out.ends_with(" O\n"));
}

#[test]
fn the_rules_of_a_transcript_are_asked_for() {
    let arguments = ["convert", "-", "-", "--to", "ggf", "--rules", "reversed"];
    let answer = outflank_with(WIPEOUT, &arguments).ok();
    assert!(answer.out.contains("TY[8a]RE[-64]"), "{}", answer.out);
}

#[test]
fn nothing_is_half_written() {
    let folder = TempDir::new().unwrap();
    let from = folder.path().join("games.txt");
    let to = folder.path().join("games.ggf");
    fs::write(&from, "f5d6\nf5a1\nf5f4\n").unwrap();
    fs::write(&to, "what was there before").unwrap();
    outflank(&["convert", text(&from), text(&to)]).refused(&format!(
        "cannot read {}: line 2, column 3: move 2: a1 turns no disc for white",
        from.display()
    ));
    assert_eq!(fs::read_to_string(&to).unwrap(), "what was there before");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no leftovers");

    let answer = outflank(&["convert", text(&from), text(&to), "--keep-going", "--json"]).ok();
    assert_eq!(answer.json_lines()[0]["items"], 2);
    assert_eq!(answer.json_lines()[0]["left_out"], 1);
    assert!(answer.err.contains("left out item 2: cannot read"), "{}", answer.err);
    assert_eq!(fs::read_to_string(&to).unwrap().lines().count(), 2);
}

#[test]
fn what_cannot_be_told_is_asked_for() {
    let folder = TempDir::new().unwrap();
    let from = folder.path().join("letter.txt");
    fs::write(&from, "Dear Sir,\n").unwrap();
    let formats = "(position, obf, transcript, ggf, sgf, wthor, json, course-board, \
                   course-boards, course-steps)";
    outflank(&["convert", text(&from), "x.ggf"]).refused(&format!(
        "cannot tell the format of {}: give it with --from {formats}",
        from.display()
    ));
    outflank(&["convert", text(&from), "x.xyz"])
        .refused(&format!("cannot tell the format of x.xyz: give it with --to {formats}"));
    outflank(&["convert", "no-such-file.ggf", "x.sgf"])
        .refused("cannot read no-such-file.ggf: No such file or directory (os error 2)");
    outflank_with("", &["convert", "-", "-", "--from", "ggf", "--to", "sgf"])
        .refused("no game or position in standard input");
    outflank(&["convert", text(&from), "-", "--to", "pgn"]).refused(
        "invalid value 'pgn' for '--to <FORMAT>' [possible values: position, obf, transcript, \
         ggf, sgf, wthor, json, course-board, course-boards, course-steps]",
    );
    let answer = outflank_with(WIPEOUT, &["convert", "-", "no-such-folder/x.ggf"]);
    let sentence = "cannot write no-such-folder/x.ggf: No such file or directory (os error 2)";
    assert_eq!(answer.err, format!("outflank: {sentence}\n"));
    assert_eq!(answer.code, Some(1));
    outflank_with(WIPEOUT, &["convert", "-", "-", "--to", "wthor"])
        .refused("a wthor file cannot go to standard output");
}

#[test]
fn the_rules_hold_for_every_file_that_names_none() {
    for (text, format) in [(START, "position"), ("(;GM[Othello]B[F5];)", "ggf")] {
        let arguments =
            ["convert", "-", "-", "--from", format, "--to", "ggf", "--rules", "reversed"];
        let answer = outflank_with(text, &arguments).ok();
        assert!(answer.out.contains("TY[8a]"), "{format}: {}", answer.out);
    }
}

#[test]
fn a_link_stays_a_link_and_a_folder_is_no_file() {
    let folder = TempDir::new().unwrap();
    let real = folder.path().join("real.ggf");
    let link = folder.path().join("link.ggf");
    fs::write(&real, "before").unwrap();
    std::os::unix::fs::symlink(&real, &link).unwrap();
    outflank_with(WIPEOUT, &["convert", "-", text(&link)]).ok();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&real).unwrap().starts_with("(;GM"));

    let answer = outflank_with(WIPEOUT, &["convert", "-", "/dev/stdout", "--to", "ggf"]).ok();
    assert!(answer.out.starts_with("(;GM"), "{}", answer.out);

    let to = folder.path().join("folder.ggf");
    fs::create_dir(&to).unwrap();
    let answer = outflank_with(WIPEOUT, &["convert", "-", text(&to)]);
    assert_eq!(answer.err, format!("outflank: cannot write {}: is a directory\n", to.display()));
    assert_eq!(answer.code, Some(1));
}

#[test]
fn names_come_from_the_file_that_belongs_to_the_games() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let game = |black: &str| format!("(;GM[Othello]PB[{black}]B[F5]W[D6];)");
    outflank_with(&game("Right"), &["convert", "-", text(&path("WTH.wtb"))]).ok();
    fs::rename(path("WTH.wtb"), path("WTH_2024.wtb")).unwrap();
    outflank_with(&game("Wrong"), &["convert", "-", text(&path("A.wtb"))]).ok();
    for (games, name) in [("WTH_2024.wtb", "PB[Right]"), ("A.wtb", "PB[Wrong]")] {
        let answer = outflank(&["convert", text(&path(games)), "-", "--to", "ggf"]).ok();
        assert!(answer.out.contains(name), "{games}: {}", answer.out);
    }
    // Two files of names and none that fits: better no name than a wrong one.
    fs::rename(path("WTH_2024.wtb"), path("other.wtb")).unwrap();
    let answer = outflank(&["convert", text(&path("other.wtb")), "-", "--to", "ggf"]).ok();
    assert!(!answer.out.contains("PB["), "{}", answer.out);
}

#[test]
fn a_broken_file_is_no_bad_game() {
    let folder = TempDir::new().unwrap();
    let whole = folder.path().join("games.wtb");
    outflank_with(&"f5d6\n".repeat(3), &["convert", "-", text(&whole)]).ok();
    let cut = folder.path().join("cut.wtb");
    fs::write(&cut, &fs::read(&whole).unwrap()[..100]).unwrap();
    let to = folder.path().join("out.ggf");
    outflank(&["convert", text(&cut), text(&to), "--keep-going"])
        .refused(&format!("cannot read {}: byte 84: the file ends inside a game", cut.display()));
    assert!(!to.exists());
}

#[test]
fn a_folder_is_read_without_the_output_in_it() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a.ggf"), "(;GM[Othello]B[F5];)").unwrap();
    fs::write(path("b.txt"), "f5d6\n").unwrap();
    fs::create_dir(path("sub.ggf")).unwrap();
    let all = path("all.jsonl");
    for _ in 0..2 {
        let arguments = ["convert", text(folder.path()), text(&all), "--json"];
        let answer = outflank(&arguments).ok().json_lines().remove(0);
        assert_eq!((&answer["files"], &answer["items"]), (&1.into(), &1.into()), "{answer}");
    }
    fs::remove_file(path("a.ggf")).unwrap();
    fs::remove_file(&all).unwrap();
    let arguments = ["convert", text(folder.path()), "-", "--to", "ggf"];
    outflank(&arguments).refused(&format!(
        "no file of a known kind in {}: give it with --from",
        folder.path().display()
    ));
    let answer = outflank(&[&arguments[..], &["--from", "transcript"]].concat()).ok();
    assert!(answer.out.contains("W[D6]"), "{}", answer.out);
}

#[test]
fn piped_text_may_come_in_pieces() {
    let outflank = assert_cmd::cargo::cargo_bin("outflank");
    let line = format!(
        "(printf f; sleep 0.2; printf '5d6') | '{}' convert - - --to obf",
        outflank.display()
    );
    let answer = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stderr));
}

#[test]
fn a_json_file_of_another_tool_is_known_by_its_looks() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("chess_log.json");
    outflank_with(WIPEOUT, &["convert", "-", text(&log), "--to", "course-boards"]).ok();
    let answer = outflank(&["convert", text(&log), "-", "--to", "transcript"]).ok();
    assert_eq!(answer.out, format!("{WIPEOUT}\n"));
}

#[test]
fn a_format_without_room_says_so() {
    let folder = TempDir::new().unwrap();
    let to = folder.path().join("game.wtb");
    let arguments = ["convert", "-", text(&to), "--rules", "reversed"];
    outflank_with("f5d6", &arguments).refused("wthor cannot hold a game of Reversed Reversi");
    assert!(!to.exists());
}

#[test]
fn a_reader_that_stops_listening_is_no_error() {
    let games = "f5d6c3d3c4\n".repeat(20_000);
    let folder = TempDir::new().unwrap();
    let from = folder.path().join("games.txt");
    fs::write(&from, games).unwrap();
    let outflank = assert_cmd::cargo::cargo_bin("outflank");
    let line =
        format!("'{}' convert '{}' - --to json | head -n 1", outflank.display(), from.display());
    let answer = Command::new("sh").args(["-c", &line]).output().unwrap();
    assert!(answer.status.success());
    assert_eq!(String::from_utf8(answer.stderr).unwrap(), "");
}
