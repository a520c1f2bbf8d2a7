//! Runs the command as a user does.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// The output and the exit code of a command.
pub(crate) struct Answer {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

/// The command: the one that was built with the tests, or that which `OUTFLANK` names, such as a
/// release build, for tests that measure.
pub(crate) fn program() -> PathBuf {
    let built = || assert_cmd::cargo::cargo_bin("outflank");
    std::env::var_os("OUTFLANK").map_or_else(built, PathBuf::from)
}

/// Runs `outflank` with something on its standard input.
pub(crate) fn outflank_with(input: &str, arguments: &[&str]) -> Answer {
    let output = Command::new(program())
        .args(arguments)
        .envs(prepared_python())
        .write_stdin(input)
        .output()
        .unwrap();
    Answer::of(output)
}

/// Runs `outflank`.
pub(crate) fn outflank(arguments: &[&str]) -> Answer {
    outflank_with("", arguments)
}

/// The setting that chooses the Python that `make setup` has prepared, if no other is chosen.
pub(crate) fn prepared_python() -> Option<(&'static str, PathBuf)> {
    const NAME: &str = "OUTFLANK_PYTHON";
    let prepared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/python/bin/python3");
    (std::env::var_os(NAME).is_none() && prepared.exists()).then_some((NAME, prepared))
}

impl Answer {
    /// The answer of a command that has ended.
    pub(crate) fn of(output: Output) -> Self {
        Self {
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code(),
        }
    }

    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.code, Some(0), "{}", self.err);
        self
    }

    /// Asserts the one sentence on standard error and exit code 2.
    #[track_caller]
    pub(crate) fn refused(self, sentence: &str) {
        assert_eq!(self.err.trim_end(), format!("outflank: {sentence}"));
        assert_eq!(self.err.lines().count(), 1);
        assert_eq!(self.code, Some(2));
        assert_eq!(self.out, "");
    }

    pub(crate) fn json_lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
