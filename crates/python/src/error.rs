//! Errors of the crates, raised in Python.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::PyErr;
use pyo3::exceptions::{PyOSError, PyValueError};

/// A `ValueError` with the message of an error.
pub(crate) fn value_error<E: Display>(error: E) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// An `OSError` that names the file, such as a `FileNotFoundError`.
pub(crate) fn file_error(path: &Path, error: &io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{}: {error}", path.display()));
    };
    // Python shows the number itself.
    let sentence = error.to_string();
    let sentence = sentence.split(" (os error").next().unwrap_or_default().to_owned();
    PyOSError::new_err((number, sentence, path.display().to_string()))
}
