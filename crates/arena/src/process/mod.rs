//! Programs of others as processes: spoken to by lines, watched, and killed with
//! all that they started.

mod log;
mod meter;
mod output;
#[expect(clippy::module_inception, reason = "the noun of this folder")]
mod process;
mod tree;
mod watcher;

pub(crate) use process::Process;
