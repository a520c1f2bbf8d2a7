//! Trained weights as they are stored.

use outflank_core::Rule;
use serde::{Deserialize, Serialize};

use super::{PHASES, Packing, Trust, WinScale};

/// Trained weights of one game, packed, with their provenance.
///
/// ```
/// use outflank_core::Rule;
/// use outflank_eval::Weights;
///
/// let bytes = Weights::blank(Rule::Reversi).to_bytes();
/// let weights = Weights::from_bytes(&bytes, Rule::Reversi)?;
/// assert_eq!(weights.rule, Rule::Reversi);
/// assert!(Weights::from_bytes(&bytes, Rule::Reversed).is_err());
/// # Ok::<(), outflank_eval::WeightsError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The game of the weights.
    pub rule: Rule,
    /// The provenance.
    pub provenance: Provenance,
    /// The deviations of shallow searches with these weights.
    pub trust: Trust,
    /// The scale of the probability of a win.
    pub win_scale: WinScale,
    /// A constant for each number of empty squares, in 128ths of a disc.
    pub bias: [i16; 65],
    /// The packed weights of every phase, in 128ths of a disc.
    pub phases: Vec<Vec<i16>>,
}

/// The training of weights.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// The number of generations: each was trained on games of the one before.
    pub generation: u32,
    /// The checksum of the weights that played those games; 0 for no weights.
    pub parent: u32,
    /// The number of positions of the training.
    pub positions: u64,
    /// The mean error on games left out of the training, in discs, by phase.
    pub errors: Vec<f32>,
}

impl Weights {
    /// Weights of zero.
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

    /// The file of the built-in weights.
    pub(super) fn built_in_bytes(rule: Rule) -> &'static [u8] {
        match rule {
            Rule::Reversi => include_bytes!("../../weights/reversi.weights"),
            Rule::Reversed => include_bytes!("../../weights/reversed.weights"),
        }
    }

    /// The built-in weights.
    pub fn built_in(rule: Rule) -> Self {
        Self::from_bytes(Self::built_in_bytes(rule), rule)
            .expect("the weights in the binary are those of the project")
    }
}
