//! The layers of a network, ready to be applied, and their results for some boards.

use outflank_core::Board;

use crate::Network;
use crate::convolution::{Convolution, Purpose, Transformed};
use crate::matrix::{Panels, multiply};
use crate::planes::{PLANES, write_planes};
use crate::shape::{FEATURES, HIDDEN, JOINT, Layer, OWNERS, Places, RESULTS};

/// A layer in which each number depends on all numbers of its row.
#[derive(Clone, Debug)]
pub(crate) struct Dense {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    forward: Panels,
    /// The transposed factor, for gradients.
    pub(crate) backward: Panels,
    bias: Vec<f32>,
}

impl Dense {
    fn new(layer: &Layer, parameters: &[f32], purpose: Purpose) -> Self {
        let &Layer { inputs, outputs, ref weights, ref bias } = layer;
        let weights = &parameters[weights.clone()];
        let (mut forward, mut backward) = (Panels::default(), Panels::default());
        forward.fill(inputs, outputs, |input, output| weights[input * outputs + output]);
        if purpose == Purpose::Training {
            backward.fill(outputs, inputs, |output, input| weights[input * outputs + output]);
        }
        Self { inputs, outputs, forward, backward, bias: parameters[bias.clone()].to_vec() }
    }

    fn apply(&self, from: &[f32], to: &mut [f32], rows: usize) {
        multiply(from, &self.forward, to, rows);
        for row in to[..rows * self.outputs].chunks_exact_mut(self.outputs) {
            for (number, bias) in row.iter_mut().zip(&self.bias) {
                *number += bias;
            }
        }
    }
}

/// Sets negative numbers to zero.
fn rectify(numbers: &mut [f32]) {
    for number in numbers {
        *number = number.max(0.0);
    }
}

/// The layers of a network, ready to be applied.
#[derive(Clone, Debug)]
pub(crate) struct Layers {
    pub(crate) convolutions: Vec<Convolution>,
    biases: Vec<Vec<f32>>,
    pub(crate) channels: usize,
    pub(crate) features: Dense,
    pub(crate) joint: Dense,
    pub(crate) results: Dense,
    pub(crate) ownership: Dense,
    purpose: Purpose,
}

/// The results of all layers for some boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activations {
    pub(crate) planes: Vec<f32>,
    /// The tensors after the convolutions. For inference only the last three are kept.
    pub(crate) tensors: Vec<Vec<f32>>,
    /// The features of each square.
    pub(crate) features: Vec<f32>,
    /// A number for each move, and the hidden numbers.
    pub(crate) joint: Vec<f32>,
    pub(crate) hidden: Vec<f32>,
    /// The outcomes and scores.
    pub(crate) results: Vec<f32>,
    /// The ownership of each square. Computed for training only.
    pub(crate) ownership: Vec<f32>,
    pub(crate) transformed: Transformed,
}

impl Activations {
    /// The tensor after the last convolution.
    pub(crate) fn last(&self, convolutions: usize) -> &[f32] {
        &self.tensors[(convolutions - 1) % self.tensors.len()]
    }
}

impl Layers {
    pub(crate) fn new(network: &Network, purpose: Purpose) -> Self {
        let (places, parameters) = (Places::of(network.shape()), network.parameters());
        let convolutions = places.convolutions.iter().map(|layer| {
            let weights = &parameters[layer.weights.clone()];
            Convolution::new(weights, layer.inputs, layer.outputs, purpose)
        });
        let biases =
            places.convolutions.iter().map(|layer| parameters[layer.bias.clone()].to_vec());
        let dense = |layer| Dense::new(layer, parameters, purpose);
        Self {
            convolutions: convolutions.collect(),
            biases: biases.collect(),
            channels: network.shape().channels,
            features: dense(&places.features),
            joint: dense(&places.joint),
            results: dense(&places.results),
            ownership: dense(&places.ownership),
            purpose,
        }
    }

    /// Computes all layers for some boards.
    pub(crate) fn apply(&self, boards: &[Board], memory: &mut Activations) {
        let count = boards.len();
        memory.planes.resize(count * 64 * PLANES, 0.0);
        for (board, planes) in boards.iter().zip(memory.planes.chunks_exact_mut(64 * PLANES)) {
            write_planes(*board, planes);
        }
        let kept = match self.purpose {
            Purpose::Inference => 3,
            Purpose::Training => self.convolutions.len(),
        };
        memory.tensors.resize(kept, Vec::new());
        for (number, convolution) in self.convolutions.iter().enumerate() {
            let mut to = std::mem::take(&mut memory.tensors[number % kept]);
            to.resize(count * 64 * self.channels, 0.0);
            let earlier = |back: usize| &memory.tensors[(number - back) % kept][..];
            let from = if number == 0 { &memory.planes[..] } else { earlier(1) };
            let residual = (number > 0 && number % 2 == 0).then(|| earlier(2));
            let bias = &self.biases[number];
            convolution.apply(from, bias, residual, &mut to, count, &mut memory.transformed);
            memory.tensors[number % kept] = to;
        }
        self.apply_heads(count, memory);
    }

    /// Computes the layers after the convolutions.
    fn apply_heads(&self, count: usize, memory: &mut Activations) {
        let last = &memory.tensors[(self.convolutions.len() - 1) % memory.tensors.len()];
        memory.features.resize(count * 64 * FEATURES, 0.0);
        self.features.apply(last, &mut memory.features, count * 64);
        rectify(&mut memory.features);
        memory.joint.resize(count * JOINT, 0.0);
        self.joint.apply(&memory.features, &mut memory.joint, count);
        memory.hidden.clear();
        for row in memory.joint.chunks_exact(JOINT) {
            memory.hidden.extend_from_slice(&row[64..]);
        }
        rectify(&mut memory.hidden);
        debug_assert_eq!(memory.hidden.len(), count * HIDDEN);
        memory.results.resize(count * RESULTS, 0.0);
        self.results.apply(&memory.hidden, &mut memory.results, count);
        if self.purpose == Purpose::Training {
            memory.ownership.resize(count * 64 * OWNERS, 0.0);
            self.ownership.apply(last, &mut memory.ownership, count * 64);
        }
    }
}
