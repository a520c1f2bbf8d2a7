//! A program of others that is spoken to by lines.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};

use super::log::Log;
use super::meter::Meter;
use super::output::{Bounds, Event, read_lines};
use super::watcher::Watcher;
use crate::{Fault, FaultKind, Resources, Sandboxing, Usage};

/// How long a process may take to end after it closed its output.
const LAST_BREATH: Duration = Duration::from_millis(300);
/// How long is waited for the threads that read from a process that is gone.
const PATIENCE: Duration = Duration::from_secs(1);

/// A program of others that is spoken to by lines.
///
/// It dies with this value, and with it all that it has started: when it is
/// dropped nothing of it is left.
#[derive(Debug)]
pub(crate) struct Process {
    input: ChildStdin,
    events: Receiver<Event>,
    log: Arc<Log>,
    meter: Arc<Meter>,
    kill: Sender<()>,
    watching: Option<JoinHandle<()>>,
    reading: Vec<JoinHandle<()>>,
    /// How its process ended, while lines from before are still on their way.
    exit: Option<Fault>,
    /// Why nothing more will come of it.
    fault: Option<Fault>,
}

impl Process {
    /// Starts a command. `marker` is the variable by which what belongs to it
    /// is found again.
    pub(crate) fn start(
        mut command: Command,
        marker: (&str, &str),
        resources: Resources,
        sandbox: Sandboxing,
    ) -> io::Result<Self> {
        command.env(marker.0, marker.1).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (event_sender, events) = mpsc::channel();
        let (kill, killed) = mpsc::channel();
        let (started, pipes) = mpsc::channel();
        let meter = Arc::new(Meter::default());
        let bounds = Bounds {
            meter: meter.clone(),
            most_kib: resources.output_kib,
            events: event_sender.clone(),
            kill: kill.clone(),
        };
        let watcher = Watcher {
            resources,
            sandbox,
            marker: format!("{}={}", marker.0, marker.1),
            meter: meter.clone(),
            events: event_sender,
            kill: killed,
        };
        let name = |what: &str| thread::Builder::new().name(format!("agent {what}"));
        let watching = name("watcher").spawn(move || watcher.run(command, &started))?;
        let pipes = pipes.recv().map_err(|_| io::ErrorKind::Other)??;
        let flags = fcntl_getfl(&pipes.input)?;
        fcntl_setfl(&pipes.input, flags | OFlags::NONBLOCK)?;
        let output = pipes.output;
        let log = Arc::new(Log::new(pipes.log, bounds.clone())?);
        let its_log = log.clone();
        let reading = vec![
            name("output").spawn(move || read_lines(output, &bounds))?,
            name("log").spawn(move || its_log.follow())?,
        ];
        let (input, watching) = (pipes.input, Some(watching));
        Ok(Self { input, events, log, meter, kill, watching, reading, exit: None, fault: None })
    }

    /// Sends a line; `false` if the process has not read it by then.
    pub(crate) fn send(&mut self, line: &str, deadline: Instant) -> Result<bool, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let text = format!("{line}\n");
        let mut rest = text.as_bytes();
        while !rest.is_empty() {
            match self.input.write(rest) {
                Ok(length) => rest = &rest[length..],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return Ok(false);
                    }
                    let timeout = left.min(Duration::from_hours(1)).try_into().ok();
                    let _ = poll(&mut [PollFd::new(&self.input, PollFlags::OUT)], timeout.as_ref());
                }
                // What it had to say before it went is still to be heard.
                Err(_) => return Ok(true),
            }
        }
        Ok(true)
    }

    /// The next line; `None` if there is none by then.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let mut deadline = deadline;
        let mut is_ending = false;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let fault = match self.events.recv_timeout(left) {
                Ok(Event::Line(line)) => return Ok(Some(line)),
                Ok(Event::Fault(fault)) => fault,
                // The end of the process and the end of its output come in any
                // order; the one is waited for after the other.
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
                Err(RecvTimeoutError::Timeout) if !is_ending => return Ok(None),
                Err(_) => self.ended(),
            };
            return Err(self.give_up(fault));
        }
    }

    /// How it ended, as far as that is known.
    fn ended(&mut self) -> Fault {
        let closed = || Fault::new(FaultKind::Crash, "it closed its output");
        self.exit.take().unwrap_or_else(closed)
    }

    /// Kills the process for a fault; every later word is answered with it.
    pub(crate) fn give_up(&mut self, fault: Fault) -> Fault {
        self.end();
        let mut seen = self.events.try_iter().filter_map(|event| match event {
            Event::Fault(fault) => Some(fault),
            _ => None,
        });
        // One that did not answer may have been busy with what is worse.
        let worse = seen.next().filter(|_| fault.kind == FaultKind::Timeout);
        self.fault.get_or_insert(worse.unwrap_or(fault)).clone()
    }

    /// What it has written to its log since this was last asked.
    pub(crate) fn take_log(&mut self) -> String {
        self.log.take()
    }

    /// Forgets what it wrote before: it may write as much again in its next
    /// game.
    pub(crate) fn begin_game(&mut self) {
        drop(self.log.take());
        self.meter.begin_game();
    }

    /// What it has taken so far.
    pub(crate) fn usage(&self) -> Usage {
        Usage { memory: self.meter.most_memory(), logged: self.meter.logged() }
    }

    /// Kills it with all that it has started, and waits until they are gone.
    fn end(&mut self) {
        let _ = self.kill.send(());
        if let Some(watching) = self.watching.take() {
            let _ = watching.join();
        }
        let start = Instant::now();
        for thread in self.reading.drain(..) {
            // Something that left everything behind, without a sandbox, may
            // hold a pipe open for ever: its reader is left to itself.
            while !thread.is_finished() && start.elapsed() < PATIENCE {
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
