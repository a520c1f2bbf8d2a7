//! Lines on standard error.

use std::io::Write as _;

/// A line on standard error. Write errors are ignored.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Prints an error as a line on standard error.
pub(crate) fn complain(sentence: &str) {
    tell(&format!("outflank: {sentence}"));
}
