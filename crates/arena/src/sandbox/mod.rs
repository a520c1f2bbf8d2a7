//! The sandbox of external programs.

#[cfg(target_os = "linux")]
mod bubblewrap;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(target_os = "linux")]
mod hold;
#[cfg(all(unix, not(target_os = "linux")))]
mod no_hold;
mod program;
#[cfg(target_os = "linux")]
mod seccomp;
#[cfg(unix)]
mod start;

#[cfg(target_os = "linux")]
pub(crate) use hold::Hold;
#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) use no_hold::Hold;
pub(crate) use program::{Program, SHARED_DESCRIPTOR};

/// Whether a path is part of the system, which every program may read.
pub(crate) fn is_system(path: &std::path::Path) -> bool {
    #[cfg(target_os = "linux")]
    {
        bubblewrap::is_system(path)
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = path;
        false
    }
}

/// Whether external programs can run in a sandbox on this machine.
pub fn has_sandbox() -> bool {
    #[cfg(target_os = "linux")]
    {
        bubblewrap::working().is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    {
        false
    }
}

/// The reason why an external program cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// There is no sandbox.
    #[error(
        "external programs run in a sandbox, and bubblewrap is not installed: install it \
         ('apt-get install bubblewrap'), or trust them with --no-sandbox"
    )]
    Missing,
    /// The sandbox does not work here.
    #[error(
        "external programs run in a sandbox, and bubblewrap does not work here ({reason}): allow \
         it to create user namespaces, or trust the programs with --no-sandbox"
    )]
    Broken {
        /// The message of bubblewrap.
        reason: String,
    },
    /// The sandbox could not be set up for a program. No player is to blame.
    #[error("the sandbox failed: {reason}")]
    Failed {
        /// The message of bubblewrap or of the system.
        reason: String,
    },
    /// The program cannot be started.
    #[error("cannot start {}: {reason}", program.escape_debug())]
    Start {
        /// The program.
        program: String,
        /// The message of the system.
        reason: String,
    },
    /// The system has neither the sandbox nor the limits that the arena needs.
    #[error("external programs can play on Linux and other Unix systems only")]
    Unsupported,
}
