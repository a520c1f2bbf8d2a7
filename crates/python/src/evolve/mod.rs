//! The tuner.

mod attended;
mod evolution;
mod fitness;
mod plan;

pub(crate) use evolution::Evolution;
pub(crate) use plan::{genome_text, plan_text};
