//! A class as a process, with workers of its own and of a cluster, which are killed.

#![allow(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod cluster;
mod course;
mod crowd;
mod hosts;
mod killed;
