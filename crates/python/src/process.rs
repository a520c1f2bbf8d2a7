//! The process that an object belongs to.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// The process that made an object. A forked process has none of its threads, and
/// waiting for them would never end.
#[derive(Clone, Copy)]
pub(crate) struct Process(u32);

impl Process {
    /// The current process.
    pub(crate) fn this() -> Self {
        Self(std::process::id())
    }

    pub(crate) fn is_this(self) -> bool {
        self.0 == std::process::id()
    }

    /// An error in a forked process.
    pub(crate) fn check(self, what: &str) -> PyResult<()> {
        if self.is_this() {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!(
            "{what} belongs to the process that was forked: make another one after the fork"
        )))
    }
}
