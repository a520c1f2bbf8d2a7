//! Errors of the crates, raised in Python.

use std::fmt::Display;

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;

/// A `ValueError` with the message of an error.
pub(crate) fn value_error<E: Display>(error: E) -> PyErr {
    PyValueError::new_err(error.to_string())
}
