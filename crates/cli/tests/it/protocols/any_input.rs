//! Arbitrary bytes, endless lines and listeners that leave.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};

use super::{Engine, TIMEOUT};

/// Words of both protocols. None of them ends the conversation, and no number
/// asks for a deep search.
const WORDS: [&str; 34] = [
    "genmove",
    "play",
    "b",
    "w",
    "pass",
    "f5",
    "undo",
    "1",
    "2",
    "showboard",
    "loadsgf",
    "set_game",
    "Othello",
    "Reversed",
    "time_settings",
    "time_left",
    "0",
    "final_score",
    "stop",
    "boardsize",
    "clear_board",
    "reg_genmove",
    "#",
    "go",
    "hint",
    "ping",
    "move",
    "set game",
    "set depth 2",
    "analyze",
    "learn",
    "nboard",
    "(;GM[Othello]B[F5]W[D6];)",
    "PA",
];

/// Lines of words, some with garbage in or between them.
fn mixed_lines(random: &mut StdRng, length: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    while bytes.len() < length {
        for _ in 0..random.random_range(1..5) {
            if random.random_bool(0.15) {
                let mut garbage = [0; 6];
                random.fill_bytes(&mut garbage);
                bytes.extend_from_slice(&garbage);
            } else {
                let word = WORDS[random.random_range(0..WORDS.len())];
                bytes.extend_from_slice(word.as_bytes());
            }
            bytes.push(*b" \t/\0 ".get(random.random_range(0..5)).unwrap());
        }
        bytes.push(b'\n');
    }
    bytes
}

/// Sends bytes while the answers are read, then a request that has one.
fn survives(protocol: &str, bytes: Vec<u8>, request: &str, answer: &str) {
    let mut engine = Engine::start(protocol, &["--depth", "2"]);
    let mut input = engine.input.take().unwrap();
    let request = format!("\n{request}\n");
    let writer = thread::spawn(move || {
        input.write_all(&bytes).unwrap();
        input.write_all(request.as_bytes()).unwrap();
        input
    });
    while engine.line(TIMEOUT).unwrap().expect("it ended early") != answer {}
    engine.input = Some(writer.join().unwrap());
    if protocol == "gtp" {
        assert_eq!(engine.line(TIMEOUT).unwrap().unwrap(), "");
    }
    engine.finish().unwrap();
}

#[test]
fn no_bytes_end_a_conversation() {
    const LENGTH: usize = 100_000;
    for (protocol, request, answer) in
        [("gtp", "4711 name", "=4711 Outflank"), ("nboard", "ping 4711", "pong 4711")]
    {
        for seed in 0..3 {
            let mut random = StdRng::seed_from_u64(seed);
            let mut bytes = vec![0; LENGTH];
            random.fill_bytes(&mut bytes);
            survives(protocol, bytes, request, answer);
            survives(protocol, mixed_lines(&mut random, LENGTH), request, answer);
        }
    }
}

#[test]
fn an_endless_line_is_thrown_away() {
    const LENGTH: usize = 64 << 20;
    for (protocol, request, answer) in
        [("gtp", "1 name", "=1 Outflank"), ("nboard", "ping 1", "pong 1")]
    {
        let mut engine = Engine::start(protocol, &["--depth", "2"]);
        // Once it answers it has unpacked its weights; from there on it counts.
        engine.send(format!("{request}\n").as_bytes());
        while engine.line(TIMEOUT).unwrap().unwrap() != answer {}
        if protocol == "gtp" {
            assert_eq!(engine.line(TIMEOUT).unwrap().unwrap(), "");
        }
        #[cfg(target_os = "linux")]
        let before = {
            std::fs::write(format!("/proc/{}/clear_refs", engine.child.id()), "5").unwrap();
            memory(&engine, "VmRSS:")
        };
        let mut line = vec![b'a'; LENGTH];
        line.push(b'\n');
        engine.send(&line);
        engine.send(format!("{request}\n").as_bytes());
        if protocol == "gtp" {
            let error = engine.line(TIMEOUT).unwrap().unwrap();
            assert_eq!(error, "? syntax error: the line is too long");
            assert_eq!(engine.line(TIMEOUT).unwrap().unwrap(), "");
        }
        assert_eq!(engine.line(TIMEOUT).unwrap().unwrap(), answer);
        #[cfg(target_os = "linux")]
        {
            let grown = memory(&engine, "VmHWM:") - before;
            assert!(grown < 8 << 10, "{protocol} took {grown} KiB more");
        }
    }
}

#[test]
fn a_listener_that_leaves_is_no_error() {
    for (protocol, request) in [("gtp", "name\n"), ("nboard", "ping 1\n")] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("outflank"))
            .args([protocol, "--hash", "1", "--depth", "1"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut input = child.stdin.take().unwrap();
        // The input stays open: only the closed output shows that the reader is gone.
        let _ = input.write_all(request.as_bytes());
        let answer = thread::spawn(move || child.wait_with_output().unwrap());
        let start = Instant::now();
        while !answer.is_finished() {
            assert!(start.elapsed() < TIMEOUT, "{protocol} still runs");
            thread::sleep(Duration::from_millis(5));
        }
        let answer = answer.join().unwrap();
        assert!(answer.status.success());
        assert_eq!(String::from_utf8(answer.stderr).unwrap(), "");
        drop(input);
    }
}

/// The memory of an engine according to the system, in KiB.
#[cfg(target_os = "linux")]
fn memory(engine: &Engine, field: &str) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id())).unwrap();
    let value = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    value.trim().trim_end_matches(" kB").parse().unwrap()
}
