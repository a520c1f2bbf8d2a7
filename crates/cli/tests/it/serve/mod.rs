//! The browser app as a process: its start, its end, its memory, and the events of other
//! commands. What it answers is tested in `crates/server/tests`.

mod arena;
#[allow(dead_code, reason = "the tests of the server use all of it")]
#[path = "../../../../server/tests/it/client.rs"]
pub(crate) mod client;
#[allow(dead_code, reason = "the tests of the server use all of it")]
#[path = "../../../../server/tests/it/events.rs"]
mod events;
mod memory;
mod process;
mod restart;
mod runs;
mod start;
mod watch;
