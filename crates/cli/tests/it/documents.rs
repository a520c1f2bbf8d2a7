//! The commands that documents show, run again.
//!
//! A block marked `console` has commands (`$ outflank ...`) and what they print. Blocks marked
//! `console slow` take minutes or hours. Times are not compared.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::path::Path;
use std::process::Command;

/// The columns that differ from run to run.
const TIMES: [&str; 7] =
    ["games/s", "ours slowest", "ours mean", "times faster", "seconds a move", "ours s", "seconds"];

/// A command of a document, and the output below it.
struct Shown<'a> {
    command: &'a str,
    output: Vec<&'a str>,
}

/// The commands of all blocks with this mark.
fn shown<'a>(document: &'a str, mark: &str) -> Vec<Shown<'a>> {
    let fence = format!("```{mark}\n");
    let blocks = document.split(&fence).skip(1);
    let blocks = blocks.map(|block| block.split("\n```").next().unwrap());
    let mut found: Vec<Shown<'_>> = Vec::new();
    for block in blocks {
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => found.push(Shown { command, output: Vec::new() }),
                None => found.last_mut().unwrap().output.push(line),
            }
        }
    }
    found
}

/// Lines without spaces, which depend on the longest word, and without the columns of times.
fn compared(lines: &[&str]) -> Vec<String> {
    let mut headings: Vec<&str> = Vec::new();
    let mut compared = Vec::new();
    for line in lines {
        let mut cells: Vec<_> = line.split("  ").map(str::trim).collect();
        cells.retain(|cell| !cell.is_empty());
        if cells.iter().any(|cell| TIMES.contains(cell)) || cells.is_empty() {
            headings.clone_from(&cells);
        }
        if headings.len() == cells.len() {
            let mut headings = headings.iter();
            cells.retain(|_| headings.next().is_none_or(|heading| !TIMES.contains(heading)));
        }
        compared.push(cells.join(" "));
    }
    while compared.last().is_some_and(String::is_empty) {
        compared.pop();
    }
    compared
}

/// Lines are the same, and `...` stands for any number of them.
fn fits(expected: &[String], found: &[String]) -> bool {
    match expected.split_first() {
        None => found.is_empty(),
        Some((line, rest)) if line == "..." => {
            (0..=found.len()).any(|skipped| fits(rest, &found[skipped..]))
        }
        Some((line, rest)) => found
            .split_first()
            .is_some_and(|(first, left)| line.trim() == first.trim() && fits(rest, left)),
    }
}

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// Runs the commands of a page and says which of them print something else.
fn check<'a>(name: &str, commands: impl IntoIterator<Item = Shown<'a>>) {
    let folder = tempfile::tempdir().unwrap();
    let mut differ = Vec::new();
    for Shown { command, output } in commands {
        let words = command.strip_prefix("outflank ").unwrap().split_whitespace();
        let run = Command::new(env!("CARGO_BIN_EXE_outflank"))
            .args(words)
            .arg("--quiet")
            .current_dir(folder.path())
            .output()
            .unwrap();
        let out = String::from_utf8(run.stdout).unwrap();
        let found: Vec<_> = out.lines().collect();
        println!("{command}");
        if !fits(&compared(&output), &compared(&found)) {
            let errors = String::from_utf8_lossy(&run.stderr);
            differ.push(format!("{name}: {command}\nprints\n{out}{errors}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
}

#[test]
fn the_page_of_agents_shows_what_its_commands_print() {
    let page = document("agents.md");
    let commands = shown(&page, "console");
    assert_eq!(commands.len(), 3);
    check("agents.md", commands);
}

#[test]
fn the_page_of_evolution_shows_what_its_commands_print() {
    let page = document("evolution.md");
    let commands = shown(&page, "console");
    assert_eq!(commands.len(), 3);
    check("evolution.md", commands);
}

/// `OUTFLANK_SHOWN=layers` runs only the commands with this word.
#[test]
#[ignore = "takes minutes for most commands and hours for some"]
fn slow_commands_print_what_the_pages_show() {
    let word = std::env::var("OUTFLANK_SHOWN").unwrap_or_default();
    for name in ["agents.md", "evolution.md"] {
        let page = document(name);
        let commands = shown(&page, "console slow");
        check(name, commands.into_iter().filter(|shown| shown.command.contains(&word)));
    }
}

#[test]
fn numbers_count_and_times_do_not() {
    let table = |score: &str, seconds: &str| {
        let lines = [
            "  depth    seconds a move  score".to_owned(),
            format!("  4 plies        {seconds}  {score} +- 3.4"),
            String::new(),
            format!("  4 plies  {seconds}"),
        ];
        compared(&lines.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert!(fits(&table("60.8", "0.1"), &table("60.8", "0.1")));
    let ends_alike = |one: Vec<String>, other: Vec<String>| fits(&one[..2], &other[..2]);
    assert!(ends_alike(table("60.8", "0.1"), table("60.8", "0.25")));
    assert!(!ends_alike(table("60.8", "0.1"), table("60.9", "0.1")));
    // Below an empty line the heading no longer counts.
    assert!(!fits(&table("60.8", "0.1"), &table("60.8", "0.25")));
}
