//! The predictions of a network.

use std::sync::Arc;

use outflank_core::{Board, InstructionSet};

use crate::Network;
use crate::activation::Activation;
use crate::convolution::Purpose;
use crate::layers::{Activations, Layers};
use crate::shape::{JOINT, OUTCOMES, RESULTS, SCORES};

/// The boards that are computed together. Larger tensors do not fit into the cache.
const CHUNK: usize = 32;

/// The prediction of a network for a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// A number for each square: the logarithm of the probability of a move, up to a constant.
    /// Only the legal squares have a meaning.
    pub moves: [f32; 64],
    /// The probabilities of a win, a draw and a loss of the side to move.
    pub outcome: [f32; 3],
    /// The expected score in discs.
    pub score: f32,
}

impl Prediction {
    /// The expected result of the side to move, from -1 for a loss to 1 for a win.
    pub fn value(&self) -> f32 {
        self.outcome[0] - self.outcome[2]
    }
}

/// A network that is ready to predict. Clones share the weights.
///
/// ```
/// use outflank_core::Board;
/// use outflank_net::{Inference, Network, NetworkShape};
///
/// let network = Network::random(NetworkShape { blocks: 1, channels: 16 }, 1);
/// let mut inference = Inference::new(&network);
/// let both = inference.predict(&[Board::START, Board::START.pass()]);
/// assert_eq!(both[0], inference.predict(&[Board::START])[0]);
/// assert!((both[0].outcome.iter().sum::<f32>() - 1.0).abs() < 1e-5);
/// ```
#[derive(Clone, Debug)]
pub struct Inference {
    layers: Arc<Layers>,
    memory: Activations,
}

impl Inference {
    /// Prepares a network.
    pub fn new(network: &Network) -> Self {
        Self::on(InstructionSet::best(), network)
    }

    /// Prepares a network for an instruction set.
    pub fn on(set: InstructionSet, network: &Network) -> Self {
        let layers = Layers::new(network, Activation::Rectifier, set, Purpose::Inference);
        Self { layers: Arc::new(layers), memory: Activations::default() }
    }

    /// The predictions for some boards. Each is the same to the bit, whatever other boards are
    /// predicted with it.
    pub fn predict(&mut self, boards: &[Board]) -> Vec<Prediction> {
        let mut predictions = Vec::with_capacity(boards.len());
        for chunk in boards.chunks(CHUNK) {
            self.layers.apply(chunk, &mut self.memory);
            let joint = self.memory.joint.chunks_exact(JOINT);
            let results = self.memory.results.chunks_exact(RESULTS);
            predictions
                .extend(joint.zip(results).map(|(joint, results)| prediction(joint, results)));
        }
        predictions
    }
}

fn prediction(joint: &[f32], results: &[f32]) -> Prediction {
    let mut moves = [0.0; 64];
    moves.copy_from_slice(&joint[..64]);
    let mut outcome = [0.0; OUTCOMES];
    outcome.copy_from_slice(&results[..OUTCOMES]);
    softmax(&mut outcome);
    let mut scores = [0.0; SCORES];
    scores.copy_from_slice(&results[OUTCOMES..][..SCORES]);
    softmax(&mut scores);
    let mean: f32 = scores.iter().enumerate().map(|(at, share)| at as f32 * share).sum();
    Prediction { moves, outcome, score: 2.0 * mean - 64.0 }
}

/// Turns logarithms into probabilities.
pub(crate) fn softmax(numbers: &mut [f32]) {
    let highest = numbers.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for number in &mut *numbers {
        *number = (*number - highest).exp();
        sum += *number;
    }
    for number in numbers {
        *number /= sum;
    }
}
