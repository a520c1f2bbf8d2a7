//! An engine with the weights of the command line.

use outflank_arena::EngineWeights;
use outflank_core::{Board, Rule};
use outflank_engine::{Analysis, Engine, Limits, Options, Review, ReviewedMove, Reviewer};
use outflank_eval::{HandMade, Patterns};

use crate::failure::Failure;

/// An engine with trained weights or with the hand-made evaluation.
pub(crate) enum Searcher {
    Trained(Box<Engine>),
    HandMade(Box<Engine<HandMade>>),
}

impl Searcher {
    /// An engine for `rule`. A weights file must be of that game.
    pub(crate) fn new(
        weights: &EngineWeights,
        options: Options,
        rule: Rule,
    ) -> Result<Self, Failure> {
        if *weights == EngineWeights::BuiltIn {
            return Ok(Self::Trained(Box::new(Engine::new(options))));
        }
        Ok(match weights.load(rule).map_err(Failure::input)? {
            Some(weights) => {
                let patterns = Patterns::new(&weights);
                Self::Trained(Box::new(Engine::with_patterns(options, move |_| patterns.clone())))
            }
            None => Self::HandMade(Box::new(Engine::hand_made(options))),
        })
    }

    /// Forgets all earlier searches.
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Trained(engine) => engine.clear(),
            Self::HandMade(engine) => engine.clear(),
        }
    }

    /// Searches a board; see [`Engine::search`].
    pub(crate) fn search(
        &mut self,
        rule: Rule,
        board: Board,
        limits: &Limits,
        on_progress: &mut dyn FnMut(&Analysis),
    ) -> Analysis {
        match self {
            Self::Trained(engine) => engine.search(rule, board, limits, on_progress),
            Self::HandMade(engine) => engine.search(rule, board, limits, on_progress),
        }
    }

    /// Grades a game; see [`Reviewer::run`].
    pub(crate) fn review(
        &mut self,
        reviewer: Reviewer,
        on_ply: &mut dyn FnMut(&ReviewedMove),
    ) -> Review {
        match self {
            Self::Trained(engine) => reviewer.run(engine, on_ply),
            Self::HandMade(engine) => reviewer.run(engine, on_ply),
        }
    }
}
