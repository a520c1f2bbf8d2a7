//! The start of an external program: the sandbox and the limits of the system.

use std::io;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use command_fds::{CommandFdExt, FdMapping};

use super::program::SHARED_DESCRIPTOR;
use super::{Program, SandboxError};
use crate::process::{Launch, Process};
use crate::untrusted::clean_line;
use crate::{Fault, FaultKind, Resources, Sandboxing, Terms};

/// The environment variable that marks the processes of a program.
const MARKER: &str = "OUTFLANK_AGENT";
/// The maximum number of open files.
const MAX_OPEN_FILES: u32 = 256;
/// The address space of a process beyond its memory limit, in MiB. Libraries and
/// memory that is reserved but never used need it.
const ADDRESS_MARGIN_MIB: u64 = 4096;

/// The line that the shell writes just before it becomes the program. Whatever
/// ends before it is a failure of the arena, not of the program.
const STARTED: &str = "outflank: started";
/// The number of attempts to set up a sandbox: the system may be short of
/// processes for a moment.
const ATTEMPTS: usize = 3;

/// Starts a program. It runs when this returns.
pub(super) fn start(mut program: Program, terms: &Terms) -> Result<Process, SandboxError> {
    static STARTED_PROGRAMS: AtomicU64 = AtomicU64::new(0);
    let number = STARTED_PROGRAMS.fetch_add(1, Ordering::Relaxed);
    let marker = format!("{}-{number}", std::process::id());
    program.environment.push((MARKER.into(), marker.clone().into()));
    let mut reason = String::new();
    for _ in 0..ATTEMPTS {
        let launch = launch(&program, terms)?;
        let process = Process::start(launch, (MARKER, &marker), terms);
        let mut process = process.map_err(|error| {
            let program = program.words[0].to_string_lossy().into_owned();
            SandboxError::Start { program, reason: error.to_string() }
        })?;
        let end = Instant::now() + terms.resources.start_time;
        let ended = match process.receive(end) {
            Ok(Some(line)) if line == STARTED => return Ok(process),
            // The program has begun and exceeds a limit, before its line is read.
            Err(fault) if fault.kind != FaultKind::Crash => return Ok(process),
            Err(fault) => fault.detail,
            Ok(_) => "it does not start".to_owned(),
        };
        drop(process.give_up(Fault::new(FaultKind::Start, "")));
        let log = process.take_log();
        let line = log.lines().find(|line| !line.trim().is_empty()).unwrap_or(&ended);
        reason = clean_line(line.trim_start_matches("bwrap: "));
    }
    Err(SandboxError::Failed { reason })
}

/// The sandbox, and in it a shell that sets limits and then becomes the program.
fn launch(program: &Program, terms: &Terms) -> Result<Launch, SandboxError> {
    let script = script(terms.resources, terms.sandbox);
    let shell = ["/bin/sh", "-c", &script, "sh"];
    let mut launch = match terms.sandbox {
        Sandboxing::Required => sandboxed(program, &shell, terms.resources)?,
        Sandboxing::Off => {
            let mut command = Command::new(shell[0]);
            command.args(&shell[1..]).current_dir(&program.folder);
            command.envs(program.environment.iter().cloned());
            pass_shared(&mut command, program)
                .map_err(|error| SandboxError::Failed { reason: error.to_string() })?;
            Launch { command, info: None }
        }
    };
    launch.command.args(&program.words);
    Ok(launch)
}

/// Passes the descriptor that a program shares with the arena.
fn pass_shared(command: &mut Command, program: &Program) -> io::Result<()> {
    let Some(shared) = &program.shared else { return Ok(()) };
    let mapping = FdMapping { parent_fd: shared.try_clone()?, child_fd: SHARED_DESCRIPTOR };
    command.fd_mappings(vec![mapping]).map(drop).map_err(io::Error::other)
}

#[cfg(target_os = "linux")]
fn sandboxed(
    program: &Program,
    shell: &[&str],
    resources: Resources,
) -> Result<Launch, SandboxError> {
    let (mut command, info) = super::bubblewrap::command(program, resources)?;
    command.args(shell);
    Ok(Launch { command, info: Some(info) })
}

#[cfg(not(target_os = "linux"))]
fn sandboxed(_: &Program, _: &[&str], _: Resources) -> Result<Launch, SandboxError> {
    Err(SandboxError::Missing)
}

/// A shell script that sets the limits of the system and becomes the program.
///
/// It waits for a line of the arena, which by then holds the sandbox. Without the
/// line the arena has ended, and nothing is to be started.
fn script(resources: Resources, sandbox: Sandboxing) -> String {
    let Resources { memory_mib, processes, file_mib, .. } = resources;
    // The watcher should notice too many processes first, because a program
    // that cannot start a process may fail in many ways.
    let processes = processes.saturating_mul(4).saturating_add(64);
    let address_kib = (u64::from(memory_mib) + ADDRESS_MARGIN_MIB) * 1024;
    // Files are counted in blocks of 512 bytes.
    let blocks = u64::from(file_mib) * 2048;
    let set = format!(
        "read -r start || exit 125
ulimit -c 0 && ulimit -f {blocks} && ulimit -n {MAX_OPEN_FILES} && ulimit -v {address_kib} \
         || exit 125"
    );
    let count = match sandbox {
        // The letter differs between shells. Without it only the watcher
        // counts processes.
        Sandboxing::Required => {
            format!("ulimit -p {processes} 2>/dev/null || ulimit -u {processes} 2>/dev/null")
        }
        // Outside of a sandbox the limit would count all processes of the user.
        Sandboxing::Off => String::new(),
    };
    format!("{set}\n{count}\necho '{STARTED}'\nexec \"$@\"")
}
