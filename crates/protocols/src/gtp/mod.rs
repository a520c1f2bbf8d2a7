//! GTP 2, the Go Text Protocol, for Othello: `a1` is the top left square.
//!
//! Commands are answered in order. A command that arrives during a search waits for its
//! end, so a script may write `genmove b` and `quit` at once and gets the whole answer.
//! The only exception is the extension `stop`: it ends the running search, whose answer
//! is the best move so far.

mod client;
mod request;
mod responder;
mod ruler;
mod table;
mod time;

use std::io::{self, Write};

use self::request::Request;
use self::responder::Responder;
use super::input::{self, AtEnd, Effect};
use super::interrupts::Interrupts;
use super::lines::Line;
use crate::ProtocolOptions;

pub use client::{GtpClient, TimeBudget};

/// The text of an answer, or of an error.
type Reply = Result<String, String>;

/// Answers until `quit` or the end of input.
pub fn serve(options: &ProtocolOptions) -> io::Result<()> {
    let interrupts = Interrupts::default();
    let lines = input::read(interrupts.clone(), AtEnd::GoOn, effect)?;
    let mut responder = Responder::new(options, interrupts);
    for line in lines {
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong => {
                write_reply("", &Err("syntax error: the line is too long".to_owned()))?;
                continue;
            }
        };
        if let Some(request) = Request::parse(&line) {
            let reply = responder.answer(&request)?;
            write_reply(&request.id, &reply)?;
        }
    }
    Ok(())
}

/// The effect of a line at the moment it is read.
fn effect(line: &str) -> Effect {
    match Request::parse(line).as_ref().map(|request| request.command.as_str()) {
        Some("stop") => Effect::Interrupts,
        Some("quit") => Effect::Ends,
        _ => Effect::Waits,
    }
}

/// `=12 f5` or `?12 unknown command`, and the empty line that ends a reply.
fn write_reply(id: &str, reply: &Reply) -> io::Result<()> {
    let (sign, text) = match reply {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    // A board begins on its own line; anything else follows a space.
    let gap = if text.is_empty() || text.starts_with('\n') { "" } else { " " };
    let mut out = io::stdout().lock();
    write!(out, "{sign}{id}{gap}{text}\n\n")?;
    out.flush()
}
