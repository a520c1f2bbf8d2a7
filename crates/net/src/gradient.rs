//! The gradient of the loss.

use rayon::prelude::*;

use crate::convolution::Purpose;
use crate::layers::{Activations, Dense, Layers};
use crate::loss::Outputs;
use crate::matrix::{multiply, multiply_transposed};
use crate::shape::{FEATURES, HIDDEN, JOINT, Layer, OWNERS, Places, RESULTS};
use crate::{Example, LossSums, Network};

/// The examples that are computed together. The gradient is the sum of those of such chunks in
/// their order, so it does not depend on the number of threads.
const CHUNK: usize = 16;

/// The gradient of the mean loss of examples, and the sums of their losses.
///
/// Chunks of examples are computed on the threads of rayon's pool.
pub fn gradient(network: &Network, examples: &[Example]) -> (Vec<f32>, LossSums) {
    let layers = Layers::new(network, Purpose::Training);
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
    tensor: Vec<f32>,
    /// The gradient of the tensor before it.
    before: Vec<f32>,
    features: Vec<f32>,
    hidden: Vec<f32>,
    ownership: Vec<f32>,
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
        let mut sums = Vec::new();
        let mut back =
            |dense: &Dense, layer: &Layer, from: &[f32], to: &[f32], out: &mut Vec<f32>| {
                let rows = to.len() / dense.outputs;
                sums.resize(dense.inputs * dense.outputs, 0.0);
                multiply_transposed(from, dense.inputs, to, dense.outputs, &mut sums, rows);
                gradient[layer.weights.clone()].copy_from_slice(&sums);
                add_rows(to, &mut gradient[layer.bias.clone()]);
                out.resize(rows * dense.inputs, 0.0);
                multiply(to, &dense.backward, out, rows);
            };
        back(&layers.results, &places.results, &activations.hidden, &activations.results, hidden);
        let mut joint = activations.joint.clone();
        let rows = joint.chunks_exact_mut(JOINT).zip(hidden.chunks_exact(HIDDEN));
        for ((row, hidden), kept) in rows.zip(activations.hidden.chunks_exact(HIDDEN)) {
            for ((to, from), kept) in row[64..].iter_mut().zip(hidden).zip(kept) {
                *to = if *kept > 0.0 { *from } else { 0.0 };
            }
        }
        back(&layers.joint, &places.joint, &activations.features, &joint, features);
        mask(features, &activations.features);
        debug_assert_eq!(features.len(), count * 64 * FEATURES);
        back(&layers.features, &places.features, last, features, tensor);
        back(&layers.ownership, &places.ownership, last, &activations.ownership, ownership);
        for (to, from) in tensor.iter_mut().zip(&*ownership) {
            *to += from;
        }
    }

    /// Goes back from the tensor after the last convolution to the planes.
    fn tower(&mut self, layers: &Layers, places: &Places, count: usize, gradient: &mut [f32]) {
        let Self { activations, tensor, before, .. } = self;
        let Activations { planes, tensors, transformed, .. } = activations;
        // The gradient that goes around a block.
        let mut around: Vec<f32> = Vec::new();
        for (number, convolution) in layers.convolutions.iter().enumerate().rev() {
            mask(tensor, &tensors[number]);
            let layer = &places.convolutions[number];
            add_rows(tensor, &mut gradient[layer.bias.clone()]);
            let weights = &mut gradient[layer.weights.clone()];
            if number == 0 {
                convolution.differentiate(planes, tensor, weights, None, count, transformed);
                return;
            }
            let is_second = number % 2 == 0;
            if is_second {
                around.clone_from(tensor);
                before.clear();
                before.resize(tensor.len(), 0.0);
            } else {
                before.clone_from(&around);
            }
            let from = &tensors[number - 1];
            convolution.differentiate(from, tensor, weights, Some(before), count, transformed);
            std::mem::swap(tensor, before);
        }
    }
}

/// Sets the gradient to zero where the result was set to zero.
fn mask(gradient: &mut [f32], result: &[f32]) {
    for (number, result) in gradient.iter_mut().zip(result) {
        if *result <= 0.0 {
            *number = 0.0;
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
