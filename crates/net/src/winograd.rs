//! Convolutions of 3x3 squares by the algorithm of Winograd, F(4x4, 3x3).
//!
//! A board of 8x8 squares is four tiles of 4x4. A tile needs the 6x6 squares around it. Both the
//! squares and the weights are transformed to 36 numbers, between which a convolution is 36
//! products of matrices with a quarter of the multiplications. The gradient is the exact adjoint
//! of each step.
//!
//! A tensor has a row of channels for each square of each board. A transformed tensor has 36
//! parts, each with a row of channels for each tile.

use std::ops::{Add, Mul, Sub};

use outflank_core::{InstructionSet, Kernel, Task};

/// The channels that are transformed together.
pub(crate) const LANES: usize = 8;
/// The numbers of a transformed tile.
pub(crate) const PARTS: usize = 36;
/// The tiles of a board.
pub(crate) const TILES: usize = 4;

/// A few floats between the parts of a transformed tensor. Without them all parts of a tile
/// would compete for the same places in the cache.
const GAP: usize = 16;

/// The distance between the parts of a transformed tensor.
pub(crate) const fn stride(boards: usize, channels: usize) -> usize {
    boards * TILES * channels + GAP
}

/// The same square in several channels.
#[derive(Clone, Copy)]
struct Lanes([f32; LANES]);

impl Lanes {
    const ZERO: Self = Self([0.0; LANES]);

    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        let mut lanes = [0.0; LANES];
        lanes.copy_from_slice(&from[..LANES]);
        Self(lanes)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        to[..LANES].copy_from_slice(&self.0);
    }
}

macro_rules! by_lane {
    ($name:ident, $function:ident, $operator:tt) => {
        impl $name for Lanes {
            type Output = Self;

            #[inline(always)]
            fn $function(mut self, other: Self) -> Self {
                for lane in 0..LANES {
                    self.0[lane] $operator other.0[lane];
                }
                self
            }
        }
    };
}
by_lane!(Add, add, +=);
by_lane!(Sub, sub, -=);

impl Mul<Lanes> for f32 {
    type Output = Lanes;

    #[inline(always)]
    fn mul(self, mut lanes: Lanes) -> Lanes {
        for lane in &mut lanes.0 {
            *lane *= self;
        }
        lanes
    }
}

/// Multiplies by the transposed matrix B of the algorithm.
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "numbers of a line have no names")]
fn input_line(at: impl Fn(usize) -> Lanes, mut put: impl FnMut(usize, Lanes)) {
    let [a, b, c, d, e, f] = [at(0), at(1), at(2), at(3), at(4), at(5)];
    let (even, odd) = (e - 4.0 * c, d - 4.0 * b);
    let (near, far) = (e - c, 2.0 * (d - b));
    put(0, 4.0 * a - 5.0 * c + e);
    put(1, even + odd);
    put(2, even - odd);
    put(3, near + far);
    put(4, near - far);
    put(5, 4.0 * b - 5.0 * d + f);
}

/// The adjoint of [`input_line`].
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "numbers of a line have no names")]
fn input_line_adjoint(at: impl Fn(usize) -> Lanes, mut put: impl FnMut(usize, Lanes)) {
    let [a, b, c, d, e, f] = [at(0), at(1), at(2), at(3), at(4), at(5)];
    let (sum, difference) = (b + c, c - b);
    let (far_sum, far_difference) = (d + e, e - d);
    put(0, 4.0 * a);
    put(1, 4.0 * (difference + f) + 2.0 * far_difference);
    put(2, -5.0 * a - 4.0 * sum - far_sum);
    put(3, -5.0 * f - 2.0 * far_difference - difference);
    put(4, a + sum + far_sum);
    put(5, f);
}

/// Multiplies by the transposed matrix A of the algorithm.
#[inline(always)]
#[expect(clippy::many_single_char_names, reason = "numbers of a line have no names")]
fn output_line(at: impl Fn(usize) -> Lanes, mut put: impl FnMut(usize, Lanes)) {
    let [a, b, c, d, e, f] = [at(0), at(1), at(2), at(3), at(4), at(5)];
    let (sum, difference) = (b + c, b - c);
    let (far_sum, far_difference) = (d + e, d - e);
    put(0, a + sum + far_sum);
    put(1, difference + 2.0 * far_difference);
    put(2, sum + 4.0 * far_sum);
    put(3, difference + 8.0 * far_difference + f);
}

/// The adjoint of [`output_line`].
#[inline(always)]
fn output_line_adjoint(at: impl Fn(usize) -> Lanes, mut put: impl FnMut(usize, Lanes)) {
    let [a, b, c, d] = [at(0), at(1), at(2), at(3)];
    let (even, odd) = (a + c, b + d);
    let (far_even, far_odd) = (a + 4.0 * c, 2.0 * b + 8.0 * d);
    put(0, a);
    put(1, even + odd);
    put(2, even - odd);
    put(3, far_even + far_odd);
    put(4, far_even - far_odd);
    put(5, d);
}

/// A transform of whole tensors.
pub(crate) enum Transform<'a> {
    /// Squares to their transformed tiles.
    Input,
    /// The adjoint of [`Transform::Input`].
    InputAdjoint,
    /// Transformed tiles to squares, plus a bias for each channel.
    Output {
        /// The bias.
        bias: &'a [f32],
        /// Added to the result.
        residual: Option<&'a [f32]>,
    },
    /// The adjoint of [`Transform::Output`].
    OutputAdjoint,
}

impl Transform<'_> {
    /// Transforms `from` to `to`.
    pub(crate) fn apply(self, from: &[f32], to: &mut [f32], boards: usize, channels: usize) {
        debug_assert!(channels.is_multiple_of(LANES));
        InstructionSet::best().run(Apply { transform: self, from, to, boards, channels });
    }
}

