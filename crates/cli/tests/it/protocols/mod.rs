//! Conversations with the real program, replayed from `data/protocols`.
//!
//! In a transcript, `> line` is sent and `< line` must come next. `{move}`, `{line}`,
//! `{number}` and `{any}` stand for varying text. `~ line` may come any number of times
//! before the next answer. `$` gives flags. `+` pauses for some milliseconds, in which
//! `~` lines may come. `|` sets the time limit in milliseconds of the next answers. `-`
//! demands silence for some milliseconds. A GTP reply is a block of `<` lines; the empty
//! line at its end is implied. At the end of the transcript the input is closed, no more
//! lines may come, and the exit code is 0.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod any_input;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The timeout on a loaded machine for steps that are not measured.
const TIMEOUT: Duration = Duration::from_mins(1);

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

    /// Closes the input: the program must end with exit code 0.
    fn finish(mut self) -> Result<(), String> {
        self.input = None;
        if let Some(line) = self.line(TIMEOUT)? {
            return Err(format!("'{line}' comes after the last answer"));
        }
        let start = Instant::now();
        while start.elapsed() < TIMEOUT {
            if let Some(status) = self.child.try_wait().unwrap() {
                return if status.success() { Ok(()) } else { Err(status.to_string()) };
            }
            thread::sleep(Duration::from_millis(5));
        }
        Err("it does not end".to_owned())
    }
}

/// True if a line matches a pattern.
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
    let mut timeout = TIMEOUT;
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
                timeout = TIMEOUT;
                Ok(())
            }
            "+" => pause(&engine, &optional, time()),
            "|" => {
                timeout = time();
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
                expect(&engine, rest, &optional, timeout).and_then(|()| {
                    if protocol == "gtp" && is_last {
                        expect(&engine, "", &[], timeout)
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

/// Reads to the line that matches the pattern and skips optional lines.
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
    while let Some(line) = engine.line(TIMEOUT).unwrap().filter(|line| !line.is_empty()) {
        commands.push(line.trim_start_matches("= ").to_owned());
    }
    assert!(commands.len() > 20);
    for command in commands.iter().filter(|command| *command != "quit") {
        engine.send(format!("{command}\n").as_bytes());
        let reply = engine.line(TIMEOUT).unwrap().unwrap();
        assert_ne!(reply, "? unknown command", "{command}");
        while !engine.line(TIMEOUT).unwrap().unwrap().is_empty() {}
        engine.send(format!("known_command {command}\n").as_bytes());
        assert_eq!(engine.line(TIMEOUT).unwrap().unwrap(), "= true", "{command}");
        engine.line(TIMEOUT).unwrap();
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
            let reply = engine.line(TIMEOUT).unwrap().unwrap();
            assert_eq!(engine.line(TIMEOUT).unwrap().unwrap(), "", "{request}: {reply}");
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
