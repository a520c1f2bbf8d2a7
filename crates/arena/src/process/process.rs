//! An external program that the arena exchanges lines with.

use std::io::{self, PipeReader, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::held::Held;
use super::log::Log;
use super::meter::Meter;
use super::output::{Bounds, Event, read_lines};
use super::schedule::Sample;
use super::watcher::Watcher;
use crate::{Fault, FaultKind, Pondering, Terms, TimeLeft, Usage};

/// The time limit for a process to end after it closed its output.
const LAST_BREATH: Duration = Duration::from_millis(300);
/// The time limit for the threads that read from a process that has ended.
const KILL_TIMEOUT: Duration = Duration::from_secs(1);

/// The time after a deadline in which a line that is already written is still
/// read. The arena itself may be late on a busy machine; whether the program was
/// is found from the delay.
const LINGER: Duration = Duration::from_millis(100);
/// The interval between two looks for such a line.
const GLANCE: Duration = Duration::from_millis(2);

/// A program that can be started.
#[derive(Debug)]
pub(crate) struct Launch {
    pub(crate) command: Command,
    /// The description of its sandbox, which is written when it exists.
    pub(crate) info: Option<PipeReader>,
}

/// A turn of a program.
#[derive(Debug)]
struct Turn {
    begin: Instant,
    /// The time that the arena took to pass on the first line.
    sending: Option<Duration>,
    /// The time that the arena took to pass on the last answer.
    receiving: Duration,
}

impl Turn {
    fn new() -> Self {
        Self { begin: Instant::now(), sending: None, receiving: Duration::ZERO }
    }
}

/// An external program that the arena exchanges lines with.
///
/// A program runs from the first line that it gets in its turn to the end of the
/// turn. Before its first turn it gets ready, which is a turn too.
///
/// Dropping this value kills the process and all its children, and waits until
/// they are gone.
#[derive(Debug)]
pub(crate) struct Process {
    input: ChildStdin,
    /// The output, which another thread reads.
    output: OwnedFd,
    events: Receiver<Event>,
    log: Arc<Log>,
    meter: Arc<Meter>,
    kill: Sender<()>,
    held: Arc<Held>,
    pondering: Pondering,
    /// Its turn; `None` if it is not its turn.
    turn: Option<Turn>,
    /// Its times at the begin of the turn.
    before: Sample,
    watching: Option<JoinHandle<()>>,
    reading: Vec<JoinHandle<()>>,
    /// The end of the process, while earlier lines are still unread.
    exit: Option<Fault>,
    /// The fault for which the process was given up.
    fault: Option<Fault>,
}

impl Process {
    /// Starts a program. `marker` is an environment variable that identifies its
    /// processes.
    pub(crate) fn start(
        mut launch: Launch,
        marker: (&str, &str),
        terms: &Terms,
    ) -> io::Result<Self> {
        let command = &mut launch.command;
        command.env(marker.0, marker.1).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (event_sender, events) = mpsc::channel();
        let (kill, killed) = mpsc::channel();
        let (started, pipes) = mpsc::channel();
        let meter = Arc::new(Meter::default());
        let bounds = Bounds {
            meter: meter.clone(),
            most_kib: terms.resources.output_kib,
            events: event_sender.clone(),
            kill: kill.clone(),
        };
        let watcher = Watcher {
            resources: terms.resources,
            cores: terms.cores.clone(),
            marker: format!("{}={}", marker.0, marker.1),
            meter: meter.clone(),
            events: event_sender,
            kill: killed,
        };
        let name = |what: &str| thread::Builder::new().name(format!("agent {what}"));
        let watching = name("watcher").spawn(move || watcher.run(launch, &started))?;
        let pipes = pipes.recv().map_err(|_| io::ErrorKind::Other)??;
        let flags = fcntl_getfl(&pipes.input)?;
        fcntl_setfl(&pipes.input, flags | OFlags::NONBLOCK)?;
        let output = pipes.output;
        let same_output = output.as_fd().try_clone_to_owned()?;
        let log = Arc::new(Log::new(pipes.log, bounds.clone(), terms.platform)?);
        let its_log = log.clone();
        let reading = vec![
            name("output").spawn(move || read_lines(output, &bounds))?,
            name("log").spawn(move || its_log.follow())?,
        ];
        Ok(Self {
            input: pipes.input,
            output: same_output,
            events,
            log,
            meter,
            kill,
            held: pipes.held,
            pondering: terms.pondering,
            turn: Some(Turn::new()),
            before: Sample::default(),
            watching: Some(watching),
            reading,
            exit: None,
            fault: None,
        })
    }

    /// Ends its turn: it does not run until it gets the next line, unless it may
    /// ponder. Returns the time of the turn that the machine did not give it.
    pub(crate) fn end_turn(&mut self) -> Duration {
        let now = match self.pondering {
            Pondering::Off => self.held.rest(),
            Pondering::Allowed => self.held.sample(),
        };
        let delay = now.delay_since(&self.before);
        self.before = now;
        self.turn.take().map_or(Duration::ZERO, |turn| {
            delay + turn.sending.unwrap_or_default() + turn.receiving
        })
    }

    /// Begins its turn, unless it has begun.
    fn begin_turn(&mut self) {
        if self.turn.is_none() {
            if self.pondering == Pondering::Allowed {
                self.before = self.held.sample();
            }
            self.turn = Some(Turn::new());
            self.held.wake();
        }
    }

    /// A deadline, later by the time that the machine did not give to the program
    /// in this turn, up to `allowance` times the length of the turn.
    fn extended(&self, deadline: Instant, allowance: u32) -> Instant {
        if allowance == 0 {
            return deadline;
        }
        let delay = self.held.sample().delay_since(&self.before);
        let limit = self.turn.as_ref().map(|turn| deadline.duration_since(turn.begin));
        deadline + delay.min(limit.unwrap_or_default() * allowance)
    }

    /// Whether it has written something that the arena has not read yet.
    fn has_written(&self) -> bool {
        let mut looked = [PollFd::new(&self.output, PollFlags::IN)];
        let is_known = poll(&mut looked, Some(&Timespec::default())).is_ok();
        is_known && looked[0].revents().contains(PollFlags::IN)
    }

    /// Sends a line; `false` if the process has not read it by the deadline.
    pub(crate) fn send(&mut self, line: &str, deadline: Instant) -> Result<bool, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        self.begin_turn();
        let mut is_read = true;
        let text = format!("{line}\n");
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match self.input.write(rest) {
                Ok(length) => rest = &rest[length..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    is_read = false;
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Ok(false);
                    }
                    let timeout = left.min(Duration::from_hours(1)).try_into().ok();
                    let _ = poll(&mut [PollFd::new(&self.input, PollFlags::OUT)], timeout.as_ref());
                }
                // Lines that it wrote before it ended can still be received.
                Err(_) => return Ok(true),
            }
        }
        // A program that does not read its lines makes the arena wait.
        if let Some(turn) = self.turn.as_mut().filter(|_| is_read) {
            turn.sending.get_or_insert(turn.begin.elapsed());
        }
        Ok(true)
    }

    /// The next line; `None` if there is none by the deadline. The time that the
    /// machine does not give to the program does not count, up to the allowance.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        self.next_line(deadline, TimeLeft::ALLOWANCE)
    }

    /// The next line; `None` if there is none by this moment.
    pub(crate) fn receive_until(&mut self, moment: Instant) -> Result<Option<String>, Fault> {
        self.next_line(moment, 0)
    }

    fn next_line(&mut self, deadline: Instant, allowance: u32) -> Result<Option<String>, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let told = deadline;
        let mut deadline = deadline;
        let mut is_ending = false;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let fault = match self.events.recv_timeout(left) {
                Ok(Event::Line(line, arrival)) => {
                    if let Some(turn) = &mut self.turn {
                        turn.receiving = arrival.delay();
                    }
                    return Ok(Some(line));
                }
                Ok(Event::Fault(fault)) => fault,
                // The end of the process and the end of its output come in any
                // order. After one of them, wait for the other.
                Ok(event) => {
                    let is_exit = matches!(event, Event::Exit(_));
                    let is_told = self.exit.is_some();
                    if let Event::Exit(fault) = event {
                        self.exit = Some(fault);
                    }
                    if !is_ending && (is_exit || !is_told) {
                        is_ending = true;
                        deadline = Instant::now() + LAST_BREATH;
                        continue;
                    }
                    self.ended()
                }
                Err(RecvTimeoutError::Timeout) if !is_ending => {
                    let (extended, now) = (self.extended(told, allowance), Instant::now());
                    let is_on_its_way = now < extended + LINGER && self.has_written();
                    if now >= extended && !is_on_its_way {
                        return Ok(None);
                    }
                    deadline = extended.max(now + GLANCE);
                    continue;
                }
                Err(_) => self.ended(),
            };
            return Err(self.give_up(fault));
        }
    }

    /// The end of the process, as far as it is known.
    fn ended(&mut self) -> Fault {
        let closed = || Fault::new(FaultKind::Crash, "it closed its output");
        self.exit.take().unwrap_or_else(closed)
    }

    /// Kills the process for a fault, which is the answer to every later call.
    pub(crate) fn give_up(&mut self, fault: Fault) -> Fault {
        self.end();
        let mut seen = self.events.try_iter().filter_map(|event| match event {
            Event::Fault(fault) => Some(fault),
            _ => None,
        });
        // A process that did not answer may have exceeded a limit.
        let worse = seen.next().filter(|_| fault.kind == FaultKind::Timeout);
        self.fault.get_or_insert(worse.unwrap_or(fault)).clone()
    }

    /// The text written to its log since the last call.
    pub(crate) fn take_log(&mut self) -> String {
        self.log.take()
    }

    /// Resets the log and the count of its output for the next game.
    pub(crate) fn begin_game(&mut self) {
        drop(self.log.take());
        self.meter.begin_game();
    }

    /// The root of its sandbox, seen from outside; `None` without a sandbox.
    pub(crate) fn root(&self) -> Option<PathBuf> {
        self.held.sandbox().map(|hold| hold.folder("/"))
    }

    /// The resources used so far.
    pub(crate) fn usage(&self) -> Usage {
        Usage { memory: self.meter.most_memory(), logged: self.meter.logged() }
    }

    /// Kills it with all its children, and waits until they are gone.
    fn end(&mut self) {
        let _ = self.kill.send(());
        if let Some(watching) = self.watching.take() {
            let _ = watching.join();
        }
        let start = Instant::now();
        for thread in self.reading.drain(..) {
            // Without a sandbox, a detached process may hold a pipe open for
            // ever. Its reader is abandoned.
            while !thread.is_finished() && start.elapsed() < KILL_TIMEOUT {
                thread::sleep(Duration::from_millis(1));
            }
            if thread.is_finished() {
                let _ = thread.join();
            }
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}
