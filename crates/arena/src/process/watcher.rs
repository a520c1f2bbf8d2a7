//! The thread that starts a process, watches its resources, and ends it.

use std::io::{self, PipeReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, setpriority_process, waitid,
};

use super::held::Held;
use super::memory;
use super::meter::Meter;
use super::output::Event;
use super::process::Launch;
use super::tree::Tree;
use crate::sandbox::Hold;
use crate::{Cores, Fault, FaultKind, Resources};

/// The interval between two looks at the resources of a process.
const GLANCE: Duration = Duration::from_millis(10);
/// The time limit for killed processes to be gone.
const END: Duration = Duration::from_secs(5);
/// The maximum number of processes that are killed one by one.
const MAX_LISTED: usize = 4096;
/// The first process of the sandbox, and the shell that sets limits.
const OWN_TASKS: usize = 2;

/// The ends of a process's pipes.
pub(super) struct Pipes {
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
    pub(super) log: ChildStderr,
    pub(super) held: Arc<Held>,
}

/// The reason why watching a process ends.
#[derive(PartialEq, Eq)]
enum Seen {
    /// It has ended, or has exceeded a limit.
    End,
    /// It is to be killed, without a fault.
    Nothing,
}

/// The watcher of a process.
pub(super) struct Watcher {
    pub(super) resources: Resources,
    pub(super) cores: Cores,
    /// `NAME=value` in the environment of all processes of the program.
    pub(super) marker: String,
    pub(super) meter: Arc<Meter>,
    pub(super) events: Sender<Event>,
    /// A message on this channel, or its end, ends the process.
    pub(super) kill: Receiver<()>,
}

impl Watcher {
    /// Starts the process, and returns when it and all its children have ended.
    ///
    /// The thread that starts a process in a sandbox has to outlive it, because
    /// the system ends the sandbox with the thread.
    pub(super) fn run(self, launch: Launch, started: &Sender<io::Result<Pipes>>) {
        let (mut child, held, pipes) = match self.start(launch) {
            Ok(running) => running,
            Err(error) => {
                let _ = started.send(Err(error));
                return;
            }
        };
        let _ = started.send(Ok(pipes));
        // The system does not limit the processes of root, so this thread needs
        // a high priority to run despite a fork bomb. Other users cannot ask for
        // it, and do not need it: the system limits their processes.
        let _ = setpriority_process(None, -20);
        if self.watch(&child, &held) == Seen::Nothing {
            // A process that exceeds a limit may take all the time of the
            // watcher too, so the limits are checked once more.
            self.report(self.excess(&held, &held.tree(self.most_tasks())));
        }
        let is_out_of_memory = held.sandbox().is_some_and(Hold::is_out_of_memory);
        self.report(is_out_of_memory.then(|| self.out_of_memory()));
        let status = self.end(&mut child, &held);
        let _ = self.events.send(Event::Exit(fault_of(status)));
    }

