//! A convolution of 3x3 squares, with its weights transformed.

use outflank_core::{InstructionSet, Kernel, Task};

use crate::matrix::{Panels, multiply, multiply_transposed};
use crate::winograd::{LANES, PARTS, TILES, Transform, stride};

/// The weights of a convolution: by row and column of the 3x3 squares, then by input channel,
/// then by output channel.
pub(crate) const SQUARES: usize = 9;

/// A convolution that is ready to be applied.
#[derive(Clone, Debug)]
pub(crate) struct Convolution {
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    forward: Vec<Panels>,
    /// The transposed factors, for gradients; empty if none are needed.
    backward: Vec<Panels>,
}

/// Memory for transformed tensors.
#[derive(Clone, Debug, Default)]
pub(crate) struct Transformed {
    inputs: Vec<f32>,
    outputs: Vec<f32>,
    weights: Vec<f32>,
}

impl Transformed {
    fn reserve(&mut self, boards: usize, convolution: &Convolution) {
        let of = |channels| PARTS * stride(boards, channels);
        let grow = |buffer: &mut Vec<f32>, length| {
            if buffer.len() < length {
                buffer.resize(length, 0.0);
            }
        };
        grow(&mut self.inputs, of(convolution.inputs));
        grow(&mut self.outputs, of(convolution.outputs));
    }
}

impl Convolution {
    /// Transforms weights; those of gradients too if `has_gradient`.
    pub(crate) fn new(weights: &[f32], inputs: usize, outputs: usize, purpose: Purpose) -> Self {
        let size = inputs * outputs;
        let mut parts = vec![0.0; PARTS * size];
        InstructionSet::best().run(TransformWeights { weights, parts: &mut parts, size });
        let mut forward = vec![Panels::default(); PARTS];
        for (panels, part) in forward.iter_mut().zip(parts.chunks_exact(size)) {
            panels.fill(inputs, outputs, |input, output| part[input * outputs + output]);
        }
        let mut backward = Vec::new();
        // The planes of a board need no gradient.
        if purpose == Purpose::Training && inputs.is_multiple_of(crate::matrix::COLUMNS) {
            backward = vec![Panels::default(); PARTS];
            for (panels, part) in backward.iter_mut().zip(parts.chunks_exact(size)) {
                panels.fill(outputs, inputs, |output, input| part[input * outputs + output]);
            }
        }
        Self { inputs, outputs, forward, backward }
    }

    /// Convolves the tensor `from`, adds the bias and the residual, and sets negative numbers to
    /// zero.
    pub(crate) fn apply(
        &self,
        from: &[f32],
        bias: &[f32],
        residual: Option<&[f32]>,
        to: &mut [f32],
        boards: usize,
        memory: &mut Transformed,
    ) {
        memory.reserve(boards, self);
        let Transformed { inputs, outputs, .. } = memory;
        Transform::Input.apply(from, inputs, boards, self.inputs);
        let [left, right] = [self.inputs, self.outputs].map(|channels| stride(boards, channels));
        for (part, panels) in self.forward.iter().enumerate() {
            let (from, to) = (&inputs[part * left..], &mut outputs[part * right..]);
            multiply(from, panels, to, boards * TILES);
        }
        Transform::Output { bias, residual }.apply(outputs, to, boards, self.outputs);
    }

    /// Adds the gradient of the weights to `weights`, and that of the tensor `from` to `adjoint`,
    /// given the gradient `to` of the result before negative numbers were set to zero.
    pub(crate) fn differentiate(
        &self,
        from: &[f32],
        to: &[f32],
        weights: &mut [f32],
        adjoint: Option<&mut [f32]>,
        boards: usize,
        memory: &mut Transformed,
    ) {
        memory.reserve(boards, self);
        let Transformed { inputs, outputs, weights: parts } = memory;
        let size = self.inputs * self.outputs;
        parts.resize(PARTS * size, 0.0);
        Transform::Input.apply(from, inputs, boards, self.inputs);
        Transform::OutputAdjoint.apply(to, outputs, boards, self.outputs);
        let [left, right] = [self.inputs, self.outputs].map(|channels| stride(boards, channels));
        for part in 0..PARTS {
            let (from, to) = (&inputs[part * left..], &outputs[part * right..]);
            let sums = &mut parts[part * size..][..size];
            multiply_transposed(from, self.inputs, to, self.outputs, sums, boards * TILES);
        }
        InstructionSet::best().run(WeightsAdjoint { parts, weights, size });
        let Some(adjoint) = adjoint else { return };
        for (part, panels) in self.backward.iter().enumerate() {
            let (from, to) = (&outputs[part * right..], &mut inputs[part * left..]);
            multiply(from, panels, to, boards * TILES);
        }
        Transform::InputAdjoint.apply(inputs, adjoint, boards, self.inputs);
    }
}

/// Whether gradients are needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Inference,
    Training,
}

/// Transforms the 3x3 weights between each two channels to 6x6 numbers: G w G^T.
struct TransformWeights<'a> {
    weights: &'a [f32],
    parts: &'a mut [f32],
    size: usize,
}

impl Task for TransformWeights<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) {
        let Self { weights, parts, size } = self;
        for at in (0..size).step_by(LANES) {
            for lane in at..at + LANES {
                let mut lines = [[0.0; 3]; 6];
                for column in 0..3 {
                    let line =
                        weight_line([0, 1, 2].map(|row| weights[(row * 3 + column) * size + lane]));
                    for row in 0..6 {
                        lines[row][column] = line[row];
                    }
                }
                for (row, line) in lines.into_iter().enumerate() {
                    for (column, number) in weight_line(line).into_iter().enumerate() {
                        parts[(row * 6 + column) * size + lane] = number;
                    }
                }
            }
        }
    }
}

/// Adds the gradient of the 3x3 weights, G^T u G.
struct WeightsAdjoint<'a> {
    parts: &'a [f32],
    weights: &'a mut [f32],
    size: usize,
}

impl Task for WeightsAdjoint<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) {
        let Self { parts, weights, size } = self;
        for lane in 0..size {
            let mut lines = [[0.0; 6]; 3];
            for column in 0..6 {
                let line = weight_line_adjoint(
                    [0, 1, 2, 3, 4, 5].map(|row| parts[(row * 6 + column) * size + lane]),
                );
                for row in 0..3 {
                    lines[row][column] = line[row];
                }
            }
            for (row, line) in lines.into_iter().enumerate() {
                for (column, number) in weight_line_adjoint(line).into_iter().enumerate() {
                    weights[(row * 3 + column) * size + lane] += number;
                }
            }
        }
    }
}

/// Multiplies by the matrix G of the algorithm.
#[inline(always)]
fn weight_line([a, b, c]: [f32; 3]) -> [f32; 6] {
    const SIXTH: f32 = 1.0 / 6.0;
    const TWENTY_FOURTH: f32 = 1.0 / 24.0;
    [
        0.25 * a,
        -SIXTH * (a + b + c),
        -SIXTH * (a - b + c),
        TWENTY_FOURTH * (a + 2.0 * b + 4.0 * c),
        TWENTY_FOURTH * (a - 2.0 * b + 4.0 * c),
        c,
    ]
}

/// The adjoint of [`weight_line`].
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "numbers of a line have no names")]
fn weight_line_adjoint([a, b, c, d, e, f]: [f32; 6]) -> [f32; 3] {
    let (near, far) = ((b + c) / 6.0, (d + e) / 24.0);
    [0.25 * a - near + far, (c - b) / 6.0 + (d - e) / 12.0, 4.0 * far - near + f]
}
