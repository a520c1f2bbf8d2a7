//! Items that an engine searches.

use std::sync::Arc;

use outflank_core::Rule;
use outflank_engine::{Engine, Options};
use outflank_eval::{Evaluation, Patterns, Weights};
use outflank_work::{Attention, Description, Inputs, ItemError, ItemResult, Performer};
use serde_json::Value;

/// The name of the weights among the inputs.
const WEIGHTS: &str = "weights";

/// The evaluation of the engines of a stage.
#[derive(Clone)]
pub(crate) enum Evaluator {
    HandMade,
    Trained {
        patterns: Box<Patterns>,
        /// The file, for other machines.
        weights: Arc<Weights>,
    },
}

/// A pure function of an item that needs an engine.
pub(crate) trait EngineWork {
    /// The options of the engine.
    fn options(&self) -> Options;

    /// Performs an item; `None` if it was abandoned.
    fn item<E: Evaluation>(
        &self,
        engine: &mut Engine<E>,
        item: u64,
        attention: &Attention<'_>,
    ) -> ItemResult;

    /// Takes the details of items from another machine.
    fn load(&mut self, details: &Value) -> Result<(), ItemError> {
        let _ = details;
        Ok(())
    }
}

/// An engine and its work.
struct EnginePerformer<E, W> {
    engine: Engine<E>,
    work: W,
}

impl<E: Evaluation, W: EngineWork> Performer for EnginePerformer<E, W> {
    fn perform(&mut self, item: u64, attention: &Attention<'_>) -> ItemResult {
        self.work.item(&mut self.engine, item, attention)
    }

    fn load(&mut self, details: &Value) -> Result<(), ItemError> {
        self.work.load(details)
    }
}

impl Evaluator {
    /// Trained weights; `None` for the evaluation made by hand.
    pub(crate) fn new(weights: Option<&Weights>) -> Self {
        weights.map_or(Self::HandMade, |weights| Self::Trained {
            patterns: Box::new(Patterns::new(weights)),
            weights: Arc::new(weights.clone()),
        })
    }

    /// The evaluation of a unit.
    pub(crate) fn of_inputs(inputs: &Inputs, rule: Rule) -> Result<Self, ItemError> {
        let Some(bytes) = inputs.get(WEIGHTS) else { return Ok(Self::HandMade) };
        let weights = Weights::from_bytes(bytes, rule).map_err(ItemError::new)?;
        Ok(Self::new(Some(&weights)))
    }

    /// The description of a batch that searches with this evaluation.
    pub(crate) fn describe(&self, kind: &'static str, settings: Value) -> Description {
        let mut inputs = Inputs::default();
        if let Self::Trained { weights, .. } = self {
            inputs.add(WEIGHTS, weights.to_bytes_quickly());
        }
        Description { inputs, settings, ..Description::new(kind) }
    }

    /// An engine that does this work.
    pub(crate) fn performer<'w>(&self, work: impl EngineWork + 'w) -> Box<dyn Performer + 'w> {
        let options = work.options();
        match self {
            Self::HandMade => {
                Box::new(EnginePerformer { engine: Engine::hand_made(options), work })
            }
            Self::Trained { patterns, .. } => {
                let patterns = patterns.as_ref().clone();
                let engine = Engine::with_patterns(options, move |_| patterns.clone());
                Box::new(EnginePerformer { engine, work })
            }
        }
    }
}

/// Reads the settings of a unit.
pub(crate) fn read<T: serde::de::DeserializeOwned>(value: &Value) -> Result<T, ItemError> {
    T::deserialize(value).map_err(ItemError::new)
}
