//! Convolutions of 3x3 squares by the algorithm of Winograd, F(4x4, 3x3).
//!
//! A board of 8x8 squares is four tiles of 4x4. A tile needs the 6x6 squares around it. Both the
//! squares and the weights are transformed to 36 numbers, between which a convolution is 36
//! products of matrices with a quarter of the multiplications. The gradient is the exact adjoint
//! of each step.
//!
//! A tensor has a row of channels for each square of each board. A transformed tensor has 36
//! parts, each with a row of channels for each tile.

use outflank_core::floats::{Floats, WIDTH};
use outflank_core::{Kernel, Task};

use crate::activation::Activation;
use crate::lines::{input_line, input_line_adjoint, output_line, output_line_adjoint};
use crate::matrix::Row;

/// The numbers of a transformed tile.
pub(crate) const PARTS: usize = 36;
/// The tiles of a board.
pub(crate) const TILES: usize = 4;

/// The distance between the parts of a transformed tensor. Without the line between them all
/// parts of a tile would compete for the same places in the cache.
pub(crate) const fn stride(boards: usize, channels: usize) -> usize {
    boards * TILES * channels + WIDTH
}

/// A transform of whole tensors.
#[derive(Clone, Copy)]
pub(crate) enum Transform<'a> {
    /// Squares to their transformed tiles.
    Input,
    /// The adjoint of [`Transform::Input`], added to what is there.
    InputAdjoint,
    /// Transformed tiles to squares.
    Output {
        /// Added to the numbers of each square.
        bias: &'a [f32],
        /// Added to the result.
        residual: Option<&'a [f32]>,
        /// Applied to the sum.
        activation: Activation,
    },
    /// The adjoint of [`Transform::Output`], without its activation.
    OutputAdjoint,
}

/// Transforms `from` to `to`. The channels are a multiple of 16.
pub(crate) struct Apply<'a> {
    pub(crate) transform: Transform<'a>,
    pub(crate) from: &'a [f32],
    pub(crate) to: &'a mut [f32],
    pub(crate) boards: usize,
    pub(crate) channels: usize,
}

impl Task for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) {
        debug_assert!(self.channels.is_multiple_of(WIDTH));
        for board in 0..self.boards {
            // The half of the board is known to the compiler, so that it leaves out the squares
            // beside the board.
            for lower in 0..2 {
                self.tile::<K, 0>(kernel, board, lower);
                self.tile::<K, 1>(kernel, board, lower);
            }
        }
    }
}

impl Apply<'_> {
    #[inline(always)]
    fn tile<K: Kernel, const RIGHT: usize>(&mut self, kernel: K, board: usize, lower: usize) {
        let vectors = self.channels / WIDTH;
        let part = stride(self.boards, self.channels) / WIDTH;
        let (from, to) = (self.from.as_chunks().0, self.to.as_chunks_mut().0);
        for vector in 0..vectors {
            let first = board * 64 * vectors + vector;
            let squares = Squares::<RIGHT> { lower, first, step: vectors };
            let tile = board * TILES + lower * 2 + RIGHT;
            let parts = Parts { first: tile * vectors + vector, step: part };
            match self.transform {
                Transform::Input => input(kernel, from, to, squares, parts),
                Transform::InputAdjoint => input_adjoint(kernel, from, to, squares, parts),
                Transform::Output { bias, residual, activation } => {
                    let bias = kernel.load(&bias.as_chunks().0[vector]);
                    let residual = residual.map(|residual| residual.as_chunks().0);
                    let finish = Finish { bias, residual, activation };
                    output(kernel, from, to, squares, parts, finish);
                }
                Transform::OutputAdjoint => output_adjoint(kernel, from, to, squares, parts),
            }
        }
    }
}

/// The places of the squares of a tile in a tensor. `RIGHT` is 1 in the right half of the board.
#[derive(Clone, Copy)]
struct Squares<const RIGHT: usize> {
    /// 1 in the lower half of the board.
    lower: usize,
    /// The place of the first square of the board.
    first: usize,
    /// The distance between squares.
    step: usize,
}

impl<const RIGHT: usize> Squares<RIGHT> {
    /// The place of one of the 6x6 squares; `None` outside of the board.
    #[inline(always)]
    fn around(self, row: usize, column: usize) -> Option<usize> {
        let (row, column) = (self.lower * 4 + row, RIGHT * 4 + column);
        let is_inside = (1..=8).contains(&row) && (1..=8).contains(&column);
        if is_inside { Some(self.first + ((row - 1) * 8 + column - 1) * self.step) } else { None }
    }

