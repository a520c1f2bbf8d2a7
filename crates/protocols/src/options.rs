//! The settings of a conversation.

use outflank_core::Rule;
use outflank_engine::{Options, Thinking};

/// The settings of a conversation, before the other side changes any of them.
#[derive(Clone, Copy, Debug)]
pub struct ProtocolOptions {
    /// The game that is played first.
    pub rule: Rule,
    /// The strength and the limits of every search.
    pub thinking: Thinking,
    /// The seed of every random choice of a level.
    pub seed: u64,
    /// Threads and table of the engine.
    pub engine: Options,
}
