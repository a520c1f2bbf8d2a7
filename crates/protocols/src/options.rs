//! The settings of a conversation.

use outflank_book::Books;
use outflank_core::Rule;
use outflank_engine::{Options, Thinking};

/// The settings of a conversation, before the other side changes any of them.
#[derive(Clone, Debug)]
pub struct ProtocolOptions {
    /// The game that is played first.
    pub rule: Rule,
    /// The strength and the limits of every search.
    pub thinking: Thinking,
    /// The seed of every random choice of a level.
    pub seed: u64,
    /// The books that are asked before a search.
    pub books: Books,
    /// Threads and table of the engine.
    pub engine: Options,
}
