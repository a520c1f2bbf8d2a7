//! The hold on a sandbox, on systems that have none.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use crate::{Cores, Resources};

/// The arena's hold on a sandbox. On this system there is none.
#[derive(Debug)]
pub(crate) enum Hold {}

impl Hold {
    pub(crate) fn take(_: &str, _: Resources, _: &Cores) -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(crate) const fn first(&self) -> u32 {
        match *self {}
    }

    pub(crate) const fn freeze(&self) -> bool {
        match *self {}
    }

    pub(crate) const fn thaw(&self) {
        match *self {}
    }

    pub(crate) const fn processor_time(&self) -> Option<Duration> {
        match *self {}
    }

    pub(crate) const fn is_out_of_memory(&self) -> bool {
        match *self {}
    }

    pub(crate) fn folder(&self, _: &str) -> PathBuf {
        match *self {}
    }

    pub(crate) const fn kill(&self, _: Duration) {
        match *self {}
    }
}
