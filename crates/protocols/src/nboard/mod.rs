//! The `NBoard` protocol, versions 1 and 2.
//!
//! Lines that mean nothing are ignored, as the protocol asks for. Commands are
//! carried out in order, but a `ping` ends every search before it as soon as
//! it is read, and such a search says no more.

mod client;
mod hint;
mod request;
mod responder;

use std::io::{self, Write};
use std::time::Duration;

use self::request::Request;
use self::responder::Responder;
use super::input::{self, AtEnd, Effect};
use super::interrupts::Interrupts;
use super::lines::Line;
use crate::ProtocolOptions;

pub use client::{NBoardClient, NBoardMove};

/// The time that a search may continue after the end of input. A closed viewer leaves no
/// engine running, and a short script gets its answers.
const GRACE: Duration = Duration::from_secs(1);

/// Answers until `quit` or the end of input.
pub fn serve(options: &ProtocolOptions) -> io::Result<()> {
    let interrupts = Interrupts::default();
    let lines = input::read(interrupts.clone(), AtEnd::StopAfter(GRACE), effect)?;
    let mut responder = Responder::new(options, interrupts);
    for line in lines {
        if let Line::Text(line) = line
            && let Some(request) = Request::parse(&line)
        {
            responder.carry_out(request)?;
        }
    }
    Ok(())
}

/// The effect of a line at the moment it is read.
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
