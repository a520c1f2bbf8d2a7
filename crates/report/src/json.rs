//! JSON lines.

use std::io;

use serde::Serialize;

/// Prints one JSON object on one line.
pub fn print_json(out: &mut impl io::Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)?;
    out.flush()
}
