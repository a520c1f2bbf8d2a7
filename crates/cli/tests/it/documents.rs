//! The commands that documents show, run again.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::path::Path;
use std::process::Command;

/// A command of a document, and the output below it.
struct Shown<'a> {
    command: &'a str,
    output: Vec<&'a str>,
}

/// The commands of all blocks that are marked `console`. A line `$ outflank ...` is a command.
fn shown(document: &str) -> Vec<Shown<'_>> {
    let blocks = document.split("```console\n").skip(1);
    let blocks = blocks.map(|block| block.split("\n```").next().unwrap());
    let mut found = Vec::new();
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

/// A line without what differs from run to run: the games a second at the end of the row of a
/// generation. Spaces depend on the longest word.
fn compared(line: &str) -> String {
    let is_generation = line.starts_with(' ') && line.contains(" % ");
    let line = if is_generation { line.rsplit_once(" % ").unwrap().0 } else { line };
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lines are the same, and `...` stands for any number of them.
fn fits(expected: &[&str], found: &[&str]) -> bool {
    match expected.split_first() {
        None => found.iter().all(|line| line.trim().is_empty()),
        Some((&"...", rest)) => (0..=found.len()).any(|skipped| fits(rest, &found[skipped..])),
        Some((line, rest)) => found
            .split_first()
            .is_some_and(|(first, left)| compared(line) == compared(first) && fits(rest, left)),
    }
}

fn check(name: &str, count: usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    let document = std::fs::read_to_string(path).unwrap();
    let commands = shown(&document);
    assert_eq!(commands.len(), count, "{name}");
    let folder = tempfile::tempdir().unwrap();
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
        assert!(fits(&output, &found), "{name}: {command}\nprints\n{out}");
    }
}

#[test]
fn the_page_of_agents_shows_what_its_commands_print() {
    check("agents.md", 2);
}

#[test]
fn the_page_of_evolution_shows_what_its_commands_print() {
    check("evolution.md", 1);
}
