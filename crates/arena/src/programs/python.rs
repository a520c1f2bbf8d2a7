//! Agents of the course platform: a Python file with a class `AI`.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use outflank_core::{Color, Game, Move, Position, Square};

use super::deadline::Deadline;
use super::folder::{is_shared, other_agents};
use super::interpreter::Interpreter;
use super::squares::shown;
use crate::process::Process;
use crate::sandbox::Program;
use crate::{Clock, Fault, FaultKind, Platform, Player, PlayerError, Reply, Terms, Usage};

/// What runs in the process beside the agent.
const RUNNER: &str = include_str!("../../python/runner.py");
/// How long an agent may take to stop after the clock struck.
const GRACE: Duration = Duration::from_secs(1);
/// What agents are told when no clock strikes: the time they are written for.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// An answer this close to the limit counts as late where that is allowed:
/// whoever measures after us may find it beyond.
const MARGIN: Duration = Duration::from_millis(2);

/// An agent in a process of its own.
pub(crate) struct PythonPlayer {
    process: Process,
    platform: Platform,
    /// What it is told of the time for a move.
    move_time: Duration,
    /// When it has to be ready.
    start: Deadline,
    /// How long its file took to load, once it is ready.
    load_time: Option<Duration>,
    /// How many times it was asked.
    asked: u64,
}

/// What an agent answered.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// The elements of its list that are squares, the choice last.
    pub(crate) squares: Vec<Square>,
    /// How many elements the list has.
    pub(crate) count: usize,
    /// How many of those that were looked at are no squares.
    pub(crate) strange: usize,
    /// Whether its time was up.
    pub(crate) is_late: bool,
}

impl PythonPlayer {
    /// Starts an agent for one colour; it gets ready by itself.
    pub(crate) fn new(path: &Path, color: Color, terms: &Terms) -> Result<Self, PlayerError> {
        let start = Deadline::after(terms.resources.start_time);
        let process = program(path, terms)?.start(terms)?;
        let mut player = Self {
            process,
            platform: terms.platform,
            move_time: terms.limits.move_time.unwrap_or(USUAL_TIME),
            start,
            load_time: None,
            asked: 0,
        };
        // One that cannot be spoken to is found out when it is asked.
        let _ = player.make(color);
        Ok(player)
    }

    /// Asks for the candidate list of a position.
    pub(crate) fn ask(&mut self, position: Position, clock: Clock) -> Result<Answer, Fault> {
        self.prepare()?;
        let deadline = Deadline::of(clock);
        if deadline.time.is_zero() {
            let fault = Fault::new(FaultKind::Timeout, "no time was left in the game");
            return Err(self.process.give_up(fault));
        }
        self.asked += 1;
        let number = self.asked.to_string();
        let is_soft = self.platform == Platform::Course && clock.now().is_some();
        let (seconds, end) = if is_soft {
            (deadline.time.as_secs_f64().to_string(), deadline.moment() + GRACE)
        } else {
            ("-".to_owned(), deadline.moment())
        };
        let request = format!("go {number} {seconds} {}", digits(position));
        self.process.send(&request, end)?;
        let line = self.line(end, deadline)?;
        let (is_late, rest) = match line.split_once(' ') {
            Some(("list", rest)) => (is_soft && deadline.is_near(MARGIN), rest),
            Some(("late", rest)) if is_soft => (true, rest),
            _ => return Err(self.confused(&line)),
        };
        let answer = rest.strip_prefix(&number).and_then(|rest| read_answer(rest, is_late));
        let answer = answer.ok_or_else(|| self.confused(&line))?;
        if line.starts_with("late") && self.line(end, deadline)? != format!("back {number}") {
            return Err(self.confused(&line));
        }
        Ok(answer)
    }

    /// The next line, by then; faults that the runner tells become faults.
    fn line(&mut self, end: Instant, deadline: Deadline) -> Result<String, Fault> {
        let Some(line) = self.process.receive(end)? else {
            return Err(self.process.give_up(deadline.missed()));
        };
        let Some(fault) = line.strip_prefix("fault ") else {
            return Ok(line);
        };
        let (kind, detail) = fault.split_once(' ').unwrap_or((fault, ""));
        let kind = match kind {
            "start" => FaultKind::Start,
            "crash" => FaultKind::Crash,
            "memory" => FaultKind::OutOfMemory,
            "processes" => FaultKind::TooManyProcesses,
            "output" => FaultKind::TooMuchOutput,
            "illegal" => FaultKind::IllegalMove,
            _ => FaultKind::Protocol,
        };
        Err(self.process.give_up(Fault::new(kind, detail)))
    }

    /// Gives up on an agent that speaks in the runner's place.
    fn confused(&mut self, line: &str) -> Fault {
        let detail = format!("it answered {}", shown(line));
        self.process.give_up(Fault::new(FaultKind::Protocol, detail))
    }

    /// How long its file took to load; `None` until it is ready.
    pub(crate) const fn load_time(&self) -> Option<Duration> {
        self.load_time
    }

    /// Makes a fresh `AI` in the same process.
    pub(crate) fn make_again(&mut self, color: Color) -> Result<(), Fault> {
        self.prepare()?;
        let load_time = self.load_time.take();
        self.make(color)?;
        self.prepare()?;
        self.load_time = load_time;
        Ok(())
    }

