//! What a process writes to its standard error.

use std::io;
use std::process::ChildStderr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, read};

use super::output::Bounds;

/// Read by a thread of its own, so that a process never waits for it, and by
/// whoever asks: a process that has answered has logged all that it wrote
/// before. It is as long as a process may write, and no longer.
#[derive(Debug)]
pub(super) struct Log {
    pipe: ChildStderr,
    bounds: Bounds,
    kept: Mutex<Vec<u8>>,
}

/// Whether more may come.
#[derive(PartialEq, Eq)]
enum Pipe {
    Open,
    Ended,
}

impl Log {
    pub(super) fn new(pipe: ChildStderr, bounds: Bounds) -> io::Result<Self> {
        let flags = fcntl_getfl(&pipe)?;
        fcntl_setfl(&pipe, flags | OFlags::NONBLOCK)?;
        Ok(Self { pipe, bounds, kept: Mutex::default() })
    }

    /// Reads until the log ends or is too much.
    pub(super) fn follow(&self) {
        loop {
            let waited = poll(&mut [PollFd::new(&self.pipe, PollFlags::IN)], None);
            let is_broken = waited.is_err_and(|error| error != Errno::INTR);
            if is_broken || self.read(&mut self.kept()) == Pipe::Ended {
                return;
            }
        }
    }

    /// What was written since this was last asked.
    pub(super) fn take(&self) -> String {
        let mut kept = self.kept();
        self.read(&mut kept);
        let bytes = std::mem::take(&mut *kept);
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Reads what is there.
    fn read(&self, kept: &mut Vec<u8>) -> Pipe {
        let mut chunk = [0; 8192];
        loop {
            match read(&self.pipe, &mut chunk) {
                Ok(length) if length > 0 && self.bounds.allow(length) => {
                    self.bounds.meter.note_log(length);
                    kept.extend_from_slice(&chunk[..length]);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Pipe::Open,
                // At its end, too much, or broken.
                Ok(_) | Err(_) => return Pipe::Ended,
            }
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<u8>> {
        // Nothing is left half done by a thread that panics.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
