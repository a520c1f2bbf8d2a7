//! The log of a process: its standard error.

use std::io;
use std::process::ChildStderr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use rustix::io::{Errno, read};

use super::output::Bounds;
use crate::Platform;
use crate::untrusted::clean_log;

/// The maximum number of parts that are read at once.
const MAX_CHUNKS: usize = 64;

/// The log of a process. A thread reads it, so that the process never waits. It
/// is also read on demand, so that after an answer it contains all that was
/// written before. Its size is limited: what exceeds the limit ends the process,
/// or is dropped on the course platform.
#[derive(Debug)]
pub(super) struct Log {
    pipe: ChildStderr,
    bounds: Bounds,
    platform: Platform,
    kept: Mutex<Vec<u8>>,
}

/// The state of the log.
#[derive(PartialEq, Eq)]
enum Pipe {
    Open,
    Ended,
}

impl Log {
    pub(super) fn new(pipe: ChildStderr, bounds: Bounds, platform: Platform) -> io::Result<Self> {
        let flags = fcntl_getfl(&pipe)?;
        fcntl_setfl(&pipe, flags | OFlags::NONBLOCK)?;
        Ok(Self { pipe, bounds, platform, kept: Mutex::default() })
    }

    /// Reads until the log ends or exceeds its limit.
    pub(super) fn follow(&self) {
        loop {
            let waited = poll(&mut [PollFd::new(&self.pipe, PollFlags::IN)], None);
            let is_broken = waited.is_err_and(|error| error != Errno::INTR);
            if is_broken || self.read(&mut self.kept()) == Pipe::Ended {
                return;
            }
        }
    }

    /// The text written since the last call, safe to show.
    pub(super) fn take(&self) -> String {
        let mut kept = self.kept();
        self.read(&mut kept);
        let bytes = std::mem::take(&mut *kept);
        let mut text = clean_log(&String::from_utf8_lossy(&bytes));
        let (printed, most) = (self.bounds.meter.logged(), u64::from(self.bounds.most_kib));
        if printed > most * 1024 && !bytes.is_empty() {
            let kib = printed.div_ceil(1024);
            let note = format!("\n[only the first {most} KiB of {kib} KiB were kept]\n");
            text.push_str(&note);
        }
        text
    }

    /// Reads the available text, but not for ever: a process may write as fast as
    /// it is read.
    fn read(&self, kept: &mut Vec<u8>) -> Pipe {
        let mut chunk = [0; 8192];
        for _ in 0..MAX_CHUNKS {
            match read(&self.pipe, &mut chunk) {
                Ok(length) if length > 0 && self.keep(&chunk[..length], kept) => {}
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Pipe::Open,
                // The log has ended, exceeds its limit, or failed.
                Ok(_) | Err(_) => return Pipe::Ended,
            }
        }
        Pipe::Open
    }

    /// Keeps a part of the log; `false` if the limit is exceeded, which ends the
    /// process. The course platform let agents print as much as they liked, so
    /// there the rest is dropped.
    fn keep(&self, part: &[u8], kept: &mut Vec<u8>) -> bool {
        let before = self.bounds.meter.logged();
        self.bounds.meter.note_log(part.len());
        if self.platform == Platform::Course {
            let room = (u64::from(self.bounds.most_kib) * 1024).saturating_sub(before);
            let length = part.len().min(usize::try_from(room).unwrap_or(usize::MAX));
            kept.extend_from_slice(&part[..length]);
            return true;
        }
        let is_allowed = self.bounds.allow(part.len());
        if is_allowed {
            kept.extend_from_slice(part);
        }
        is_allowed
    }

    fn kept(&self) -> MutexGuard<'_, Vec<u8>> {
        // A thread that panics leaves consistent data.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
