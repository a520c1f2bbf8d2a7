//! The players that are part of Outflank.

mod engine;
mod greedy;
mod random;

pub(crate) use engine::EnginePlayer;
pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
