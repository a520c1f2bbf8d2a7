//! The layers of a network, ready to be applied, and their results for some boards.

use outflank_core::{Board, InstructionSet};
use rayon::prelude::*;

use crate::Network;
use crate::activation::Activation;
use crate::buffer::Buffer;
use crate::convolution::{Convolution, Convolve, Purpose, Transformed};
use crate::matrix::{Multiply, Panels};
use crate::planes::{PLANES_STRIDE, write_planes};
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
        let mut forward = Panels::new(1, inputs, outputs);
        forward.fill(|_, input, output| weights[input * outputs + output]);
        let mut backward = Panels::default();
        if purpose == Purpose::Training {
            backward = Panels::new(1, outputs, inputs);
            backward.fill(|_, output, input| weights[input * outputs + output]);
        }
        Self { inputs, outputs, forward, backward, bias: parameters[bias.clone()].to_vec() }
    }

    fn apply(&self, set: InstructionSet, from: &[f32], to: &mut Buffer, rows: usize) {
        to.resize(rows * self.outputs);
        let (right, bias) = (self.forward.factor(0), Some(&self.bias[..]));
        set.run(Multiply { left: from, stride: self.inputs, right, bias, out: to, rows });
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
    pub(crate) activation: Activation,
    pub(crate) set: InstructionSet,
    purpose: Purpose,
}

/// The results of all layers for some boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Activations {
    pub(crate) planes: Buffer,
    /// The tensors after the convolutions. For inference only the last three are kept.
    pub(crate) tensors: Vec<Buffer>,
    /// The features of each square.
    pub(crate) features: Buffer,
    /// A number for each move, and the hidden numbers.
    pub(crate) joint: Buffer,
    pub(crate) hidden: Buffer,
    /// The outcomes and scores.
    pub(crate) results: Buffer,
    /// The ownership of each square. Computed for training only.
    pub(crate) ownership: Buffer,
    pub(crate) transformed: Transformed,
}

impl Activations {
    /// The tensor after the last convolution.
    pub(crate) fn last(&self, convolutions: usize) -> &[f32] {
        &self.tensors[(convolutions - 1) % self.tensors.len()]
    }
}

impl Layers {
    pub(crate) fn new(
        network: &Network,
        activation: Activation,
        set: InstructionSet,
        purpose: Purpose,
    ) -> Self {
        let (places, parameters) = (Places::of(network.shape()), network.parameters());
        let convolution = |layer: &Layer| {
            let weights = &parameters[layer.weights.clone()];
            Convolution::new(set, weights, layer.inputs, layer.outputs, purpose)
        };
        let convolutions = match purpose {
            Purpose::Inference => places.convolutions.iter().map(convolution).collect(),
            // Every step of training has new weights.
            Purpose::Training => places.convolutions.par_iter().map(convolution).collect(),
        };
        let biases =
            places.convolutions.iter().map(|layer| parameters[layer.bias.clone()].to_vec());
        let dense = |layer| Dense::new(layer, parameters, purpose);
        Self {
            convolutions,
            biases: biases.collect(),
            channels: network.shape().channels,
            features: dense(&places.features),
            joint: dense(&places.joint),
            results: dense(&places.results),
            ownership: dense(&places.ownership),
            activation,
            set,
            purpose,
        }
    }

    /// Computes all layers for some boards.
    pub(crate) fn apply(&self, boards: &[Board], memory: &mut Activations) {
        let count = boards.len();
        let size = 64 * PLANES_STRIDE;
        memory.planes.resize(count * size);
        for (board, planes) in boards.iter().zip(memory.planes.chunks_exact_mut(size)) {
            write_planes(*board, planes);
        }
        let kept = match self.purpose {
            Purpose::Inference => 3,
            Purpose::Training => self.convolutions.len(),
        };
        memory.tensors.resize(kept, Buffer::default());
        for (number, convolution) in self.convolutions.iter().enumerate() {
            let mut to = std::mem::take(&mut memory.tensors[number % kept]);
            to.resize(count * 64 * self.channels);
            let earlier = |back: usize| &memory.tensors[(number - back) % kept][..];
            self.set.run(Convolve {
                convolution,
                from: if number == 0 { &memory.planes } else { earlier(1) },
                bias: &self.biases[number],
                residual: (number > 0 && number % 2 == 0).then(|| earlier(2)),
                activation: self.activation,
                to: &mut to,
                memory: &mut memory.transformed,
            });
            memory.tensors[number % kept] = to;
        }
        self.apply_heads(count, memory);
    }

    /// Computes the layers after the convolutions.
    fn apply_heads(&self, count: usize, memory: &mut Activations) {
        let set = self.set;
        let last = &memory.tensors[(self.convolutions.len() - 1) % memory.tensors.len()];
        self.features.apply(set, last, &mut memory.features, count * 64);
        debug_assert_eq!(memory.features.len(), count * 64 * FEATURES);
        self.activation.apply(&mut memory.features);
        self.joint.apply(set, &memory.features, &mut memory.joint, count);
        memory.hidden.resize(count * HIDDEN);
        let rows = memory.hidden.chunks_exact_mut(HIDDEN).zip(memory.joint.chunks_exact(JOINT));
        for (hidden, joint) in rows {
            hidden.copy_from_slice(&joint[64..]);
        }
        self.activation.apply(&mut memory.hidden);
        self.results.apply(set, &memory.hidden, &mut memory.results, count);
        debug_assert_eq!(memory.results.len(), count * RESULTS);
        if self.purpose == Purpose::Training {
            self.ownership.apply(set, last, &mut memory.ownership, count * 64);
            debug_assert_eq!(memory.ownership.len(), count * 64 * OWNERS);
        }
    }
}
