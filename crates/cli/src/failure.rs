//! The failure of a command: one sentence and an exit code.

use std::fmt;
use std::io;

use outflank_arena::StoreError;
use outflank_server::ServerError;

/// The reason why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or input: exit code 2.
    Input(anyhow::Error),
    /// The run itself failed: exit code 1.
    Run(anyhow::Error),
}

impl Failure {
    /// A failure caused by bad usage or input.
    pub(crate) fn input(message: impl fmt::Display) -> Self {
        Self::Input(anyhow::anyhow!("{message}"))
    }

    /// The sentence, for a person who can try again.
    pub(crate) fn sentence(&self) -> String {
        let (Self::Input(error) | Self::Run(error)) = self;
        format!("{error:#}")
    }

    /// Prints the sentence and gives the exit code.
    pub(crate) fn report(self) -> u8 {
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
            return 0;
        }
        crate::screen::complain(&format!("{error:#}"));
        code
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
        let is_rest = |line: &&str| line.starts_with(['<', '-', '[']);
        let rest: Vec<_> = lines.clone().take_while(is_rest).collect();
        let sentence = format!("{first} {}", rest.join(" "));
        // A name that is nearly right comes with a suggestion.
        let tip = lines.find_map(|line| line.strip_prefix("tip: "));
        Self::input(match tip {
            Some(tip) => format!("{}: {tip}", sentence.trim_end()),
            None => sentence.trim_end().to_owned(),
        })
    }
}

impl From<ServerError> for Failure {
    fn from(error: ServerError) -> Self {
        if error.is_input() { Self::Input(error.into()) } else { Self::Run(error.into()) }
    }
}

/// A failure of a store: of the input if the file is not a store, else of the run.
pub(crate) fn store_failure(error: StoreError) -> Failure {
    match error {
        StoreError::Open { .. } | StoreError::Newer { .. } | StoreError::Date { .. } => {
            Failure::input(error)
        }
        _ => Failure::Run(error.into()),
    }
}
