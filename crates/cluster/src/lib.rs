//! Units of work on many machines, through a NATS server with `JetStream`.
//!
//! A [`QueueRunner`] is the [`Runner`](outflank_work::Runner) of a command: it puts units into a
//! queue and collects their results. A [`Worker`] takes units from the queue and performs them. A
//! [`Cluster`] is the connection of either, and of those who look after it.
//!
//! Everything on the server follows from the id of a unit, which is the hash of its content:
//! the message is stored once, and a second result is the same as the first. So nothing is lost and
//! nothing counts twice, whichever process is killed.

mod access;
mod cluster;
mod collector;
mod error;
mod failure;
mod inputs;
mod names;
mod outcome;
mod planner;
mod queue_runner;
mod retry;
mod status;
mod unit_thread;
mod worker;

pub use access::{Access, ClusterAddress, ParseClusterAddressError};
pub use cluster::{Cluster, Lease};
pub use error::ClusterError;
pub use failure::{Failure, FailureLog};
pub use queue_runner::QueueRunner;
pub use status::{ClusterStatus, QueueStatus, WorkerStatus};
pub use worker::{Worker, WorkerEvent, WorkerSettings};
