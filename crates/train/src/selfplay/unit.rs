//! A shard of self-play as an item of work.

use outflank_core::Rule;
use outflank_engine::{Engine, Options};
use outflank_eval::Evaluation;
use outflank_work::{Attention, Inputs, ItemError, ItemResult, Performer};
use serde_json::Value;

use super::{HELD_OUT, SHARD, SelfPlay, game};
use crate::engine_work::{EngineWork, Evaluator, read};
use crate::training_kind::TrainingKind;
use crate::{Dataset, DatasetError};

/// The positions of a shard.
pub(super) struct ShardSamples {
    /// Positions to learn from.
    pub(super) learn: Dataset,
    /// Positions of games that are held out.
    pub(super) held_out: Dataset,
    /// Positions beside the games.
    pub(super) beside: Dataset,
}

impl ShardSamples {
    /// The three datasets, each after its length.
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for set in [&self.learn, &self.held_out, &self.beside] {
            let set = set.to_bytes();
            bytes.extend((set.len() as u64).to_le_bytes());
            bytes.extend(set);
        }
        bytes
    }

    /// Reads what [`ShardSamples::to_bytes`] wrote.
    pub(super) fn from_bytes(mut bytes: &[u8], rule: Rule) -> Result<Self, DatasetError> {
        let mut next = || {
            let (length, rest) = bytes.split_first_chunk().ok_or(DatasetError::Checksum)?;
            let length = u64::from_le_bytes(*length) as usize;
            let (set, rest) = rest.split_at_checked(length).ok_or(DatasetError::Checksum)?;
            bytes = rest;
            Dataset::from_bytes(set).and_then(|set| {
                if set.rule == rule { Ok(set) } else { Err(DatasetError::Checksum) }
            })
        };
        Ok(Self { learn: next()?, held_out: next()?, beside: next()? })
    }
}

/// Plays the games of shards.
pub(super) struct ShardWork(pub(super) SelfPlay);

impl EngineWork for ShardWork {
    fn options(&self) -> Options {
        Options { threads: 1, hash_mib: 4 }
    }

    fn item<E: Evaluation>(
        &self,
        engine: &mut Engine<E>,
        shard: u64,
        attention: &Attention<'_>,
    ) -> ItemResult {
        let settings = &self.0;
        let first = shard * SHARD;
        let (mut learn, mut held_out, mut beside) = (Vec::new(), Vec::new(), Vec::new());
        for number in first..first + SHARD {
            if attention.is_cancelled() {
                return Ok(None);
            }
            let game = game::play(engine, settings, number);
            if number % HELD_OUT == 0 {
                held_out.extend(game.line.into_iter().chain(game.beside));
            } else {
                learn.extend(game.line);
                beside.extend(game.beside);
            }
            attention.step();
        }
        let set = |samples| Dataset { rule: settings.rule, samples };
        let samples =
            ShardSamples { learn: set(learn), held_out: set(held_out), beside: set(beside) };
        Ok(Some(samples.to_bytes()))
    }
}

/// Self-play on other machines.
pub(crate) const SELF_PLAY: TrainingKind = TrainingKind { name: "selfplay", performer };

fn performer(settings: &Value, inputs: &Inputs) -> Result<Box<dyn Performer>, ItemError> {
    let settings: SelfPlay = read(settings)?;
    Ok(Evaluator::of_inputs(inputs, settings.rule)?.performer(ShardWork(settings)))
}
