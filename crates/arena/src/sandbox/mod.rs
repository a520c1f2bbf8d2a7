//! What programs of others are kept in.

mod bubblewrap;
mod program;

pub(crate) use program::Program;

/// Whether programs of others can be kept in a sandbox here.
pub fn has_sandbox() -> bool {
    bubblewrap::working().is_ok()
}

/// Why a program of others cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SandboxError {
    /// There is no sandbox.
    #[error(
        "programs of others run in a sandbox, and bubblewrap is not there: install it ('apt-get \
         install bubblewrap'), or trust them with --no-sandbox"
    )]
    Missing,
    /// The sandbox does not work here.
    #[error(
        "programs of others run in a sandbox, and bubblewrap does not work here ({reason}): let \
         it make user namespaces, or trust the programs with --no-sandbox"
    )]
    Broken {
        /// What it says.
        reason: String,
    },
    /// The program cannot be started.
    #[error("cannot start {}: {reason}", program.escape_debug())]
    Start {
        /// The program.
        program: String,
        /// What the system says.
        reason: String,
    },
}