    /// Asks for an `AI`, which gets ready by itself.
    fn make(&mut self, color: Color) -> Result<(), Fault> {
        self.start = Deadline::after(self.start.time);
        let color = if color == Color::Black { -1 } else { 1 };
        let time = self.move_time.as_secs_f64();
        self.process.send(&format!("make {color} {time}"), self.start.moment()).map(drop)
    }
}

impl Player for PythonPlayer {
    fn prepare(&mut self) -> Result<(), Fault> {
        if self.load_time.is_some() {
            return Ok(());
        }
        let line =
            self.line(self.start.moment(), self.start).map_err(|fault| match fault.kind {
                // No move was asked for yet.
                FaultKind::Timeout | FaultKind::Crash => {
                    let detail = fault.detail.replacen("no answer", "not ready", 1);
                    Fault::new(FaultKind::Start, detail)
                }
                _ => fault,
            })?;
        let milliseconds = line.strip_prefix("made ").and_then(|time| time.parse::<f64>().ok());
        let time = milliseconds.and_then(|time| Duration::try_from_secs_f64(time / 1e3).ok());
        self.load_time = Some(time.ok_or_else(|| self.confused(&line))?);
        Ok(())
    }

    fn renew(&mut self, color: Color) -> bool {
        self.process.begin_game();
        self.make_again(color).is_ok()
    }

    fn choose(&mut self, game: &Game, clock: Clock) -> Result<Reply, Fault> {
        self.prepare()?;
        // The platform passes by itself.
        if game.must_pass() {
            return Ok(Move::Pass.into());
        }
        let answer = self.ask(game.position(), clock)?;
        let candidates: Vec<_> = answer.squares.into_iter().map(Move::Place).collect();
        let played = candidates.last().copied().unwrap_or(Move::Pass);
        Ok(Reply { played, score: None, is_late: answer.is_late, candidates })
    }

    fn take_log(&mut self) -> String {
        self.process.take_log()
    }

    fn usage(&self) -> Option<Usage> {
        Some(self.process.usage())
    }
}

/// What starts the agent of a file.
fn program(path: &Path, terms: &Terms) -> Result<Program, PlayerError> {
    let wrong = |reason: String| PlayerError::Agent { path: path.to_owned(), reason };
    let file = path.canonicalize().map_err(|error| wrong(error.to_string()))?;
    if !file.is_file() {
        return Err(wrong("it is not a file".to_owned()));
    }
    let interpreter = Interpreter::find(terms.python.as_deref())?;
    let folder = file.parent().map(PathBuf::from).unwrap_or_default();
    let mut visible = interpreter.parts.clone();
    let hidden = if is_shared(&folder) {
        visible.push(file.clone());
        Vec::new()
    } else {
        visible.push(folder.clone());
        other_agents(&folder, &file)
    };
    let mut environment: Vec<_> = [
        ("PYTHONUNBUFFERED", "1"),
        ("PYTHONDONTWRITEBYTECODE", "1"),
        ("PYTHONHASHSEED", "0"),
        ("OPENBLAS_NUM_THREADS", "1"),
        ("OMP_NUM_THREADS", "1"),
        ("MKL_NUM_THREADS", "1"),
    ]
    .map(|(name, value)| (name.into(), value.into()))
    .into();
    if let Ok(packages) = std::env::join_paths(&interpreter.user_packages) {
        environment.push(("PYTHONPATH".into(), packages));
    }
    let words = vec![interpreter.program.clone().into(), "-c".into(), RUNNER.into(), file.into()];
    Ok(Program { words, folder, visible, hidden, environment })
}

/// A board as the runner reads it: 0 black, 1 empty, 2 white.
fn digits(position: Position) -> String {
    let digit = |square: &Square| match position.color_at(*square) {
        Some(Color::Black) => '0',
        None => '1',
        Some(Color::White) => '2',
    };
    Square::ALL.iter().map(digit).collect()
}

/// Reads ` COUNT SQUARE SQUARE ...`.
fn read_answer(text: &str, is_late: bool) -> Option<Answer> {
    let mut words = text.strip_prefix(' ')?.split_whitespace();
    let count = words.next()?.parse().ok()?;
    let mut answer = Answer { count, is_late, ..Answer::default() };
    let mut ends_well = count == 0;
    for word in words {
        let square = word.parse().ok().and_then(Square::new);
        ends_well = square.is_some();
        answer.squares.extend(square);
        answer.strange += usize::from(square.is_none());
    }
    ends_well.then_some(answer)
}

#[cfg(test)]
mod tests {
    use super::{Position, digits, read_answer};

    #[test]
    fn lists_are_read_and_nothing_else_is() {
        let answer = read_answer(" 3 19 x 26", false).unwrap();
        let squares: Vec<_> = answer.squares.iter().map(ToString::to_string).collect();
        assert_eq!((squares.join(" ").as_str(), answer.count, answer.strange), ("d3 c4", 3, 1));
        assert!(read_answer(" 0 ", true).unwrap().squares.is_empty());
        for wrong in ["", " ", "2 1 1", " 2", " 1 64", " 1 -1", " 2 5 x", " x 5", " 1 5.0"] {
            assert!(read_answer(wrong, false).is_none(), "{wrong:?}");
        }
    }

    #[test]
    fn black_is_the_smallest_digit() {
        let text = digits(Position::START);
        assert_eq!((text.len(), &text[27..29], &text[35..37]), (64, "20", "02"));
    }
}
