//! External programs on systems that cannot run them.

use std::time::{Duration, Instant};

use crate::{Fault, Usage};

/// An external program. On this system there is none, because
/// [`Program::start`](crate::sandbox::Program::start) refuses to start it.
#[derive(Debug)]
pub(crate) enum Process {}

impl Process {
    pub(crate) fn send(&mut self, _: &str, _: Instant) -> Result<bool, Fault> {
        match *self {}
    }

    pub(crate) fn receive(&mut self, _: Instant) -> Result<Option<String>, Fault> {
        match *self {}
    }

    pub(crate) fn receive_until(&mut self, _: Instant) -> Result<Option<String>, Fault> {
        match *self {}
    }

    pub(crate) fn give_up(&mut self, _: Fault) -> Fault {
        match *self {}
    }

    pub(crate) fn take_log(&mut self) -> String {
        match *self {}
    }

    pub(crate) fn begin_game(&mut self) {
        match *self {}
    }

    pub(crate) fn root(&self) -> Option<std::path::PathBuf> {
        match *self {}
    }

    pub(crate) fn end_turn(&mut self) -> Duration {
        match *self {}
    }

    pub(crate) fn usage(&self) -> Usage {
        match *self {}
    }
}
