//! `outflank analyze` as a user types it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Answer, outflank_with, text};

/// White is wiped out at once.
const WIPEOUT: &str = "e6f4e3f6g5d6e7f5c5";
/// A side has to pass before the last move.
const PASS: &str = "f5f6c4g5h5h4g7h6f8";

fn analyze_with(input: &str, arguments: &[&str]) -> Answer {
    let quick = ["analyze", "--threads", "1", "--hash", "1", "--depth", "2"];
    outflank_with(input, &[&quick, arguments].concat())
}

fn analyze(arguments: &[&str]) -> Answer {
    analyze_with("", arguments)
}

impl Answer {
    /// The words of the table's line for a ply.
    fn line(&self, ply: usize) -> Vec<&str> {
        let words = |line| str::split_whitespace(line).collect::<Vec<_>>();
        self.out.lines().map(words).find(|w| w.first() == Some(&&*ply.to_string())).unwrap()
    }
}

fn write(folder: &TempDir, name: &str, content: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn a_transcript_becomes_a_table() {
    let answer = analyze(&[WIPEOUT]).ok();
    let lines: Vec<_> = answer.out.lines().collect();
    assert_eq!(lines[..3], ["black - white", "black wins by 64, Reversi", ""]);
    assert_eq!(
        lines[3].split_whitespace().collect::<Vec<_>>(),
        ["ply", "side", "move", "score", "best", "score", "loss", "grade", "depth", "margin"]
    );
    assert_eq!(answer.line(1)[..3], ["1", "black", "e6"]);
    let last = answer.line(9);
    assert_eq!(last[..7], ["9", "black", "c5", "+64", "-", "-", "-"]);
    assert_eq!(lines.len(), 4 + 9 + 1 + 3);
    assert!(lines[15].starts_with("black  ") && lines[16].starts_with("white  "));
    let widths: Vec<_> = lines[3..13].iter().map(|line| line.len()).collect();
    assert!(widths.iter().all(|width| *width == widths[0]), "{}", answer.out);
    assert!(!answer.out.contains('\u{1b}'), "colour is for terminals");
}

#[test]
fn json_has_a_line_for_each_move_and_one_for_the_game() {
    let lines = analyze(&[WIPEOUT, "--json"]).ok().json_lines();
    let (game, moves) = lines.split_last().unwrap();
    assert_eq!(moves.len(), 9);
    for (index, line) in moves.iter().enumerate() {
        let number = |key: &str| line[key].as_i64().unwrap();
        assert_eq!(line["ply"], index + 1);
        assert_eq!(line["color"], if index % 2 == 0 { "black" } else { "white" });
        assert_eq!(line["move"], WIPEOUT[index * 2..][..2]);
        assert_eq!(number("best_score") - number("score"), number("loss"));
        assert!(number("loss") >= 0 && number("depth") > 0);
        assert_eq!(line["pv"][0], line["best"]);
        assert_eq!(line["position"].as_str().unwrap().len(), 66);
        assert!(line["exact"].is_boolean() && line["grade"].is_string());
        assert_eq!(number("margin") == 0, line["exact"] == true, "{line}");
        let is_within = (1..=number("margin")).contains(&number("loss"));
        assert_eq!(line["within_margin"], is_within);
    }
    assert_eq!(game["limits"], json!({"time_ms": null, "depth": 2, "nodes": null}));
    assert_eq!(game["margin"].as_i64(), moves.iter().map(|m| m["margin"].as_i64().unwrap()).max());
    assert_eq!(moves[8]["score"], 64);
    assert_eq!(moves[7]["score"], -64);
    assert_eq!(game["rules"], "reversi");
    assert_eq!(game["moves"], 9);
    assert_eq!(game["result"], 64.0);
    for side in ["black", "white"] {
        let grades = game[side]["grades"].as_object().unwrap();
        let counted: u64 = grades.values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(counted, if side == "black" { 5 } else { 4 });
        let accuracy = game[side]["accuracy"].as_f64().unwrap();
        assert!((0.0..=100.0).contains(&accuracy));
    }
}

#[test]
fn a_game_has_the_same_review_every_time() {
    let review = |threads: &str, hash: &str| {
        let flags = ["--nodes", "3000", "--threads", threads, "--hash", hash, "--json"];
        let mut lines =
            outflank_with("", &[&["analyze", PASS][..], &flags].concat()).ok().json_lines();
        let game = lines.last_mut().unwrap();
        assert_eq!(game["limits"]["nodes"], 3000);
        game["time_ms"] = Value::Null;
        lines
    };
    let first = review("1", "1");
    assert_eq!(first, review("2", "16"));
    // More nodes look deeper.
    let depth = |lines: &[Value]| lines[0]["depth"].as_i64().unwrap();
    let deeper = outflank_with("", &["analyze", PASS, "--nodes", "30000", "--json"]).ok();
    assert!(depth(&deeper.json_lines()) > depth(&first));
}

#[test]
fn a_loss_within_the_margin_has_a_question_mark() {
    let table = analyze(&[PASS]).ok();
    let lines = analyze(&[PASS, "--json"]).ok().json_lines();
    for line in &lines[..lines.len() - 1] {
        let words = table.line(line["ply"].as_u64().unwrap() as usize);
        let mark = if line["within_margin"] == true { "?" } else { "" };
        let grade = format!("{}{mark}", line["grade"].as_str().unwrap());
        assert!(words.contains(&grade.as_str()), "{words:?} {line}");
    }
}

#[test]
fn reversed_scores_are_of_the_fewest_discs() {
    let lines = analyze(&[WIPEOUT, "--rules", "reversed", "--json"]).ok().json_lines();
    assert_eq!(lines[8]["score"], -64);
    assert_eq!(lines[9]["rules"], "reversed");
    assert_eq!(lines[9]["result"], -64.0);
    let table = analyze(&[WIPEOUT, "--rules", "reversed"]).ok().out;
    assert_eq!(table.lines().nth(1), Some("white wins by 64, Reversed Reversi"));
}

#[test]
fn a_pass_is_a_forced_move_and_marked_on_the_graph() {
    let folder = TempDir::new().unwrap();
    let svg = folder.path().join("graph.svg");
    let answer = analyze(&[PASS, "--graph", text(&svg)]).ok();
    let passes: Vec<_> = answer.out.lines().filter(|line| line.contains(" pass ")).collect();
    assert!(!passes.is_empty());
    assert!(passes.iter().all(|line| line.contains(" forced ")), "{passes:?}");
    let svg = fs::read_to_string(svg).unwrap();
    assert_eq!(svg.matches("class=\"pass\"").count(), passes.len());
}

#[test]
fn the_graph_marks_every_error_by_name() {
    let folder = TempDir::new().unwrap();
    let game = write(
        &folder,
        "game.ggf",
        "(;GM[Othello]PC[here]PB[A <b> & \"c\"]PW[]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[e6]W[f4]B[e3]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5];)",
    );
    let path = folder.path().join("graph.SVG");
    let answer = analyze(&[text(&game), "--json", "--graph", text(&path)]).ok();
    let svg = fs::read_to_string(&path).unwrap();
    let tree = resvg::usvg::roxmltree::Document::parse(&svg).unwrap();
    let title = tree.root_element().first_element_child().unwrap();
    assert_eq!(title.text(), Some("A <b> & \"c\" - white"));
    let mut errors = 0;
    for line in answer.json_lines() {
        let Some(grade @ ("inaccuracy" | "mistake" | "blunder")) = line["grade"].as_str() else {
            continue;
        };
        errors += 1;
        let (ply, played) = (&line["ply"], line["move"].as_str().unwrap());
        let mark = tree
            .descendants()
            .filter(|node| node.attribute("class") == Some(grade))
            .find(|node| {
                let title = node.first_element_child().and_then(|title| title.text());
                title.is_some_and(|title| title.starts_with(&format!("{ply}. ")))
            })
            .unwrap();
        assert!(mark.descendants().any(|node| node.text() == Some(played)), "{line}");
    }
    assert!(errors > 0, "a game without errors tests nothing");
    for word in ["inaccuracy", "mistake", "blunder", "pass", "black wins by 64"] {
        let is_there = |node: resvg::usvg::roxmltree::Node| {
            node.is_text() && node.text().is_some_and(|text| text.contains(word))
        };
        assert!(tree.descendants().any(is_there), "{word} is missing");
    }
}

#[test]
fn a_png_is_the_same_picture_in_pixels() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("graph.png");
    analyze(&[WIPEOUT, "--graph", text(&path)]).ok();
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (1200, 600));
    let pixels = resvg::tiny_skia::Pixmap::decode_png(&bytes).unwrap();
    // The name of black is drawn, although no font is installed.
    let is_dark = |x, y| pixels.pixel(x, y).unwrap().red() < 80;
    assert!((100..150).any(|x| (20..40).any(|y| is_dark(x, y))));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the picture is left");
}

