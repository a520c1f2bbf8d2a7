//! Units of work on many machines, through a NATS server with `JetStream`.
//!
//! A [`QueueRunner`] is the [`Runner`](outflank_work::Runner) of a command: it puts units into a
//! queue and collects their results. A [`UnitClient`] sends single units and waits for each, for
//! programs that have no batch, such as a server. A [`Worker`] takes units from the queue and
//! performs them. A
//! [`Cluster`] is the connection of each, and of those who look after it.
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
mod result_stream;
mod retry;
mod status;
mod submitted_unit;
mod unit_client;
mod unit_thread;
mod worker;

pub use access::{Access, ClusterAddress, ParseClusterAddressError};
pub use cluster::{Cluster, Lease};
pub use error::ClusterError;
pub use failure::{Failure, FailureLog};
pub use queue_runner::QueueRunner;
pub use status::{ClusterStatus, QueueStatus, WorkerStatus};
pub use submitted_unit::{SubmittedUnit, UnitEvent, UnitProgress, UnitResult};
pub use unit_client::UnitClient;
pub use worker::{Worker, WorkerEvent, WorkerSettings};