    /// The place of one of the 4x4 squares.
    #[inline(always)]
    fn inside(self, row: usize, column: usize) -> usize {
        self.first + ((self.lower * 4 + row) * 8 + RIGHT * 4 + column) * self.step
    }
}

/// The places of the 36 numbers of a tile in a transformed tensor.
#[derive(Clone, Copy)]
struct Parts {
    first: usize,
    step: usize,
}

impl Parts {
    #[inline(always)]
    const fn place(self, row: usize, column: usize) -> usize {
        self.first + (row * 6 + column) * self.step
    }
}

/// A line of expressions, one for each of the numbers. It is written out so that the compiler
/// knows every number. A closure would not be compiled for the kernel.
macro_rules! line {
    ($at:ident in [$($number:literal)*] => $of:expr) => {
        [$({
            let $at: usize = $number;
            $of
        }),*]
    };
}

#[inline(always)]
fn input<K: Kernel, const RIGHT: usize>(
    kernel: K,
    from: &[Row],
    to: &mut [Row],
    squares: Squares<RIGHT>,
    parts: Parts,
) {
    let mut lines = [[kernel.splat(0.0); 6]; 6];
    for (row, line) in lines.iter_mut().enumerate() {
        let numbers = line!(column in [0 1 2 3 4 5] => match squares.around(row, column) {
            Some(place) => kernel.load(&from[place]),
            None => kernel.splat(0.0),
        });
        *line = input_line(kernel, numbers);
    }
    for column in 0..6 {
        let line = input_line(kernel, line!(row in [0 1 2 3 4 5] => lines[row][column]));
        for (row, floats) in line.into_iter().enumerate() {
            floats.store(&mut to[parts.place(row, column)]);
        }
    }
}

#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "the columns of a square of numbers")]
fn input_adjoint<K: Kernel, const RIGHT: usize>(
    kernel: K,
    from: &[Row],
    to: &mut [Row],
    squares: Squares<RIGHT>,
    parts: Parts,
) {
    let mut lines = [[kernel.splat(0.0); 6]; 6];
    for (column, line) in lines.iter_mut().enumerate() {
        let numbers = line!(row in [0 1 2 3 4 5] => kernel.load(&from[parts.place(row, column)]));
        *line = input_line_adjoint(kernel, numbers);
    }
    for row in 0..6 {
        let numbers = line!(column in [0 1 2 3 4 5] => lines[column][row]);
        let line = input_line_adjoint(kernel, numbers);
        line!(column in [0 1 2 3 4 5] => if let Some(place) = squares.around(row, column) {
            (kernel.load(&to[place]) + line[column]).store(&mut to[place]);
        });
    }
}

/// What [`Transform::Output`] does with a sum.
#[derive(Clone, Copy)]
struct Finish<'a, F> {
    bias: F,
    residual: Option<&'a [Row]>,
    activation: Activation,
}

#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "the columns of a square of numbers")]
fn output<K: Kernel, const RIGHT: usize>(
    kernel: K,
    from: &[Row],
    to: &mut [Row],
    squares: Squares<RIGHT>,
    parts: Parts,
    finish: Finish<'_, K::Floats>,
) {
    let mut lines = [[kernel.splat(0.0); 4]; 6];
    for (row, line) in lines.iter_mut().enumerate() {
        let numbers =
            line!(column in [0 1 2 3 4 5] => kernel.load(&from[parts.place(row, column)]));
        *line = output_line(kernel, numbers);
    }
    for column in 0..4 {
        let line = output_line(kernel, line!(row in [0 1 2 3 4 5] => lines[row][column]));
        for (row, floats) in line.into_iter().enumerate() {
            let place = squares.inside(row, column);
            let mut sum = floats + finish.bias;
            if let Some(residual) = finish.residual {
                sum = sum + kernel.load(&residual[place]);
            }
            finish.activation.of_floats(kernel, sum).store(&mut to[place]);
        }
    }
}

#[inline(always)]
fn output_adjoint<K: Kernel, const RIGHT: usize>(
    kernel: K,
    from: &[Row],
    to: &mut [Row],
    squares: Squares<RIGHT>,
    parts: Parts,
) {
    let mut lines = [[kernel.splat(0.0); 6]; 4];
    for (row, line) in lines.iter_mut().enumerate() {
        let numbers = line!(column in [0 1 2 3] => kernel.load(&from[squares.inside(row, column)]));
        *line = output_line_adjoint(kernel, numbers);
    }
    for column in 0..6 {
        let line = output_line_adjoint(kernel, line!(row in [0 1 2 3] => lines[row][column]));
        for (row, floats) in line.into_iter().enumerate() {
            floats.store(&mut to[parts.place(row, column)]);
        }
    }
}
