//! Lines of bytes from an untrusted program.

use std::io::{self, BufRead};

/// The longest line that is kept; a GGF game has a few kilobytes.
const LONGEST: usize = 64 * 1024;

/// One line of input.
pub(super) enum Line {
    /// The text without its end; bytes that are no UTF-8 are replaced.
    Text(String),
    /// More than [`LONGEST`] bytes, which were thrown away.
    TooLong,
}

/// Reads the next line; `None` at the end of input.
///
/// At most [`LONGEST`] bytes of input are held.
pub(super) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    let mut is_at_end = true;
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        is_at_end = false;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        is_too_long |= line.len() + part.len() > LONGEST;
        if is_too_long {
            line = Vec::new();
        } else {
            line.extend_from_slice(part);
        }
        let used = end.map_or(chunk.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (is_at_end, is_too_long) {
        (true, _) => None,
        (_, true) => Some(Line::TooLong),
        _ => Some(Line::Text(String::from_utf8_lossy(&line).into_owned())),
    })
}
