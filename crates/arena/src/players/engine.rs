//! The engine.

use outflank_core::{Game, Move, Rule};
use outflank_engine::{Engine, Thinking};
use rand_chacha::ChaCha8Rng;

use crate::{EngineName, Player};

/// Plays what the engine finds, at its level. It keeps what it has seen from
/// move to move.
pub(crate) struct EnginePlayer {
    engine: Engine,
    thinking: Thinking,
    rule: Rule,
    random: ChaCha8Rng,
}

impl EnginePlayer {
    pub(crate) fn new(name: EngineName, rule: Rule, random: ChaCha8Rng) -> Self {
        Self { engine: Engine::new(name.options()), thinking: name.thinking, rule, random }
    }
}

impl Player for EnginePlayer {
    fn choose(&mut self, game: &Game) -> Move {
        let board = game.position().board();
        let limits = self.thinking.limits(board);
        let analysis = self.engine.search(self.rule, board, &limits, &mut |_| {});
        self.thinking.choose(&analysis, &mut self.random)
    }
}
