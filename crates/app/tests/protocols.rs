//! Conversations with the real program, replayed from `data/protocols`.
//!
//! In a transcript `> line` is sent and `< line` must come next, where
//! `{move}`, `{line}`, `{number}` and `{any}` stand for what varies. `~ line`
//! may come any number of times before the next answer. `$` gives flags. `+`
//! pauses for some milliseconds, in which `~` lines may come; `|` says within
//! how many the next answers come, and `-` for how many there must be silence. A GTP reply is a block of
//! `<` lines, with the empty line that ends it understood. At the end of the
//! transcript the input is closed, nothing more may come, and the exit code is
//! 0.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{Rng, RngExt, SeedableRng};

/// So long a loaded machine may take for what is not measured.
const PATIENCE: Duration = Duration::from_mins(1);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program with its pipes; it does not survive the test.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<Vec<u8>>,
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Engine {
    fn start(protocol: &str, flags: &[&str]) -> Self {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("outflank"))
            .args([protocol, "--hash", "1", "--threads", "1"])
            .args(flags)
            .current_dir(root())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.split(b'\n') {
                if sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        let input = child.stdin.take();
        Self { child, input, lines }
    }

    fn send(&mut self, bytes: &[u8]) {
        // A program that has quit reads no more.
        let input = self.input.as_mut().unwrap();
        let _ = input.write_all(bytes).and_then(|()| input.flush());
    }

    /// The next line; `None` at the end of output.
    fn line(&self, within: Duration) -> Result<Option<String>, String> {
        match self.lines.recv_timeout(within) {
            Ok(line) => Ok(Some(String::from_utf8(line).unwrap())),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(format!("silence for {within:?}")),
        }
    }

    /// Closes the input: the program ends by itself and well.
    fn finish(mut self) -> Result<(), String> {
        self.input = None;
        if let Some(line) = self.line(PATIENCE)? {
            return Err(format!("'{line}' comes after the last answer"));
        }
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait().unwrap() {
                return if status.success() { Ok(()) } else { Err(status.to_string()) };
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err("it does not end".to_owned())
    }
}

/// Whether a line is what a pattern stands for.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((before, rest)) = pattern.split_once('{') else { return pattern == line };
    let Some((kind, after)) = rest.split_once('}') else { return pattern == line };
    let Some(line) = line.strip_prefix(before) else { return false };
    let fits = |text: &str| match kind {
        "any" => true,
        "number" => text.parse::<f64>().is_ok(),
        "move" => is_move(text),
        "line" => text.len() >= 2 && text.as_bytes().chunks(2).all(is_move_bytes),
        _ => panic!("{{{kind}}} is no pattern"),
    };
    (0..=line.len())
        .filter(|end| line.is_char_boundary(*end))
        .any(|end| fits(&line[..end]) && matches(after, &line[end..]))
}

fn is_move(text: &str) -> bool {
    is_move_bytes(text.as_bytes())
}

fn is_move_bytes(text: &[u8]) -> bool {
    let square = matches!(text, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8']);
    square || text == b"PA"
}

/// Plays a transcript, and says in which line it goes wrong.
fn replay(path: &Path) -> Result<(), String> {
    let protocol = path.extension().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let flags = text.lines().find_map(|line| line.strip_prefix("$ ")).unwrap_or_default();
    let mut engine = Engine::start(protocol, &flags.split_whitespace().collect::<Vec<_>>());
    let mut optional = Vec::new();
    let mut patience = PATIENCE;
    let mut lines = text.lines().enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let (sign, rest) = line.split_at(line.len().min(1));
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let time = || Duration::from_millis(rest.parse().unwrap());
        let result = match sign {
            "" | "#" | "$" => Ok(()),
            ">" => {
                engine.send(format!("{rest}\n").as_bytes());
                optional.clear();
                patience = PATIENCE;
                Ok(())
            }
            "+" => pause(&engine, &optional, time()),
            "|" => {
                patience = time();
                Ok(())
            }
            "~" => {
                optional.push(rest);
                Ok(())
            }
            "-" => match engine.line(time()) {
                Err(_) => Ok(()),
                Ok(line) => Err(format!("{line:?} instead of silence")),
            },
            "<" => {
                let is_last = lines.peek().is_none_or(|(_, next)| !next.starts_with('<'));
                expect(&engine, rest, &optional, patience).and_then(|()| {
                    if protocol == "gtp" && is_last {
                        expect(&engine, "", &[], patience)
                    } else {
                        Ok(())
                    }
                })
            }
            _ => panic!("{}:{}: what is this?", path.display(), number + 1),
        };
        result.map_err(|why| format!("{}:{}: {line}\n{why}", path.display(), number + 1))?;
    }
    engine.finish().map_err(|why| format!("{}: {why}", path.display()))
}

/// Lets some time pass, and the lines that may come in it.
fn pause(engine: &Engine, optional: &[&str], time: Duration) -> Result<(), String> {
    if optional.is_empty() {
        thread::sleep(time);
        return Ok(());
    }
    let start = Instant::now();
    while let Ok(line) = engine.line(time.saturating_sub(start.elapsed())) {
        let line = line.ok_or("the output has ended")?;
        if !optional.iter().any(|pattern| matches(pattern, &line)) {
            return Err(format!("got '{line}'"));
        }
    }
    Ok(())
}