struct Apply<'a> {
    transform: Transform<'a>,
    from: &'a [f32],
    to: &'a mut [f32],
    boards: usize,
    channels: usize,
}

impl Task for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, _: K) {
        let Self { transform, from, to, boards, channels } = self;
        let part = stride(boards, channels);
        let mut lines = [[Lanes::ZERO; 6]; 6];
        for board in 0..boards {
            for tile in 0..TILES {
                let place = Place { tile, square: board * 64 * channels, channels };
                let tile = (board * TILES + tile) * channels;
                for lane in (0..channels).step_by(LANES) {
                    let place = Place { square: place.square + lane, ..place };
                    let tile = tile + lane;
                    match &transform {
                        Transform::Input => place.input(from, &mut to[tile..], part, &mut lines),
                        Transform::InputAdjoint => {
                            place.input_adjoint(&from[tile..], to, part, &mut lines);
                        }
                        Transform::Output { bias, residual } => {
                            let bias = Lanes::load(&bias[lane..]);
                            place.output(&from[tile..], to, part, &mut lines, (bias, *residual));
                        }
                        Transform::OutputAdjoint => {
                            place.output_adjoint(from, &mut to[tile..], part, &mut lines);
                        }
                    }
                }
            }
        }
    }
}

/// A tile half transformed.
type Lines = [[Lanes; 6]; 6];

/// A tile of a board.
#[derive(Clone, Copy)]
struct Place {
    /// The number of the tile in its board.
    tile: usize,
    /// The place of the first square of the board in the tensor.
    square: usize,
    channels: usize,
}

impl Place {
    /// The row and column of the first square of the tile.
    #[inline(always)]
    const fn corner(self) -> [usize; 2] {
        [self.tile / 2 * 4, self.tile % 2 * 4]
    }

    /// The place in the tensor of one of the 6x6 squares; `None` outside of the board.
    #[inline(always)]
    fn around(self, row: usize, column: usize) -> Option<usize> {
        let [first_row, first_column] = self.corner();
        let (row, column) = (first_row + row, first_column + column);
        let is_inside = (1..=8).contains(&row) && (1..=8).contains(&column);
        is_inside.then(|| self.square + ((row - 1) * 8 + column - 1) * self.channels)
    }

    /// The place in the tensor of one of the 4x4 squares.
    #[inline(always)]
    fn inside(self, row: usize, column: usize) -> usize {
        let [first_row, first_column] = self.corner();
        self.square + ((first_row + row) * 8 + first_column + column) * self.channels
    }

    #[inline(always)]
    fn input(self, from: &[f32], to: &mut [f32], part: usize, lines: &mut Lines) {
        for (row, line) in lines.iter_mut().enumerate() {
            let at = |column| {
                let place = self.around(row, column);
                place.map_or(Lanes::ZERO, |place| Lanes::load(&from[place..]))
            };
            input_line(at, |column, lanes| line[column] = lanes);
        }
        for column in 0..6 {
            let put = |row, lanes: Lanes| lanes.store(&mut to[(row * 6 + column) * part..]);
            input_line(|row| lines[row][column], put);
        }
    }

    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "the columns of a square of numbers")]
    fn input_adjoint(self, from: &[f32], to: &mut [f32], part: usize, lines: &mut Lines) {
        for (row, line) in lines.iter_mut().enumerate() {
            let at = |column| Lanes::load(&from[(row * 6 + column) * part..]);
            input_line_adjoint(at, |column, lanes| line[column] = lanes);
        }
        for column in 0..6 {
            let mut line = [Lanes::ZERO; 6];
            input_line_adjoint(|row| lines[row][column], |row, lanes| line[row] = lanes);
            for (row, lanes) in line.into_iter().enumerate() {
                if let Some(place) = self.around(row, column) {
                    let sum = Lanes::load(&to[place..]) + lanes;
                    sum.store(&mut to[place..]);
                }
            }
        }
    }

    #[inline(always)]
    #[expect(clippy::needless_range_loop, reason = "the columns of a square of numbers")]
    fn output(
        self,
        from: &[f32],
        to: &mut [f32],
        part: usize,
        lines: &mut Lines,
        (bias, residual): (Lanes, Option<&[f32]>),
    ) {
        for (row, line) in lines.iter_mut().enumerate() {
            let at = |column| Lanes::load(&from[(row * 6 + column) * part..]);
            output_line(at, |column, lanes| line[column] = lanes);
        }
        for column in 0..4 {
            let mut line = [Lanes::ZERO; 4];
            output_line(|row| lines[row][column], |row, lanes| line[row] = lanes);
            for (row, lanes) in line.into_iter().enumerate() {
                let place = self.inside(row, column);
                let mut sum = lanes + bias;
                if let Some(residual) = residual {
                    sum = sum + Lanes::load(&residual[place..]);
                }
                for lane in &mut sum.0 {
                    *lane = if *lane > 0.0 { *lane } else { 0.0 };
                }
                sum.store(&mut to[place..]);
            }
        }
    }

    #[inline(always)]
    fn output_adjoint(self, from: &[f32], to: &mut [f32], part: usize, lines: &mut Lines) {
        for (row, line) in lines.iter_mut().take(4).enumerate() {
            let at = |column| Lanes::load(&from[self.inside(row, column)..]);
            output_line_adjoint(at, |column, lanes| line[column] = lanes);
        }
        for column in 0..6 {
            let put = |row, lanes: Lanes| lanes.store(&mut to[(row * 6 + column) * part..]);
            output_line_adjoint(|row| lines[row][column], put);
        }
    }
}