    /// Starts the process, takes hold of its sandbox, and lets the program begin.
    fn start(&self, launch: Launch) -> io::Result<(Child, Arc<Held>, Pipes)> {
        let Launch { mut command, info } = launch;
        let mut child = command.spawn()?;
        // The command has descriptors that only the child should have.
        drop(command);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut input), Some(output), Some(log)) = pipes else {
            unreachable!("all three are piped");
        };
        let hold = info.map_or(Ok(None), |info| self.hold(info)).inspect_err(|_| {
            let _ = child.kill().and_then(|()| child.wait());
        })?;
        let held = Arc::new(Held::new(child.id(), hold));
        // The program may have failed already.
        let _ = input.write_all(b"start\n");
        let pipes = Pipes { input, output, log, held: held.clone() };
        Ok((child, held, pipes))
    }

    /// Takes hold of the sandbox; `None` if bubblewrap has failed, which its log
    /// explains.
    fn hold(&self, mut info: PipeReader) -> io::Result<Option<Hold>> {
        let mut text = String::new();
        info.read_to_string(&mut text)?;
        let has_sandbox = !text.is_empty();
        has_sandbox.then(|| Hold::take(&text, self.resources, &self.cores)).transpose()
    }

    /// Returns when the process has ended or exceeds a limit.
    fn watch(&self, child: &Child, held: &Held) -> Seen {
        let mut before = Tree::default();
        while let Err(RecvTimeoutError::Timeout) = self.kill.recv_timeout(GLANCE) {
            if has_exited(child) {
                return Seen::End;
            }
            if held.is_frozen() {
                continue;
            }
            let now = held.tree(self.most_tasks());
            held.note(&before, &now);
            let fault = self.excess(held, &now).or_else(|| {
                let detail = "it ran in its opponent's turn";
                (!held.keep_still()).then(|| Fault::new(FaultKind::Timeout, detail))
            });
            if self.report(fault) {
                return Seen::End;
            }
            before = now;
        }
        Seen::Nothing
    }

    /// Reports a fault, if there is one.
    fn report(&self, fault: Option<Fault>) -> bool {
        // The receiver is gone if the process was given up.
        fault.map(|fault| self.events.send(Event::Fault(fault))).is_some()
    }

    const fn most_tasks(&self) -> usize {
        self.resources.processes as usize + OWN_TASKS
    }

    /// The limit that the processes exceed, if any.
    fn excess(&self, held: &Held, tree: &Tree) -> Option<Fault> {
        let Resources { memory_mib, processes, .. } = self.resources;
        if tree.is_more_than(self.most_tasks()) {
            let detail = format!("more than {processes} processes and threads");
            return Some(Fault::new(FaultKind::TooManyProcesses, detail));
        }
        let most = u64::from(memory_mib) << 20;
        let used = memory::used(tree, held.sandbox(), most);
        self.meter.note_memory(used);
        (used > most).then(|| self.out_of_memory())
    }

    fn out_of_memory(&self) -> Fault {
        let detail = format!("more than {} MiB of memory", self.resources.memory_mib);
        Fault::new(FaultKind::OutOfMemory, detail)
    }

    /// Kills the process and all processes of its program, and waits until they
    /// are gone. A fork bomb is killed before it is counted.
    fn end(&self, child: &mut Child, held: &Held) -> io::Result<ExitStatus> {
        if let Some(sandbox) = held.sandbox() {
            sandbox.kill(END);
            // Bubblewrap ends by itself now, and with the status of the program
            // if that has ended before.
            wait_until(END, || has_exited(child));
            let _ = child.kill();
            return child.wait();
        }
        kill_group(child);
        let tree = held.tree(MAX_LISTED);
        tree.signal(Signal::KILL);
        let status = child.wait();
        // Some processes may have left the group and the tree.
        wait_until(END, || {
            let left = Tree::marked(&self.marker);
            left.signal(Signal::KILL);
            left.is_gone() && tree.is_gone()
        });
        status
    }
}

/// Kills the group of a process. Until the process is reaped, no other process
/// can have its number.
fn kill_group(child: &Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Whether the process has ended. It is not reaped yet.
fn has_exited(child: &Child) -> bool {
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
        return true;
    };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

/// Waits until a condition holds, with a time limit.
fn wait_until(most: Duration, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() && start.elapsed() < most {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The fault of a process that ended by itself.
fn fault_of(status: io::Result<ExitStatus>) -> Fault {
    let status = match status {
        Ok(status) => status,
        Err(error) => return Fault::new(FaultKind::Crash, format!("its process ended: {error}")),
    };
    // The exit code of a sandbox has the signal that ended its program.
    let signal =
        status.signal().or_else(|| status.code().filter(|code| *code > 128)?.checked_sub(128));
    match (signal, status.code()) {
        (Some(signal), _) if signal == Signal::XFSZ.as_raw() => {
            Fault::new(FaultKind::TooMuchOutput, "a file larger than allowed")
        }
        (Some(signal), _) => {
            Fault::new(FaultKind::Crash, format!("its process was ended by signal {signal}"))
        }
        (None, code) => {
            let code = code.unwrap_or_default();
            Fault::new(FaultKind::Crash, format!("its process ended with exit code {code}"))
        }
    }
}
