//! Lines on standard error, for the person who runs the server.

use std::io::Write as _;

/// Prints a line. An error is ignored: there is nowhere to report it.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints an error.
pub(crate) fn complain(sentence: &str) {
    tell(&format!("outflank: {sentence}"));
}
