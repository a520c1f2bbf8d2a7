//! Agents of the course platform: a Python file with a class `AI`.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use outflank_core::{Color, Game, Move, Position};
use outflank_protocols::shown;

use super::agent_files::AgentFiles;
use super::answer::{Answer, digits, read_answer, shown_list};
use super::deadline::Deadline;
use super::external::ExternalPlayer;
use super::list_page::{ListPage, Strike};
#[cfg(target_os = "linux")]
use super::numba_cache::NumbaCache;
use super::prepared::Prepared;
#[cfg(target_os = "linux")]
use super::prepared::with_cache;
use crate::process::Process;
use crate::sandbox::{Program, SandboxError};
use crate::{Fault, FaultKind, Platform, PlayerError, Reply, Terms, TimeLeft};

/// The time limit that agents get if there is none, as on the course platform.
const USUAL_TIME: Duration = Duration::from_secs(5);
/// An answer this close to the limit counts as late on the course platform,
/// because the referee measures a little more.
const MARGIN: Duration = Duration::from_millis(2);
/// The time limit for the log to tell where an agent was when it lost on time.
const WHERE_TIME: Duration = Duration::from_millis(100);
/// The time limit for an interrupted `go` to end before the opponent moves.
const INTERRUPTION_TIME: Duration = Duration::from_millis(100);
/// The time limit for an interrupted `go` to end before another test case.
pub(crate) const SETTLE_TIME: Duration = Duration::from_secs(1);

/// A way to wait for a line: with the allowance for a busy machine, or without.
type Receive = fn(&mut Process, Instant) -> Result<Option<String>, Fault>;

/// An agent in a process of its own.
pub(crate) struct PythonPlayer {
    process: Process,
    /// The candidate list, at every moment.
    page: ListPage,
    files: AgentFiles,
    platform: Platform,
    /// The time limit of a move that it gets.
    move_time: Duration,
    /// The deadline to get ready.
    start: Deadline,
    /// The loading time of its file, once it is ready.
    load_time: Option<Duration>,
    /// The number of requests.
    asked: u64,
    /// The last request whose time limit was exceeded; 0 if there is none.
    struck: u64,
    /// Whether the `go` of that request has not ended.
    is_unfinished: bool,
    #[cfg(target_os = "linux")]
    cache: Option<NumbaCache>,
}

impl PythonPlayer {
    /// Starts an agent of a colour. It gets ready in the background.
    pub(crate) fn new(path: &Path, color: Color, terms: &Terms) -> Result<Self, PlayerError> {
        let start = Deadline::after(terms.resources.start_time);
        let cannot = |error: std::io::Error| SandboxError::Failed { reason: error.to_string() };
        let page = ListPage::new().map_err(cannot)?;
        let Prepared { files, mut program, version } = Prepared::new(path, terms)?;
        #[cfg(target_os = "linux")]
        let cache = with_cache(&mut program, &version, terms);
        let _ = version;
        program.shared = Some(Arc::new(page.descriptor().map_err(cannot)?));
        let mut player = Self {
            process: program.start(terms)?,
            page,
            files,
            platform: terms.platform,
            move_time: terms.limits.move_time.unwrap_or(USUAL_TIME),
            start,
            load_time: None,
            asked: 0,
            struck: 0,
            is_unfinished: false,
            #[cfg(target_os = "linux")]
            cache,
        };
        // A failure is reported by the first request.
        let _ = player.make(color);
        Ok(player)
    }

    /// Checks that an agent can be started.
    pub(crate) fn check(path: &Path, terms: &Terms) -> Result<(), PlayerError> {
        Prepared::new(path, terms)?;
        Ok(Program::check(terms)?)
    }

