//! Clusters, with a real NATS server and workers in processes of their own.
//!
//! The tests print a sentence and do nothing where `nats-server` is not installed.

#![expect(clippy::unwrap_used, reason = "a test may panic anywhere")]

mod access;
mod agents;
mod equality;
mod faults;
pub(crate) mod lab;
mod link;
mod long_faults;
pub(crate) mod machines;
mod odd;
mod small_disk;
mod units;
