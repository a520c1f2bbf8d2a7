//! Which process something belongs to.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The process in which something began. Its threads are not there in a
/// process that is forked from it, and whoever waits for them waits forever.
#[derive(Clone, Copy)]
pub(crate) struct Process(u32);

impl Process {
    /// This one.
    pub(crate) fn this() -> Self {
        Self(std::process::id())
    }

    pub(crate) fn is_this(self) -> bool {
        self.0 == std::process::id()
    }

    /// An error in a process that was forked.
    pub(crate) fn check(self, what: &str) -> PyResult<()> {
        if self.is_this() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "{what} belongs to the process that was forked: make another one after the fork"
        )))
    }
}
