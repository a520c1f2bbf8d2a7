//! Players that are programs of others.

mod deadline;
mod engine;
mod folder;
mod gtp;
mod interpreter;
mod nboard;
mod python;
mod squares;

pub(crate) use gtp::GtpPlayer;
pub use interpreter::InterpreterError;
pub(crate) use nboard::NBoardPlayer;
pub(crate) use python::{Answer, PythonPlayer};
