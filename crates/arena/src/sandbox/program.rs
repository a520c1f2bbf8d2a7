//! A program of others that can be started.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{SandboxError, bubblewrap};
use crate::process::Process;
use crate::{Resources, Sandboxing, Terms};

/// The variable by which what belongs to a program is found again.
const MARKER: &str = "OUTFLANK_AGENT";
/// How many files a program may have open.
const OPEN_FILES: u32 = 256;
/// How much address space a process may take beyond its memory, in MiB: room
/// for libraries, and for what is reserved and never touched.
const ADDRESS_MARGIN_MIB: u64 = 4096;

/// A program of others that can be started.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The program and its arguments.
    pub(crate) words: Vec<OsString>,
    /// The folder in which it runs.
    pub(crate) folder: PathBuf,
    /// Files and folders that it may read, beside those of the system.
    pub(crate) visible: Vec<PathBuf>,
    /// Files and folders in these that it may not.
    pub(crate) hidden: Vec<PathBuf>,
    /// Its environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
}

impl Program {
    /// Starts it.
    pub(crate) fn start(mut self, terms: &Terms) -> Result<Process, SandboxError> {
        static STARTED: AtomicU64 = AtomicU64::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let marker = format!("{}-{number}", std::process::id());
        self.environment.push((MARKER.into(), marker.clone().into()));
        let command = self.command(terms)?;
        Process::start(command, (MARKER, &marker), terms.resources, terms.sandbox).map_err(
            |error| {
                let program = self.words[0].to_string_lossy().into_owned();
                SandboxError::Start { program, reason: error.to_string() }
            },
        )
    }

    /// What starts it: the sandbox, in it a shell that sets limits, and in its
    /// place the program.
    fn command(&self, terms: &Terms) -> Result<Command, SandboxError> {
        let limits = limits(terms.resources, terms.sandbox);
        let shell = ["/bin/sh", "-c", &limits, "sh"];
        let mut command = match terms.sandbox {
            Sandboxing::Required => {
                let mut command = bubblewrap::command(self, terms.resources)?;
                command.args(shell);
                command
            }
            Sandboxing::Off => {
                let mut command = Command::new(shell[0]);
                command.args(&shell[1..]).current_dir(&self.folder);
                command.envs(self.environment.iter().cloned());
                command
            }
        };
        command.args(&self.words);
        Ok(command)
    }
}

/// The script that sets the limits of the system and becomes the program.
fn limits(resources: Resources, sandbox: Sandboxing) -> String {
    let Resources { memory_mib, processes, file_mib, .. } = resources;
    // The watcher is to see it first: who cannot start a process may fail in
    // many ways.
    let processes = processes.saturating_mul(4).saturating_add(64);
    let address_kib = (u64::from(memory_mib) + ADDRESS_MARGIN_MIB) * 1024;
    // Files are counted in blocks of 512 bytes.
    let blocks = u64::from(file_mib) * 2048;
    let set = format!(
        "ulimit -c 0 && ulimit -f {blocks} && ulimit -n {OPEN_FILES} && ulimit -v {address_kib} \
         || exit 125"
    );
    let count = match sandbox {
        // Shells do not agree on the letter; those without it leave the count
        // to us.
        Sandboxing::Required => {
            format!("ulimit -p {processes} 2>/dev/null || ulimit -u {processes} 2>/dev/null")
        }
        // Outside of a sandbox this would count all that the user runs.
        Sandboxing::Off => String::new(),
    };
    format!("{set}\n{count}\nexec \"$@\"")
}