    /// Asks for the candidate list of a position.
    pub(crate) fn ask(&mut self, position: Position, clock: TimeLeft) -> Result<Answer, Fault> {
        self.prepare()?;
        let deadline = Deadline::of(clock);
        if deadline.time.is_zero() {
            let fault = Fault::new(FaultKind::Timeout, "no time was left in the game");
            return Err(self.process.give_up(fault));
        }
        self.asked += 1;
        let number = self.asked;
        let limit = clock.now().map(|limit| limit.as_secs_f64().to_string());
        let seconds = limit.as_deref().unwrap_or("-");
        let is_soft = self.platform == Platform::Course && limit.is_some();
        let kind = if is_soft { "soft" } else { "hard" };
        let request = format!("go {number} {kind} {seconds} {}", digits(position));
        self.process.send(&request, deadline.moment())?;
        let end = deadline.moment();
        // The course platform takes the list at the time limit. Without a move the
        // agent would lose, so then it gets the time that the machine did not give.
        let mut line = if is_soft { self.line(end, Process::receive_until) } else { Ok(None) };
        if matches!(line, Ok(None)) && !(is_soft && self.has_listed()) {
            line = self.line(end, Process::receive);
        }
        let line = line.map_err(|fault| self.in_move(&fault, deadline))?;
        let Some(line) = line else {
            return self.time_is_up(position, deadline, is_soft);
        };
        let is_late = is_soft && deadline.is_near(MARGIN);
        let rest =
            line.strip_prefix("list ").and_then(|rest| rest.strip_prefix(&number.to_string()));
        let answer = rest.and_then(|rest| read_answer(rest, is_late));
        let answer = answer.ok_or_else(|| self.confused(&line))?;
        // The script interrupted it before it had a move.
        if is_late && answer.squares.is_empty() && !position.legal_moves().is_empty() {
            let state = shown_list(answer.count, &answer.squares);
            return Err(self.process.give_up(deadline.missed_with(&state)));
        }
        Ok(answer)
    }

    /// Whether its list has a move now.
    fn has_listed(&self) -> bool {
        let list = self.page.list(self.asked);
        matches!(list.as_ref().map(Answer::at_the_limit), Some(Ok(answer)) if answer.count > 0)
    }

    /// At the time limit: the list as it is now. On the course platform its last
    /// element is played. What the agent does from now on changes nothing.
    fn time_is_up(
        &mut self,
        position: Position,
        deadline: Deadline,
        is_soft: bool,
    ) -> Result<Answer, Fault> {
        let list = self.page.list(self.asked);
        let fault = match list.as_ref().map(Answer::at_the_limit) {
            Some(Ok(answer))
                if is_soft && (position.legal_moves().is_empty() || !answer.squares.is_empty()) =>
            {
                self.page.strike(self.asked, Strike::Soft);
                (self.struck, self.is_unfinished) = (self.asked, true);
                // The rest of an interruption that takes longer is on the clock of
                // its next move.
                self.settle(INTERRUPTION_TIME);
                return Ok(answer);
            }
            Some(Err(fault)) if is_soft => fault,
            _ => {
                let state = match &list {
                    None if self.is_unfinished => "its move before had not ended".to_owned(),
                    None => "it had not begun".to_owned(),
                    Some(list) => list.state(),
                };
                deadline.missed_with(&state)
            }
        };
        self.page.strike(self.asked, Strike::Fatal);
        let (end, told) = (Instant::now() + WHERE_TIME, format!("where {}", self.asked));
        while let Ok(Some(line)) = self.process.receive_until(end) {
            if line == told {
                break;
            }
        }
        self.keep_cache();
        Err(self.process.give_up(fault))
    }

    /// A fault with the time that the move took and the list at its end.
    fn in_move(&self, fault: &Fault, deadline: Deadline) -> Fault {
        if fault.kind == FaultKind::Timeout {
            // It ran out of turn, and this move has just begun.
            return fault.clone();
        }
        let list = self.page.list(self.asked).map(|list| format!(", {}", list.state()));
        let (time, list) = (deadline.used(), list.unwrap_or_default());
        Fault::new(fault.kind, format!("{} after {time:.1?}{list}", fault.detail))
    }

    /// Waits for the end of a `go` that was interrupted; `false` if it does not
    /// end in this time.
    pub(crate) fn settle(&mut self, most: Duration) -> bool {
        let end = Instant::now() + most;
        while self.is_unfinished {
            match self.process.receive_until(end) {
                Ok(Some(line)) if self.is_of_the_past(&line) => {}
                _ => return false,
            }
        }
        true
    }

    /// Whether a line answers a request whose time limit was exceeded.
    fn is_of_the_past(&mut self, line: &str) -> bool {
        let mut words = line.split(' ');
        let is_answer = matches!(words.next(), Some("back" | "list"));
        let number: Option<u64> = words.next().and_then(|number| number.parse().ok());
        let is_past = is_answer && number.is_some_and(|number| number <= self.struck);
        if is_past && number == Some(self.struck) {
            self.is_unfinished = false;
        }
        is_past
    }

