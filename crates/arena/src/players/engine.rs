//! The engine.

use outflank_core::{Game, Rule};
use outflank_engine::{Engine, Thinking};
use outflank_eval::{Evaluation, HandMade};
use rand_chacha::ChaCha8Rng;

use crate::{Clock, EngineName, Fault, LoadWeightsError, Player, Reply};

/// Makes the engine as a player, with the evaluation it is to judge by.
pub(crate) fn engine_player(
    name: &EngineName,
    rule: Rule,
    random: ChaCha8Rng,
) -> Result<Box<dyn Player>, LoadWeightsError> {
    let (options, thinking) = (name.options(), name.thinking);
    let patterns = name.weights.clone().unwrap_or_default().patterns(rule)?;
    Ok(if let Some(patterns) = patterns {
        let engine = Engine::with_evaluation(options, move |_| patterns.clone());
        Box::new(EnginePlayer { engine, thinking, rule, random })
    } else {
        let engine = Engine::with_evaluation(options, HandMade::new);
        Box::new(EnginePlayer { engine, thinking, rule, random })
    })
}

/// Plays what the engine finds, at its level. It keeps what it has seen from
/// move to move.
struct EnginePlayer<E> {
    engine: Engine<E>,
    thinking: Thinking,
    rule: Rule,
    random: ChaCha8Rng,
}

impl<E: Evaluation> Player for EnginePlayer<E> {
    fn choose(&mut self, game: &Game, _: Clock) -> Result<Reply, Fault> {
        let board = game.position().board();
        let limits = self.thinking.limits(board);
        let analysis = self.engine.search(self.rule, board, &limits, &mut |_| {});
        let played = self.thinking.choose(&analysis, &mut self.random);
        // A level may choose another move than the one that was found best.
        let score = (analysis.best == Some(played)).then(|| analysis.score.into());
        Ok(Reply { score, ..played.into() })
    }
}
