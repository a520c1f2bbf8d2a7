//! The gradient of the loss.

use outflank_core::InstructionSet;
use rayon::prelude::*;

use crate::activation::Activation;
use crate::buffer::Buffer;
use crate::convolution::{Differentiate, Purpose};
use crate::layers::{Activations, Dense, Layers};
use crate::loss::Outputs;
use crate::matrix::{Multiply, MultiplyTransposed};
use crate::shape::{FEATURES, HIDDEN, JOINT, Layer, OWNERS, Places, RESULTS};
use crate::{Example, LossSums, Network};

/// The examples that are computed together. The gradient is the sum of those of such chunks in
/// their order, so it does not depend on the number of threads.
const CHUNK: usize = 16;

/// The gradient of the mean loss of examples, and the sums of their losses.
///
/// Chunks of examples are computed on the threads of rayon's pool.
pub fn gradient(network: &Network, examples: &[Example]) -> (Vec<f32>, LossSums) {
    gradient_with(network, Activation::Rectifier, InstructionSet::best(), examples)
}

/// The same with another function between the layers, and on one instruction set.
pub(crate) fn gradient_with(
    network: &Network,
    activation: Activation,
    set: InstructionSet,
    examples: &[Example],
) -> (Vec<f32>, LossSums) {
    let layers = Layers::new(network, activation, set, Purpose::Training);
    let places = Places::of(network.shape());
    let scale = 1.0 / examples.len() as f32;
    let of_chunk = |memory: &mut Memory, chunk: &[Example]| {
        let mut gradient = vec![0.0; places.end];
        let loss = memory.differentiate(&layers, &places, chunk, scale, &mut gradient);
        (gradient, loss)
    };
    let chunks: Vec<_> = examples.par_chunks(CHUNK).map_init(Memory::default, of_chunk).collect();
    let mut sum = (vec![0.0; places.end], LossSums::default());
    for (gradient, loss) in chunks {
        for (sum, number) in sum.0.iter_mut().zip(gradient) {
            *sum += number;
        }
        sum.1 += loss;
    }
    sum
}

/// The memory of a thread.
#[derive(Default)]
struct Memory {
    activations: Activations,
    /// The gradient of the tensor after the current convolution.
    tensor: Buffer,
    /// The gradient of the tensor before it.
    before: Buffer,
    /// The gradient that goes around a block.
    around: Buffer,
    features: Buffer,
    hidden: Buffer,
    ownership: Buffer,
}

impl Memory {
    /// Adds the gradient of the loss of a chunk, times `scale`.
    fn differentiate(
        &mut self,
        layers: &Layers,
        places: &Places,
        chunk: &[Example],
        scale: f32,
        gradient: &mut [f32],
    ) -> LossSums {
        let boards: Vec<_> = chunk.iter().map(|example| example.board).collect();
        layers.apply(&boards, &mut self.activations);
        let mut loss = LossSums::default();
        let Activations { joint, results, ownership, .. } = &mut self.activations;
        let outputs = joint
            .chunks_exact_mut(JOINT)
            .zip(results.chunks_exact_mut(RESULTS))
            .zip(ownership.chunks_exact_mut(64 * OWNERS));
        for (example, ((joint, results), ownership)) in chunk.iter().zip(outputs) {
            loss += Outputs { joint, results, ownership }.differentiate(example, scale);
        }
        self.heads(layers, places, chunk.len(), gradient);
        self.tower(layers, places, chunk.len(), gradient);
        loss
    }

    /// Goes back from the outputs to the tensor after the last convolution.
    fn heads(&mut self, layers: &Layers, places: &Places, count: usize, gradient: &mut [f32]) {
        let Self { activations, tensor, features, hidden, ownership, .. } = self;
        let last = activations.last(layers.convolutions.len());
        let (set, activation) = (layers.set, layers.activation);
        let mut back =
            |dense: &Dense, layer: &Layer, from: &[f32], to: &[f32], out: &mut Buffer| {
                let &Dense { inputs, outputs, ref backward, .. } = dense;
                let rows = to.len() / outputs;
                set.run(MultiplyTransposed {
                    left: from,
                    left_columns: inputs,
                    stride: inputs,
                    right: to,
                    right_columns: outputs,
                    out: &mut gradient[layer.weights.clone()],
                    rows,
                });
                add_rows(to, &mut gradient[layer.bias.clone()]);
                out.resize(rows * inputs);
                let right = backward.factor(0);
                set.run(Multiply { left: to, stride: outputs, right, bias: None, out, rows });
            };
        back(&layers.results, &places.results, &activations.hidden, &activations.results, hidden);
        let mut joint = activations.joint.clone();
        activation.differentiate(hidden, &activations.hidden);
        for (row, hidden) in joint.chunks_exact_mut(JOINT).zip(hidden.chunks_exact(HIDDEN)) {
            row[64..].copy_from_slice(hidden);
        }
        back(&layers.joint, &places.joint, &activations.features, &joint, features);
        activation.differentiate(features, &activations.features);
        debug_assert_eq!(features.len(), count * 64 * FEATURES);
        back(&layers.features, &places.features, last, features, tensor);
        back(&layers.ownership, &places.ownership, last, &activations.ownership, ownership);
        for (to, from) in tensor.iter_mut().zip(&**ownership) {
            *to += from;
        }
    }

    /// Goes back from the tensor after the last convolution to the planes.
    fn tower(&mut self, layers: &Layers, places: &Places, count: usize, gradient: &mut [f32]) {
        let Self { activations, tensor, before, around, .. } = self;
        let Activations { planes, tensors, transformed, .. } = activations;
        for (number, convolution) in layers.convolutions.iter().enumerate().rev() {
            layers.activation.differentiate(tensor, &tensors[number]);
            let layer = &places.convolutions[number];
            add_rows(tensor, &mut gradient[layer.bias.clone()]);
            before.resize(tensor.len());
            let is_second = number % 2 == 0;
            if is_second {
                around.copy(tensor);
                before.fill(0.0);
            } else {
                before.copy_from_slice(around);
            }
            layers.set.run(Differentiate {
                convolution,
                from: if number == 0 { planes } else { &tensors[number - 1] },
                to: tensor,
                weights: &mut gradient[layer.weights.clone()],
                adjoint: (number > 0).then_some(&mut before[..]),
                boards: count,
                memory: transformed,
            });
            std::mem::swap(tensor, before);
        }
    }
}

/// Adds all rows to `sum`.
fn add_rows(rows: &[f32], sum: &mut [f32]) {
    for row in rows.chunks_exact(sum.len()) {
        for (sum, number) in sum.iter_mut().zip(row) {
            *sum += number;
        }
    }
}
