//! How long engines think whose names do not say.

use std::time::Duration;

use outflank_arena::PlayerName;
use outflank_engine::Thinking;

/// How long an engine thinks about each move if its name does not say.
#[derive(Clone, Copy)]
pub(crate) struct EngineLimits {
    pub(crate) time: Option<Duration>,
    pub(crate) depth: Option<u32>,
    pub(crate) nodes: Option<u64>,
}

impl EngineLimits {
    const DEFAULT_TIME: Duration = Duration::from_millis(100);

    /// The limits of a match in which a move may take so long. A built-in engine
    /// keeps its own clock, so it has to stay a little below the limit of all.
    pub(crate) fn within(limit: Option<Duration>, depth: Option<u32>, nodes: Option<u64>) -> Self {
        let within = |limit: Duration| {
            let margin = (limit / 10).max(Duration::from_millis(20));
            limit.saturating_sub(margin).max(limit / 2)
        };
        Self { time: limit.map(within), depth, nodes }
    }

    fn thinking(self) -> Thinking {
        let is_limited = self.depth.is_some() || self.nodes.is_some();
        let time = self.time.or((!is_limited).then_some(Self::DEFAULT_TIME));
        Thinking { level: None, time, depth: self.depth, nodes: self.nodes }
    }

    /// The player, with what its name leaves open: an engine thinks as long as
    /// this says, on one thread, so that games repeat and can be played side by
    /// side.
    pub(crate) fn complete(self, name: &PlayerName) -> PlayerName {
        let mut name = name.clone();
        match &mut name {
            PlayerName::Engine(engine) => {
                engine.threads.get_or_insert(1);
                engine.hash_mib.get_or_insert(16);
                if engine.thinking == Thinking::default() {
                    engine.thinking = self.thinking();
                }
            }
            PlayerName::NBoard(engine) => engine.depth = engine.depth.or(self.depth),
            _ => {}
        }
        name
    }
}