    /// Keeps the files that Numba has written, for the next process.
    fn keep_cache(&self) {
        #[cfg(target_os = "linux")]
        if let Some((cache, root)) = self.cache.as_ref().zip(self.process.root()) {
            // Without the files the next process compiles again.
            let _ = cache.keep(&root);
        }
    }

    /// The next line before the deadline. Faults that the script reports become
    /// faults.
    fn line(&mut self, end: Instant, receive: Receive) -> Result<Option<String>, Fault> {
        let line = loop {
            match receive(&mut self.process, end)? {
                Some(line) if self.is_of_the_past(&line) => {}
                Some(line) => break line,
                None => return Ok(None),
            }
        };
        let Some(fault) = line.strip_prefix("fault ") else {
            return Ok(Some(line));
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
        let hint = self.files.hint(detail).map_or_else(String::new, |hint| format!("; {hint}"));
        Err(self.process.give_up(Fault::new(kind, format!("{detail}{hint}"))))
    }

    /// Gives up an agent that writes in place of the script.
    fn confused(&mut self, line: &str) -> Fault {
        let detail = format!("it answered {}", shown(line));
        self.process.give_up(Fault::new(FaultKind::Protocol, detail))
    }

    /// The loading time of its file; `None` until it is ready.
    pub(crate) const fn load_time(&self) -> Option<Duration> {
        self.load_time
    }

    /// Creates a new `AI` in the same process.
    pub(crate) fn make_again(&mut self, color: Color) -> Result<(), Fault> {
        self.prepare()?;
        let load_time = self.load_time.take();
        self.make(color)?;
        self.prepare()?;
        self.load_time = load_time;
        Ok(())
    }

    /// Requests a new `AI`, which gets ready in the background.
    fn make(&mut self, color: Color) -> Result<(), Fault> {
        self.start = Deadline::after(self.start.time);
        let color = if color == Color::Black { -1 } else { 1 };
        let time = self.move_time.as_secs_f64();
        self.process.send(&format!("make {color} {time}"), self.start.moment()).map(drop)
    }
}

impl ExternalPlayer for PythonPlayer {
    fn process(&self) -> &Process {
        &self.process
    }

    fn process_mut(&mut self) -> &mut Process {
        &mut self.process
    }

    fn prepare(&mut self) -> Result<(), Fault> {
        if self.load_time.is_some() {
            return Ok(());
        }
        let line =
            self.line(self.start.moment(), Process::receive).map_err(|fault| match fault.kind {
                // No move was asked for yet.
                FaultKind::Crash => Fault::new(FaultKind::Start, fault.detail),
                _ => fault,
            })?;
        let Some(line) = line else {
            let detail = format!("not ready within {:.1?}", self.start.time);
            let fault = self.process.give_up(Fault::new(FaultKind::Timeout, detail));
            return Err(match fault.kind {
                FaultKind::Timeout => Fault::new(FaultKind::Start, fault.detail),
                _ => fault,
            });
        };
        let milliseconds = line.strip_prefix("made ").and_then(|time| time.parse::<f64>().ok());
        let time = milliseconds.and_then(|time| Duration::try_from_secs_f64(time / 1e3).ok());
        self.load_time = Some(time.ok_or_else(|| self.confused(&line))?);
        self.keep_cache();
        Ok(())
    }

    fn renew(&mut self, color: Color) -> bool {
        self.process.begin_game();
        !self.is_unfinished && self.make_again(color).is_ok()
    }

    fn choose(&mut self, game: &Game, clock: TimeLeft) -> Result<Reply, Fault> {
        self.prepare()?;
        // The platform passes by itself.
        if game.must_pass() {
            return Ok(Move::Pass.into());
        }
        let start = Instant::now();
        let answer = self.ask(game.position(), clock)?;
        if answer.squares.is_empty() {
            let (color, time) = (game.position().to_move(), start.elapsed());
            let detail = format!("{color} cannot pass: its list was empty after {time:.1?}");
            return Err(self.process.give_up(Fault::new(FaultKind::IllegalMove, detail)));
        }
        let candidates: Vec<_> = answer.squares.into_iter().map(Move::Place).collect();
        let played = candidates.last().copied().unwrap_or(Move::Pass);
        Ok(Reply { played, score: None, is_late: answer.is_late, candidates })
    }
}

impl Drop for PythonPlayer {
    fn drop(&mut self) {
        self.keep_cache();
    }
}
