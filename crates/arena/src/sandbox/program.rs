//! An external program that can be started.

use std::ffi::OsString;
#[cfg(unix)]
use std::os::fd::OwnedFd;
#[cfg(not(unix))]
use std::os::raw::c_int as OwnedFd;
use std::path::PathBuf;
use std::sync::Arc;

use super::SandboxError;
use crate::Terms;
use crate::process::Process;

/// The number of the descriptor that a program shares with the arena.
pub(crate) const SHARED_DESCRIPTOR: i32 = 9;

/// An external program that can be started.
#[derive(Clone, Debug, Default)]
#[cfg_attr(not(unix), expect(dead_code, reason = "no program is started on this system"))]
pub(crate) struct Program {
    /// The program and its arguments.
    pub(crate) words: Vec<OsString>,
    /// Its working directory.
    pub(crate) folder: PathBuf,
    /// Files and folders that it may read, in addition to those of the system.
    pub(crate) visible: Vec<PathBuf>,
    /// Files and folders inside these that it may not read.
    pub(crate) hidden: Vec<PathBuf>,
    /// Its environment.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// The descriptor that it shares with the arena, if any.
    pub(crate) shared: Option<Arc<OwnedFd>>,
}

impl Program {
    /// Checks that programs can be started at all.
    pub(crate) fn check(terms: &Terms) -> Result<(), SandboxError> {
        #[cfg(target_os = "linux")]
        if terms.sandbox == crate::Sandboxing::Required {
            super::bubblewrap::working()?;
        }
        let _ = terms;
        Ok(())
    }

    /// Starts the program.
    #[cfg(unix)]
    pub(crate) fn start(self, terms: &Terms) -> Result<Process, SandboxError> {
        super::start::start(self, terms)
    }

    /// Refuses to start the program.
    #[cfg(not(unix))]
    #[expect(clippy::unused_self, reason = "the signature is that of Unix")]
    pub(crate) fn start(self, _: &Terms) -> Result<Process, SandboxError> {
        Err(SandboxError::Unsupported)
    }
}
