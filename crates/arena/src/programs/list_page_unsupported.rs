//! The shared page on systems that cannot run agents.

use std::io;
use std::os::raw::c_int;

pub(super) const MAX_SQUARES: usize = 1000;

/// A page of shared memory. On this system there is none.
#[derive(Debug)]
pub(super) enum ListPage {}

#[derive(Clone, Copy, Debug)]
pub(super) enum Strike {
    Soft,
    Fatal,
}

#[derive(Clone, Debug)]
pub(super) struct PageList {
    pub(super) count: Option<usize>,
    pub(super) squares: Vec<u8>,
}

impl ListPage {
    pub(super) fn new() -> io::Result<Self> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn descriptor(&self) -> io::Result<c_int> {
        match *self {}
    }

    pub(super) fn strike(&self, _: u64, _: Strike) {
        match *self {}
    }

    pub(super) fn list(&self, _: u64) -> Option<PageList> {
        match *self {}
    }
}
