//! External programs as processes. The arena exchanges lines with them, watches
//! their resources, and kills them together with their children.

#[cfg(unix)]
mod held;
#[cfg(unix)]
mod log;
#[cfg(unix)]
mod memory;
#[cfg(unix)]
mod meter;
#[cfg(unix)]
mod output;
#[cfg(unix)]
#[expect(clippy::module_inception, reason = "the noun of this folder")]
mod process;
#[cfg(unix)]
mod schedule;
#[cfg(unix)]
mod tree;
#[cfg(not(unix))]
mod unsupported;
#[cfg(unix)]
mod watcher;

#[cfg(unix)]
pub(crate) use process::{Launch, Process};
#[cfg(not(unix))]
pub(crate) use unsupported::Process;
