//! How a command fails: one sentence and an exit code.

use std::fmt;
use std::io;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was asked or given is wrong: exit code 2.
    Input(anyhow::Error),
    /// The run itself failed: exit code 1.
    Run(anyhow::Error),
}

impl Failure {
    /// A failure of what was given.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(anyhow::anyhow!("{message}"))
    }

    /// What went wrong, for one who can try again.
    pub(crate) fn sentence(&self) -> String {
        let (Self::Input(error) | Self::Run(error)) = self;
        format!("{error:#}")
    }

    /// Prints the sentence and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let (error, code) = match self {
            Self::Input(error) => (error, 2),
            Self::Run(error) => (error, 1),
        };
        // Whoever reads our output has seen enough, as `head` does.
        let stopped_listening = error
            .chain()
            .filter_map(|cause| cause.downcast_ref::<io::Error>())
            .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
        if stopped_listening {
            return ExitCode::SUCCESS;
        }
        crate::screen::complain(&format!("{error:#}"));
        ExitCode::from(code)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Run(error.into())
    }
}

impl From<clap::Error> for Failure {
    /// The parser explains itself on several lines; the first says it all.
    fn from(error: clap::Error) -> Self {
        let text = error.to_string();
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default().trim_start_matches("error: ");
        // Missing arguments and possible values follow on lines of their own.
        let rest: Vec<_> = lines.take_while(|line| line.starts_with(['<', '-', '['])).collect();
        Self::input(format!("{first} {}", rest.join(" ")).trim_end())
    }
}
