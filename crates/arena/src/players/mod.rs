//! The players that are part of Outflank.

mod classic;
mod engine;
mod greedy;
mod random;
mod zero;

pub(crate) use classic::Classic;
pub(crate) use engine::engine_player;
pub(crate) use greedy::Greedy;
pub(crate) use random::Random;
pub(crate) use zero::Zero;
