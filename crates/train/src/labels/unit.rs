//! A shard of labelled positions as an item of work.

use std::ops::Range;

use outflank_core::Board;
use outflank_engine::{Engine, Options};
use outflank_eval::Evaluation;
use outflank_formats::obf;
use outflank_work::{Attention, Inputs, ItemError, ItemResult, Performer};
use serde_json::Value;

use super::{Labelling, SHARD, label_board};
use crate::board_list::BoardList;
use crate::engine_work::{EngineWork, Evaluator, read};
use crate::training_kind::TrainingKind;

/// The size of the transposition table for one position.
const HASH_MIB: usize = 16;

/// Labels the positions of shards.
pub(super) struct LabelWork<'b> {
    settings: Labelling,
    boards: BoardList<'b>,
}

/// The boards of some shards.
fn boards_of(shards: Range<u64>) -> Range<u64> {
    shards.start * SHARD as u64..shards.end * SHARD as u64
}

impl<'b> LabelWork<'b> {
    /// The work on all boards of a run.
    pub(super) const fn of_all(settings: Labelling, boards: &'b [Board]) -> Self {
        Self { settings, boards: BoardList::of_all(boards) }
    }

    /// The boards of some shards, for another machine.
    pub(super) fn details(boards: &[Board], shards: Range<u64>) -> Value {
        BoardList::details(boards, boards_of(shards))
    }
}

impl EngineWork for LabelWork<'_> {
    fn options(&self) -> Options {
        Options { threads: 1, hash_mib: HASH_MIB }
    }

    fn item<E: Evaluation>(
        &self,
        engine: &mut Engine<E>,
        shard: u64,
        attention: &Attention<'_>,
    ) -> ItemResult {
        let mut text = Vec::new();
        for number in boards_of(shard..shard + 1) {
            if attention.is_cancelled() {
                return Ok(None);
            }
            let problem = label_board(engine, &self.settings, self.boards.get(number)?);
            obf::write(&mut text, &problem).expect("memory takes any text");
            attention.step();
        }
        Ok(Some(text))
    }

    fn load(&mut self, details: &Value) -> Result<(), ItemError> {
        self.boards.load(details)
    }
}

/// Labels positions on other machines.
pub(crate) const LABELS: TrainingKind = TrainingKind { name: "labels", performer };

fn performer(settings: &Value, inputs: &Inputs) -> Result<Box<dyn Performer>, ItemError> {
    let settings: Labelling = read(settings)?;
    let evaluator = Evaluator::of_inputs(inputs, settings.rule)?;
    Ok(evaluator.performer(LabelWork { settings, boards: BoardList::empty() }))
}
