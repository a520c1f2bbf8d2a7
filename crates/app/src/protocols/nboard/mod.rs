//! The `NBoard` protocol, versions 1 and 2.
//!
//! Lines that mean nothing are ignored, as the protocol asks for. Commands are
//! carried out in order, but a `ping` ends every search before it as soon as
//! it is read, and such a search says no more.

mod hint;
mod request;
mod session;

use std::io::{self, Write};
use std::time::Duration;

use self::request::Request;
use self::session::Session;
use super::input::{self, AtEnd, Effect};
use super::interrupts::Interrupts;
use super::lines::Line;
use crate::cli::Protocol;

/// How long a search goes on when the input has ended. A viewer that was
/// closed leaves no engine behind, and a short script gets its answers.
const GRACE: Duration = Duration::from_secs(1);

/// Answers until `quit` or the end of input.
pub(crate) fn serve(options: &Protocol) -> io::Result<()> {
    let interrupts = Interrupts::default();
    let lines = input::read(interrupts.clone(), AtEnd::StopAfter(GRACE), effect)?;
    let mut session = Session::new(options, interrupts);
    for line in lines {
        if let Line::Text(line) = line
            && let Some(request) = Request::parse(&line)
        {
            session.carry_out(request)?;
        }
    }
    Ok(())
}

/// What a line does when it is read.
fn effect(line: &str) -> Effect {
    match Request::parse(line) {
        Some(Request::Ping(_)) => Effect::Interrupts,
        Some(Request::Quit) => Effect::Ends,
        _ => Effect::Waits,
    }
}

/// Writes one line, to be read at once.
fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}
