//! Players that are external programs.

mod agent_files;
mod agent_folder;
mod answer;
mod deadline;
mod definition;
mod dialogue;
mod engine;
mod external;
mod folder;
mod gtp;
mod interpreter;
#[cfg_attr(not(unix), path = "list_page_unsupported.rs")]
mod list_page;
mod nboard;
#[cfg(target_os = "linux")]
mod numba_cache;
mod prepared;
mod python;

pub(crate) use agent_files::AgentFiles;
pub use agent_folder::{AgentFolder, LeftOut};
pub(crate) use answer::{Answer, shown_list};
pub(crate) use engine::check_engine;
pub(crate) use gtp::GtpPlayer;
pub use interpreter::InterpreterError;
pub(crate) use nboard::NBoardPlayer;
pub(crate) use python::{PythonPlayer, SETTLE_TIME};
