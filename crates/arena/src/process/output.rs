//! What comes out of a process, in lines and within bounds.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::Sender;

use super::meter::Meter;
use crate::{Fault, FaultKind};

/// What happens to a process, told to whoever speaks with it.
#[derive(Debug)]
pub(super) enum Event {
    /// It wrote a line.
    Line(String),
    /// It closed its output.
    End,
    /// It ended; what the system says of that.
    Exit(Fault),
    /// It took what it may not, and is being killed.
    Fault(Fault),
}

/// How far a process may go on writing, and who is told.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub(super) meter: Arc<Meter>,
    pub(super) most_kib: u32,
    pub(super) events: Sender<Event>,
    /// Whoever hears on the other side kills the process.
    pub(super) kill: Sender<()>,
}

impl Bounds {
    /// Counts what was read; `false` if it is too much, which ends the process.
    pub(super) fn allow(&self, bytes: usize) -> bool {
        if self.meter.write(bytes) <= u64::from(self.most_kib) * 1024 {
            return true;
        }
        let detail = format!("more than {} KiB of output", self.most_kib);
        // Nobody listens to a process that is already given up.
        let _ = self.events.send(Event::Fault(Fault::new(FaultKind::TooMuchOutput, detail)));
        let _ = self.kill.send(());
        false
    }
}

/// Reads lines until the output ends or is too much.
pub(super) fn read_lines(mut output: impl Read, bounds: &Bounds) {
    let mut chunk = [0; 8192];
    let mut line = Vec::new();
    while let Some(bytes) = next(&mut output, &mut chunk) {
        if !bounds.allow(bytes.len()) {
            return;
        }
        for byte in bytes {
            if *byte == b'\n' {
                let text = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
                if bounds.events.send(Event::Line(text)).is_err() {
                    return;
                }
                line.clear();
            } else {
                line.push(*byte);
            }
        }
    }
    let _ = bounds.events.send(Event::End);
}

/// What can be read now; `None` at the end. An output that fails has ended.
fn next<'c>(output: &mut impl Read, chunk: &'c mut [u8]) -> Option<&'c [u8]> {
    loop {
        match output.read(chunk) {
            Ok(0) => return None,
            Ok(length) => return Some(&chunk[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}
