//! A shard of the network's self-play as an item of work.

use outflank_net::{Inference, Network, NetworkFile, NetworkProvenance};
use outflank_work::{Attention, Description, Inputs, ItemError, ItemResult, Performer};
use outflank_zero::Solver;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::sample::shard_bytes;
use super::{ZeroSettings, selfplay};
use crate::engine_work::read;
use crate::training_kind::TrainingKind;

/// The name of the network among the inputs.
const NETWORK: &str = "network";

/// The settings of a unit.
#[derive(Serialize, Deserialize)]
struct ZeroUnit {
    run: ZeroSettings,
    generation: u32,
}

/// The description of the games of a generation.
pub(super) fn describe(run: &ZeroSettings, generation: u32, network: &Network) -> Description {
    let provenance = NetworkProvenance::default();
    let file = NetworkFile { rule: run.rules, provenance, network: network.clone() };
    let mut inputs = Inputs::default();
    inputs.add(NETWORK, file.to_bytes());
    let unit = ZeroUnit { run: run.clone(), generation };
    let settings = serde_json::to_value(unit).expect("settings are plain data");
    Description { inputs, settings, is_long: true, ..Description::new(ZERO.name) }
}

/// Plays the games of shards.
pub(super) struct ShardWork {
    settings: ZeroSettings,
    generation: u32,
    inference: Inference,
    solver: Solver,
}

impl ShardWork {
    pub(super) fn boxed(
        settings: ZeroSettings,
        generation: u32,
        inference: Inference,
    ) -> Box<dyn Performer> {
        let solver = Solver::new(settings.rules, 1);
        Box::new(Self { settings, generation, inference, solver })
    }
}

impl Performer for ShardWork {
    fn perform(&mut self, shard: u64, attention: &Attention<'_>) -> ItemResult {
        let Self { settings, generation, inference, solver } = self;
        let samples =
            selfplay::play_shard(settings, inference, solver, *generation, shard, attention);
        Ok(samples.map(|samples| shard_bytes(settings.rules, &samples)))
    }
}

/// Self-play of a network on other machines.
pub(crate) const ZERO: TrainingKind = TrainingKind { name: "zero", performer };

fn performer(settings: &Value, inputs: &Inputs) -> Result<Box<dyn Performer>, ItemError> {
    let ZeroUnit { run, generation } = read(settings)?;
    let file = NetworkFile::from_bytes(inputs.require(NETWORK)?, run.rules);
    let network = file.map_err(ItemError::new)?.network;
    Ok(ShardWork::boxed(run, generation, Inference::new(&network)))
}