/// Reads to the line that a pattern stands for, past those that may come.
fn expect(
    engine: &Engine,
    pattern: &str,
    optional: &[&str],
    within: Duration,
) -> Result<(), String> {
    let start = Instant::now();
    loop {
        let left = within.saturating_sub(start.elapsed());
        match engine.line(left)? {
            None => return Err("the output has ended".to_owned()),
            Some(line) if matches(pattern, &line) => return Ok(()),
            Some(line) if optional.iter().any(|pattern| matches(pattern, &line)) => {}
            Some(line) => return Err(format!("got '{line}'")),
        }
    }
}

fn replay_all(extension: &str) {
    let folder = root().join("data/protocols");
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == extension));
    paths.sort();
    assert!(paths.len() > 3, "the transcripts are gone");
    let failures: Vec<_> = paths.iter().filter_map(|path| replay(path).err()).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn gtp_transcripts_are_answered_as_written() {
    replay_all("gtp");
}

#[test]
fn nboard_transcripts_are_answered_as_written() {
    replay_all("nboard");
}

#[test]
fn every_gtp_command_that_is_listed_is_known() {
    let mut engine = Engine::start("gtp", &["--depth", "1"]);
    engine.send(b"list_commands\n");
    let mut commands = Vec::new();
    while let Some(line) = engine.line(PATIENCE).unwrap().filter(|line| !line.is_empty()) {
        commands.push(line.trim_start_matches("= ").to_owned());
    }
    assert!(commands.len() > 20);
    for command in commands.iter().filter(|command| *command != "quit") {
        engine.send(format!("{command}\n").as_bytes());
        let reply = engine.line(PATIENCE).unwrap().unwrap();
        assert_ne!(reply, "? unknown command", "{command}");
        while !engine.line(PATIENCE).unwrap().unwrap().is_empty() {}
        engine.send(format!("known_command {command}\n").as_bytes());
        assert_eq!(engine.line(PATIENCE).unwrap().unwrap(), "= true", "{command}");
        engine.line(PATIENCE).unwrap();
    }
    engine.finish().unwrap();
}

/// A whole game against itself ends with two passes and a score.
#[test]
fn a_game_over_gtp_comes_to_its_end() {
    for rules in ["reversi", "reversed"] {
        let mut engine = Engine::start("gtp", &["--depth", "1", "--rules", rules]);
        let mut ask = |request: &str| {
            engine.send(format!("{request}\n").as_bytes());
            let reply = engine.line(PATIENCE).unwrap().unwrap();
            assert_eq!(engine.line(PATIENCE).unwrap().unwrap(), "", "{request}: {reply}");
            reply
        };
        let (mut passes, mut plies) = (0, 0);
        while passes < 2 {
            let reply = ask(["genmove b", "genmove w"][plies % 2]);
            assert!(reply.starts_with("= "), "{reply}");
            passes = if reply == "= pass" { passes + 1 } else { 0 };
            plies += 1;
            assert!(plies < 130);
        }
        let score = ask("final_score");
        assert!(
            matches("= B+{number}", &score) || matches("= W+{number}", &score) || score == "= 0"
        );
        for _ in 0..plies {
            assert_eq!(ask("undo"), "=");
        }
        assert_eq!(ask("undo"), "? cannot undo");
        assert_eq!(ask("gogui-rules_legal_moves"), "= d3 c4 f5 e6");
        engine.finish().unwrap();
    }
}

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
    while engine.line(PATIENCE).unwrap().expect("it ended early") != answer {}
    engine.input = Some(writer.join().unwrap());
    if protocol == "gtp" {
        assert_eq!(engine.line(PATIENCE).unwrap().unwrap(), "");
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
        while engine.line(PATIENCE).unwrap().unwrap() != answer {}
        if protocol == "gtp" {
            assert_eq!(engine.line(PATIENCE).unwrap().unwrap(), "");
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
            let error = engine.line(PATIENCE).unwrap().unwrap();
            assert_eq!(error, "? syntax error: the line is too long");
            assert_eq!(engine.line(PATIENCE).unwrap().unwrap(), "");
        }
        assert_eq!(engine.line(PATIENCE).unwrap().unwrap(), answer);
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
        // The input stays open: only the output tells that nobody is there.
        let _ = input.write_all(request.as_bytes());
        let answer = thread::spawn(move || child.wait_with_output().unwrap());
        let start = Instant::now();
        while !answer.is_finished() {
            assert!(start.elapsed() < PATIENCE, "{protocol} goes on");
            thread::sleep(Duration::from_millis(5));
        }
        let answer = answer.join().unwrap();
        assert!(answer.status.success());
        assert_eq!(String::from_utf8(answer.stderr).unwrap(), "");
        drop(input);
    }
}

/// What the system says of an engine's memory, in KiB.
#[cfg(target_os = "linux")]
fn memory(engine: &Engine, field: &str) -> i64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", engine.child.id())).unwrap();
    let value = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    value.trim().trim_end_matches(" kB").parse().unwrap()
}
