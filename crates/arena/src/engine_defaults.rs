//! Limits for engines whose names have none.

use std::time::Duration;

use outflank_engine::Thinking;

use crate::PlayerName;

/// The limits of a move for an engine whose name has none.
#[derive(Clone, Copy)]
pub struct EngineDefaults {
    /// The time limit of a move.
    pub time: Option<Duration>,
    /// The depth limit in plies.
    pub depth: Option<u32>,
    /// The node limit.
    pub nodes: Option<u64>,
    /// Whether the clock of the game decides if there is no other limit.
    pub has_game_clock: bool,
}

impl EngineDefaults {
    const DEFAULT_TIME: Duration = Duration::from_millis(100);

    /// The limits of a match with time limits for moves and games. The built-in engine
    /// keeps its own time, so it gets a little less.
    pub fn within(
        [move_time, game_time]: [Option<Duration>; 2],
        depth: Option<u32>,
        nodes: Option<u64>,
    ) -> Self {
        let within = |limit: Duration| {
            let margin = (limit / 10).max(Duration::from_millis(20));
            limit.saturating_sub(margin).max(limit / 2)
        };
        Self { time: move_time.map(within), depth, nodes, has_game_clock: game_time.is_some() }
    }

    fn thinking(self) -> Thinking {
        let is_limited = self.depth.is_some() || self.nodes.is_some() || self.has_game_clock;
        let time = self.time.or((!is_limited).then_some(Self::DEFAULT_TIME));
        Thinking { level: None, time, depth: self.depth, nodes: self.nodes }
    }

    /// The player with these limits if its name has none. An engine uses one
    /// thread, so that games are reproducible and can be played at the same time.
    pub fn complete(self, name: &PlayerName) -> PlayerName {
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
