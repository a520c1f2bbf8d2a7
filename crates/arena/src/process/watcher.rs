//! The thread that starts a process, watches what it takes, and ends it.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, kill_process_group, setpriority_process, waitid,
};

use super::meter::Meter;
use super::output::Event;
use super::tree::Tree;
use crate::{Fault, FaultKind, Resources, Sandboxing};

/// How often it is looked at what a process takes.
const GLANCE: Duration = Duration::from_millis(10);
/// How long is waited for killed processes to be gone.
const END: Duration = Duration::from_secs(5);
/// How many processes without a sandbox are killed one by one.
const MOST_LISTED: usize = 4096;
/// What the sandbox and the shell that sets limits need for themselves.
const OWN_TASKS: usize = 3;

/// The ends of a process's pipes.
pub(super) struct Pipes {
    pub(super) input: ChildStdin,
    pub(super) output: ChildStdout,
    pub(super) log: ChildStderr,
}

/// Why a process is no longer watched.
#[derive(PartialEq, Eq)]
enum Seen {
    /// It has ended, or has to for what it took.
    End,
    /// It is to be killed, and nothing was seen.
    Nothing,
}

/// What a process is watched for.
pub(super) struct Watcher {
    pub(super) resources: Resources,
    pub(super) sandbox: Sandboxing,
    /// `NAME=value` in the environment of all that belongs to the process.
    pub(super) marker: String,
    pub(super) meter: Arc<Meter>,
    pub(super) events: Sender<Event>,
    /// Anything that comes in, or the end of it, ends the process.
    pub(super) kill: Receiver<()>,
}

impl Watcher {
    /// Starts the process, and comes back when it has ended with all that it
    /// had started.
    ///
    /// The thread that starts a process in a sandbox has to outlive it: the
    /// system ends the sandbox with the thread.
    pub(super) fn run(self, mut command: Command, started: &Sender<io::Result<Pipes>>) {
        let mut child = match command.spawn() {
            Ok(child) => child,
            Err(error) => {
                let _ = started.send(Err(error));
                return;
            }
        };
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(log)) = pipes else {
            unreachable!("all three are piped");
        };
        let _ = started.send(Ok(Pipes { input, output, log }));
        // The system does not count the processes of root: ours has to be the
        // first to run among all that a bomb has started. Others may not ask for
        // it, and need not: for them the system counts.
        let _ = setpriority_process(None, -20);
        if self.watch(&child) == Seen::Nothing {
            // Whoever takes too much may well take all the time of the watcher
            // too: what it is killed for is seen at the last.
            if let Some(fault) = self.excess(child.id()) {
                let _ = self.events.send(Event::Fault(fault));
            }
        }
        let status = self.end(&mut child);
        let _ = self.events.send(Event::Exit(fault_of(status)));
    }

    /// Comes back when the process has ended or has to.
    fn watch(&self, child: &Child) -> Seen {
        while let Err(RecvTimeoutError::Timeout) = self.kill.recv_timeout(GLANCE) {
            if has_exited(child) {
                return Seen::End;
            }
            if let Some(fault) = self.excess(child.id()) {
                let _ = self.events.send(Event::Fault(fault));
                return Seen::End;
            }
        }
        Seen::Nothing
    }

    /// What the process takes that it may not.
    fn excess(&self, root: u32) -> Option<Fault> {
        let Resources { memory_mib, processes, .. } = self.resources;
        let most_tasks = processes as usize + OWN_TASKS;
        let tree = Tree::of(root, most_tasks);
        if tree.is_more_than(most_tasks) {
            let detail = format!("more than {processes} processes and threads");
            return Some(Fault::new(FaultKind::TooManyProcesses, detail));
        }
        let most = u64::from(memory_mib) << 20;
        let mut memory = tree.resident();
        if memory > most {
            memory = tree.proportional();
        }
        self.meter.note_memory(memory);
        (memory > most).then(|| {
            let detail = format!("more than {memory_mib} MiB of memory");
            Fault::new(FaultKind::OutOfMemory, detail)
        })
    }

    /// Kills the process and all that belongs to it, and waits until they are
    /// gone. What multiplies is not counted before it is killed.
    fn end(&self, child: &mut Child) -> io::Result<ExitStatus> {
        if self.sandbox == Sandboxing::Required {
            // The first process in a sandbox takes all others with it, however
            // many, and only then does the sandbox itself end.
            Tree::children_of(child.id()).kill();
            wait_until(END, || has_exited(child));
            kill_group(child);
            let _ = child.kill();
            return child.wait();
        }
        kill_group(child);
        let tree = Tree::of(child.id(), MOST_LISTED);
        tree.kill();
        let status = child.wait();
        // Some may have left the group and the tree.
        wait_until(END, || {
            let left = Tree::marked(&self.marker);
            left.kill();
            left.is_gone() && tree.is_gone()
        });
        status
    }
}

/// Kills the group of a process. While the process is not reaped nobody else
/// can have its number.
fn kill_group(child: &Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Whether the process has ended; it stays to be reaped.
fn has_exited(child: &Child) -> bool {
    let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) else {
        return true;
    };
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(pid), options), Ok(None))
}

/// Waits until something is so, but not for ever.
fn wait_until(most: Duration, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() && start.elapsed() < most {
        thread::sleep(Duration::from_millis(1));
    }
}

/// What a process did wrong that ended by itself.
fn fault_of(status: io::Result<ExitStatus>) -> Fault {
    let status = match status {
        Ok(status) => status,
        Err(error) => return Fault::new(FaultKind::Crash, format!("its process ended: {error}")),
    };
    // A sandbox tells the signal that ended what was in it by its exit code.
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
