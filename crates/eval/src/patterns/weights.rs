//! Trained weights as they are kept.

use outflank_core::Rule;
use serde::{Deserialize, Serialize};

use super::{PHASES, Packing, Trust, WinScale};

/// Trained weights of one game, packed, with what is known of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The game they were trained for.
    pub rule: Rule,
    /// Where they come from.
    pub provenance: Provenance,
    /// How far shallow searches with them may be trusted.
    pub trust: Trust,
    /// What a score says of winning.
    pub win_scale: WinScale,
    /// What a number of empty squares is worth by itself, in 128ths of a disc.
    pub bias: [i16; 65],
    /// The packed weights of every phase, in 128ths of a disc.
    pub phases: Vec<Vec<i16>>,
}

/// How weights were trained.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// How often weights were trained from games of the weights before.
    pub generation: u32,
    /// The checksum of the weights that played those games; 0 for no weights.
    pub parent: u32,
    /// The positions they were trained on.
    pub positions: u64,
    /// The mean error on games left out of the training, in discs, by phase.
    pub errors: Vec<f32>,
}

impl Weights {
    /// Weights that know nothing.
    pub fn blank(rule: Rule) -> Self {
        Self {
            rule,
            provenance: Provenance::default(),
            trust: Trust::default(),
            win_scale: WinScale::default(),
            bias: [0; 65],
            phases: vec![vec![0; Packing::get().len()]; PHASES],
        }
    }

    /// The file of the weights that Outflank comes with.
    pub(super) fn built_in_bytes(rule: Rule) -> &'static [u8] {
        match rule {
            Rule::Reversi => include_bytes!("../../../../weights/reversi.weights"),
            Rule::Reversed => include_bytes!("../../../../weights/reversed.weights"),
        }
    }

    /// The weights that Outflank comes with.
    pub fn built_in(rule: Rule) -> Self {
        Self::from_bytes(Self::built_in_bytes(rule), rule)
            .expect("the weights in the binary are those of the project")
    }
}