#[test]
fn games_come_from_standard_input_and_by_number() {
    let answer = analyze_with(WIPEOUT, &["-"]).ok();
    assert_eq!(answer.line(9)[2], "c5");
    let games = format!("f5d6\nf5f5\n{WIPEOUT}\n");
    let answer = analyze_with(&games, &["-", "--number", "3"]).ok();
    assert_eq!(answer.line(9)[2], "c5");
    analyze_with(&games, &["-", "--number", "2"])
        .refused("cannot read standard input: line 2, column 3: move 2: f5 is occupied");
    analyze_with(&games, &["-", "--number", "4"])
        .refused("there is no game 4 in standard input, only 1 to 3");
    analyze_with(&games, &["-", "--number", "0"]).refused("games are numbered from 1");
}

#[test]
fn wrong_input_gets_one_sentence() {
    analyze(&["nowhere.ggf"])
        .refused("'nowhere.ggf' is neither a file nor a transcript such as f5d6c3");
    analyze(&["c4.ggf"]).refused("'c4.ggf' is neither a file nor a transcript such as f5d6c3");
    analyze(&["f5a1"]).refused(
        "cannot read the game given: line 1, column 3: move 2: a1 turns no disc for white",
    );
    analyze_with("hello", &["-"]).refused("standard input is in no format of a game");
    analyze_with("", &["-"]).refused("standard input is in no format of a game");
    let folder = TempDir::new().unwrap();
    let name = text(folder.path());
    analyze(&[name]).refused(&format!("{name} is a folder: give one file"));
    let start = "---------------------------OX------XO--------------------------- X";
    analyze_with(start, &["-"]).refused("there are no moves in the game to analyse");
}

#[test]
fn a_graph_that_cannot_be_written_is_refused_before_the_work() {
    for name in ["graph.gif", "graph"] {
        analyze(&["no-game", "--graph", name])
            .refused(&format!("cannot tell the kind of picture of {name}: use .svg or .png"));
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("missing").join("graph.svg");
    let answer = analyze(&["no-game", "--graph", text(&path)]);
    assert!(answer.err.contains("cannot write"), "{}", answer.err);
    assert_eq!(answer.code, Some(1));
}
