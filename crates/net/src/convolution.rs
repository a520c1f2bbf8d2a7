//! A convolution of 3x3 squares, with its weights transformed.

use outflank_core::floats::WIDTH;
use outflank_core::{InstructionSet, Kernel, Task};

use crate::activation::Activation;
use crate::buffer::Buffer;
use crate::matrix::{Multiply, MultiplyTransposed, Panels};
use crate::weights::{TransformWeights, WeightsAdjoint};
use crate::winograd::{Apply, PARTS, TILES, Transform, stride};

/// The weights of a convolution: by row and column of the 3x3 squares, then by input channel,
/// then by output channel.
pub(crate) const SQUARES: usize = 9;

/// The boards that are transformed together. The transformed tensors of more do not fit into the
/// cache beside the weights.
const GROUP: usize = 6;

/// A convolution that is ready to be applied.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    inputs: usize,
    outputs: usize,
    forward: Panels,
    /// The transposed factors, for gradients; `None` if none are needed.
    backward: Option<Panels>,
}

/// Memory for transformed tensors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transformed {
    inputs: Buffer,
    outputs: Buffer,
    weights: Buffer,
}

/// Whether gradients are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Inference,
    Training,
}

impl Convolution {
    /// Transforms weights; those of gradients too if it is for training.
    pub(crate) fn new(
        set: InstructionSet,
        weights: &[f32],
        inputs: usize,
        outputs: usize,
        purpose: Purpose,
    ) -> Self {
        let mut forward = Panels::new(PARTS, inputs, outputs);
        set.run(TransformWeights { weights, inputs, outputs, factors: &mut forward });
        // The planes of a board need no gradient.
        let is_needed = purpose == Purpose::Training && inputs.is_multiple_of(WIDTH);
        let backward = is_needed.then(|| {
            let mut backward = Panels::new(PARTS, outputs, inputs);
            backward.fill(|part, output, input| forward.entry(part, input, output));
            backward
        });
        Self { inputs, outputs, forward, backward }
    }

    /// The channels of a tensor of inputs. Those beyond the inputs are filled with zeros.
    const fn input_stride(&self) -> usize {
        self.inputs.next_multiple_of(WIDTH)
    }
}

/// Convolves the tensor `from`, adds the bias and the residual, and applies the activation.
pub(crate) struct Convolve<'a> {
    pub(crate) convolution: &'a Convolution,
    pub(crate) from: &'a [f32],
    pub(crate) bias: &'a [f32],
    pub(crate) residual: Option<&'a [f32]>,
    pub(crate) activation: Activation,
    pub(crate) to: &'a mut [f32],
    pub(crate) memory: &'a mut Transformed,
}

impl Task for Convolve<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { convolution, from, bias, residual, activation, to, memory } = self;
        let (inputs, outputs) = (convolution.input_stride(), convolution.outputs);
        let Transformed { inputs: left, outputs: right, .. } = memory;
        left.resize(PARTS * stride(GROUP, inputs));
        right.resize(PARTS * stride(GROUP, outputs));
        for (number, to) in to.chunks_mut(GROUP * 64 * outputs).enumerate() {
            let boards = to.len() / (64 * outputs);
            let first = number * GROUP * 64;
            let from = &from[first * inputs..];
            let residual = residual.map(|residual| &residual[first * outputs..]);
            let input = Transform::Input;
            kernel.run(Apply { transform: input, from, to: left, boards, channels: inputs });
            for part in 0..PARTS {
                kernel.run(Multiply {
                    left: &left[part * stride(boards, inputs)..],
                    stride: inputs,
                    right: convolution.forward.factor(part),
                    bias: None,
                    out: &mut right[part * stride(boards, outputs)..],
                    rows: boards * TILES,
                });
            }
            let transform = Transform::Output { bias, residual, activation };
            kernel.run(Apply { transform, from: right, to, boards, channels: outputs });
        }
    }
}

/// Adds the gradient of the weights to `weights`, and that of the tensor `from` to `adjoint`,
/// given the gradient `to` of the result before its activation.
pub(crate) struct Differentiate<'a> {
    pub(crate) convolution: &'a Convolution,
    pub(crate) from: &'a [f32],
    pub(crate) to: &'a [f32],
    pub(crate) weights: &'a mut [f32],
    /// `None` if it is not needed.
    pub(crate) adjoint: Option<&'a mut [f32]>,
    pub(crate) boards: usize,
    pub(crate) memory: &'a mut Transformed,
}

impl Task for Differentiate<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { convolution, from, to, weights, adjoint, boards, memory } = self;
        let (inputs, outputs) = (convolution.input_stride(), convolution.outputs);
        let Transformed { inputs: left, outputs: right, weights: parts } = memory;
        let [left_part, right_part] = [inputs, outputs].map(|channels| stride(boards, channels));
        left.resize(PARTS * left_part);
        right.resize(PARTS * right_part);
        let size = convolution.inputs * outputs;
        parts.resize(PARTS * size);
        let input = Transform::Input;
        kernel.run(Apply { transform: input, from, to: left, boards, channels: inputs });
        let output = Transform::OutputAdjoint;
        kernel.run(Apply { transform: output, from: to, to: right, boards, channels: outputs });
        for (part, out) in parts.chunks_exact_mut(size).enumerate() {
            kernel.run(MultiplyTransposed {
                left: &left[part * left_part..],
                left_columns: convolution.inputs,
                stride: inputs,
                right: &right[part * right_part..],
                right_columns: outputs,
                out,
                rows: boards * TILES,
            });
        }
        kernel.run(WeightsAdjoint { parts, weights });
        let Some((adjoint, backward)) = adjoint.zip(convolution.backward.as_ref()) else { return };
        for part in 0..PARTS {
            kernel.run(Multiply {
                left: &right[part * right_part..],
                stride: outputs,
                right: backward.factor(part),
                bias: None,
                out: &mut left[part * left_part..],
                rows: boards * TILES,
            });
        }
        let transform = Transform::InputAdjoint;
        kernel.run(Apply { transform, from: left, to: adjoint, boards, channels: inputs });
    }
}
