//! The output of a process, in lines and with a size limit.

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use super::meter::Meter;
use super::tree::waited_so_far;
use crate::{Fault, FaultKind};

/// An event of a process.
#[derive(Debug)]
pub(super) enum Event {
    /// It wrote a line, which this thread read at a moment.
    Line(String, Arrival),
    /// It closed its output.
    End,
    /// It ended, with the status of the system.
    Exit(Fault),
    /// It exceeded a limit and is being killed.
    Fault(Fault),
}

/// The arrival of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    /// The moment at which it was read.
    read: Instant,
    /// The time for which the reading thread waited for a core before.
    waited: Duration,
}

impl Arrival {
    /// The time that the arena took to pass the line on, up to now.
    pub(super) fn delay(self) -> Duration {
        self.waited + self.read.elapsed()
    }
}

/// The size limit of the output, and the channels for events.
#[derive(Clone, Debug)]
pub(super) struct Bounds {
    pub(super) meter: Arc<Meter>,
    pub(super) most_kib: u32,
    pub(super) events: Sender<Event>,
    /// A message on this channel kills the process.
    pub(super) kill: Sender<()>,
}

impl Bounds {
    /// Counts bytes; `false` if the limit is exceeded, which ends the process.
    pub(super) fn allow(&self, bytes: usize) -> bool {
        if self.meter.write(bytes) <= u64::from(self.most_kib) * 1024 {
            return true;
        }
        let detail = format!("more than {} KiB of output", self.most_kib);
        // The receiver is gone if the process was given up.
        let _ = self.events.send(Event::Fault(Fault::new(FaultKind::TooMuchOutput, detail)));
        let _ = self.kill.send(());
        false
    }
}

/// Reads lines until the output ends or exceeds its limit.
pub(super) fn read_lines(mut output: impl Read, bounds: &Bounds) {
    let mut chunk = [0; 8192];
    let mut line = Vec::new();
    let mut waited = waited_so_far();
    while let Some(bytes) = next(&mut output, &mut chunk) {
        if !bounds.allow(bytes.len()) {
            return;
        }
        let before = std::mem::replace(&mut waited, waited_so_far());
        let arrival = Arrival { read: Instant::now(), waited: waited.saturating_sub(before) };
        for byte in bytes {
            if *byte == b'\n' {
                let text = String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned();
                if bounds.events.send(Event::Line(text, arrival)).is_err() {
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

/// The next bytes; `None` at the end. A failure counts as the end.
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
