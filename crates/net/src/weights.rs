//! The weights of a convolution, transformed, and the gradient of them.

use outflank_core::floats::{FloatKernel, Floats, WIDTH};
use outflank_core::{Kernel, Task};

use crate::lines::scaled;
use crate::matrix::Panels;

/// Transforms the 3x3 weights between each two channels to 6x6 numbers: G w G^T.
pub(crate) struct TransformWeights<'a> {
    pub(crate) weights: &'a [f32],
    pub(crate) inputs: usize,
    pub(crate) outputs: usize,
    /// A factor for each of the 36 numbers.
    pub(crate) factors: &'a mut Panels,
}

impl Task for TransformWeights<'_> {
    type Output = ();

    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "the columns of a square of numbers")]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { weights, inputs, outputs, factors } = self;
        let panels = outputs / WIDTH;
        let weights = weights.as_chunks().0;
        for input in 0..inputs {
            for panel in 0..panels {
                let mut lines = [[kernel.splat(0.0); 6]; 3];
                for (column, line) in lines.iter_mut().enumerate() {
                    let mut three = [kernel.splat(0.0); 3];
                    for (row, floats) in three.iter_mut().enumerate() {
                        let place = ((row * 3 + column) * inputs + input) * panels + panel;
                        *floats = kernel.load(&weights[place]);
                    }
                    *line = weight_line(kernel, three);
                }
                for row in 0..6 {
                    let line = [lines[0][row], lines[1][row], lines[2][row]];
                    for (column, floats) in weight_line(kernel, line).into_iter().enumerate() {
                        floats.store(factors.row_mut(row * 6 + column, input, panel));
                    }
                }
            }
        }
    }
}

/// Adds the gradient of the 3x3 weights, G^T u G.
pub(crate) struct WeightsAdjoint<'a> {
    /// 36 parts of the size of a pair of channels.
    pub(crate) parts: &'a [f32],
    pub(crate) weights: &'a mut [f32],
}

impl Task for WeightsAdjoint<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { parts, weights } = self;
        let (parts, weights) = (parts.as_chunks().0, weights.as_chunks_mut().0);
        let size = weights.len() / 9;
        for place in 0..size {
            let mut lines = [[kernel.splat(0.0); 3]; 6];
            for (column, line) in lines.iter_mut().enumerate() {
                let mut six = [kernel.splat(0.0); 6];
                for (row, floats) in six.iter_mut().enumerate() {
                    *floats = kernel.load(&parts[(row * 6 + column) * size + place]);
                }
                *line = weight_line_adjoint(kernel, six);
            }
            for row in 0..3 {
                let line = weight_line_adjoint(kernel, lines.map(|line| line[row]));
                for (column, floats) in line.into_iter().enumerate() {
                    let weight = &mut weights[(row * 3 + column) * size + place];
                    (kernel.load(weight) + floats).store(weight);
                }
            }
        }
    }
}

const SIXTH: f32 = 1.0 / 6.0;
const TWELFTH: f32 = 1.0 / 12.0;
const TWENTY_FOURTH: f32 = 1.0 / 24.0;

type Line<K, const N: usize> = [<K as FloatKernel>::Floats; N];

/// Multiplies by the matrix G of the algorithm.
#[inline(always)]
fn weight_line<K: Kernel>(kernel: K, [a, b, c]: Line<K, 3>) -> Line<K, 6> {
    let zero = kernel.splat(0.0);
    let (near, far) = (a + c, scaled(kernel, 4.0, c, a));
    let twice = b + b;
    [
        scaled(kernel, 0.25, a, zero),
        scaled(kernel, -SIXTH, near + b, zero),
        scaled(kernel, -SIXTH, near - b, zero),
        scaled(kernel, TWENTY_FOURTH, far + twice, zero),
        scaled(kernel, TWENTY_FOURTH, far - twice, zero),
        c,
    ]
}

/// The adjoint of [`weight_line`].
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "numbers of a line have no names")]
fn weight_line_adjoint<K: Kernel>(kernel: K, [a, b, c, d, e, f]: Line<K, 6>) -> Line<K, 3> {
    let far = scaled(kernel, TWENTY_FOURTH, d + e, kernel.splat(0.0));
    let far_minus_near = scaled(kernel, -SIXTH, b + c, far);
    let odd = scaled(kernel, TWELFTH, d - e, kernel.splat(0.0));
    [
        scaled(kernel, 0.25, a, far_minus_near),
        scaled(kernel, SIXTH, c - b, odd),
        scaled(kernel, 3.0, far, far_minus_near) + f,
    ]
}
