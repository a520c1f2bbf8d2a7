//! Products of matrices, in rows of 16 columns.
//!
//! Every element is one chain of additions in the order of the inner index. So a row of a product
//! is the same to the bit, whatever other rows are computed with it.

use outflank_core::floats::{Floats, WIDTH};
use outflank_core::{Kernel, Task};

use crate::buffer::Buffer;

/// 16 neighbouring columns of a row.
pub(crate) type Row = [f32; WIDTH];

/// Right factors of the same size, stored in panels of 16 columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Panels {
    inner: usize,
    columns: usize,
    /// By factor, then by panel, then by inner index, then by column.
    numbers: Buffer,
}

impl Panels {
    /// Factors of `inner` rows that are not filled yet.
    pub(crate) fn new(factors: usize, inner: usize, columns: usize) -> Self {
        assert!(columns.is_multiple_of(WIDTH), "the columns fill panels");
        let mut numbers = Buffer::default();
        numbers.resize(factors * inner * columns);
        Self { inner, columns, numbers }
    }

    /// Fills the factors. `entry` is called with a factor, a row and a column.
    pub(crate) fn fill(&mut self, entry: impl Fn(usize, usize, usize) -> f32) {
        let Self { inner, columns, ref mut numbers } = *self;
        for (factor, panels) in numbers.chunks_exact_mut(inner * columns).enumerate() {
            for (panel, rows) in panels.chunks_exact_mut(inner * WIDTH).enumerate() {
                for (row, numbers) in rows.chunks_exact_mut(WIDTH).enumerate() {
                    for (column, number) in numbers.iter_mut().enumerate() {
                        *number = entry(factor, row, panel * WIDTH + column);
                    }
                }
            }
        }
    }

    /// One of the factors.
    pub(crate) fn factor(&self, number: usize) -> Factor<'_> {
        let Self { inner, columns, ref numbers } = *self;
        let size = inner * columns;
        Factor { inner, columns, numbers: &numbers[number * size..][..size] }
    }

    /// The number in a row and a column of a factor.
    pub(crate) fn entry(&self, factor: usize, row: usize, column: usize) -> f32 {
        self.numbers[self.place(factor, row, column)]
    }

    /// 16 columns of a row of a factor.
    pub(crate) fn row_mut(&mut self, factor: usize, row: usize, panel: usize) -> &mut Row {
        let place = self.place(factor, row, panel * WIDTH);
        &mut self.numbers[place..].as_chunks_mut().0[0]
    }

    const fn place(&self, factor: usize, row: usize, column: usize) -> usize {
        let panel = factor * self.columns / WIDTH + column / WIDTH;
        (panel * self.inner + row) * WIDTH + column % WIDTH
    }
}

/// One of the factors of [`Panels`].
#[derive(Clone, Copy)]
pub(crate) struct Factor<'a> {
    inner: usize,
    columns: usize,
    numbers: &'a [f32],
}

/// `out = left * right`, where `left` has `rows` rows of the inner size, each `stride` numbers
/// after the one before. A bias is added to every row.
pub(crate) struct Multiply<'a> {
    pub(crate) left: &'a [f32],
    pub(crate) stride: usize,
    pub(crate) right: Factor<'a>,
    pub(crate) bias: Option<&'a [f32]>,
    pub(crate) out: &'a mut [f32],
    pub(crate) rows: usize,
}

impl Task for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) {
        let panels = self.right.columns / WIDTH;
        let mut panel = 0;
        while panel < panels {
            // The compiler leaves out what the kernel has too few registers for.
            panel += if const { K::SUMS < 24 } {
                self.panels::<K, 1>(kernel, panel)
            } else {
                match panels - panel {
                    3 | 5 | 6 | 9 => self.panels::<K, 3>(kernel, panel),
                    4.. => self.panels::<K, 4>(kernel, panel),
                    2 => self.panels::<K, 2>(kernel, panel),
                    _ => self.panels::<K, 1>(kernel, panel),
                }
            };
        }
    }
}

impl Multiply<'_> {
    /// Computes all rows of `P` panels. Returns `P`.
    #[inline(always)]
    fn panels<K: Kernel, const P: usize>(&mut self, kernel: K, panel: usize) -> usize {
        let mut row = 0;
        while row < self.rows {
            let left = self.rows - row;
            // More than eight rows have more addresses than there are registers for them.
            row += if const { K::SUMS / P >= 8 } && left >= 8 {
                self.block::<K, 8, P>(kernel, row, panel)
            } else if const { K::SUMS / P == 6 } && matches!(left, 6 | 7 | 9..) {
                self.block::<K, 6, P>(kernel, row, panel)
            } else if left >= 4 {
                self.block::<K, 4, P>(kernel, row, panel)
            } else {
                self.block::<K, 1, P>(kernel, row, panel)
            };
        }
        P
    }

    /// Computes `R` rows of `P` panels, which stay in registers. Returns `R`.
    #[inline(always)]
    fn block<K: Kernel, const R: usize, const P: usize>(
        &mut self,
        kernel: K,
        row: usize,
        panel: usize,
    ) -> usize {
        let Factor { inner, columns, numbers } = self.right;
        let lines: [&[f32]; R] =
            std::array::from_fn(|at| &self.left[(row + at) * self.stride..][..inner]);
        let panels: [&[Row]; P] = std::array::from_fn(|at| {
            &numbers[(panel + at) * inner * WIDTH..].as_chunks().0[..inner]
        });
        // Floats are computed in plain loops: a closure would not be compiled for the kernel.
        let mut right = [kernel.splat(0.0); P];
        if let Some(bias) = self.bias {
            for (right, bias) in right.iter_mut().zip(&bias.as_chunks().0[panel..]) {
                *right = kernel.load(bias);
            }
        }
        let mut sums = [right; R];
        for at in 0..inner {
            for (right, panel) in right.iter_mut().zip(panels) {
                *right = kernel.load(&panel[at]);
            }
            for (sums, line) in sums.iter_mut().zip(lines) {
                let factor = kernel.splat(line[at]);
                for (sum, right) in sums.iter_mut().zip(right) {
                    *sum = factor.multiply_add(right, *sum);
                }
            }
        }
        for (at, sums) in sums.into_iter().enumerate() {
            let out = &mut self.out[(row + at) * columns + panel * WIDTH..];
            for (sum, out) in sums.into_iter().zip(out.as_chunks_mut().0) {
                sum.store(out);
            }
        }
        R
    }
}

/// `out = transpose(left) * right`, where both factors have `rows` rows. `left` has a multiple of
/// eight columns, and a row of it is `stride` numbers after the one before.
pub(crate) struct MultiplyTransposed<'a> {
    pub(crate) left: &'a [f32],
    pub(crate) left_columns: usize,
    pub(crate) stride: usize,
    pub(crate) right: &'a [f32],
    pub(crate) right_columns: usize,
    pub(crate) out: &'a mut [f32],
    pub(crate) rows: usize,
}

impl Task for MultiplyTransposed<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(mut self, kernel: K) {
        assert!(self.left_columns.is_multiple_of(8) && self.right_columns.is_multiple_of(WIDTH));
        let panels = self.right_columns / WIDTH;
        let mut panel = 0;
        while panel < panels {
            panel += if const { K::SUMS < 24 } {
                self.panels::<K, 4, 1>(kernel, panel)
            } else {
                match panels - panel {
                    3 | 5 => self.panels::<K, 8, 3>(kernel, panel),
                    2.. => self.panels::<K, 8, 2>(kernel, panel),
                    _ => self.panels::<K, 8, 1>(kernel, panel),
                }
            };
        }
    }
}

impl MultiplyTransposed<'_> {
    /// Computes all rows of `P` panels, `R` rows at a time. Returns `P`.
    #[inline(always)]
    fn panels<K: Kernel, const R: usize, const P: usize>(
        &mut self,
        kernel: K,
        panel: usize,
    ) -> usize {
        let lefts = self.left.chunks(self.stride).take(self.rows);
        let rights = self.right.as_chunks().0.chunks_exact(self.right_columns / WIDTH);
        for row in (0..self.left_columns).step_by(R) {
            let mut sums = [[kernel.splat(0.0); P]; R];
            for (left, right) in lefts.clone().zip(rights.clone()) {
                let left: &[f32] = &left[row..][..R];
                let right: &[Row] = &right[panel..][..P];
                let mut rights = [kernel.splat(0.0); P];
                for (floats, right) in rights.iter_mut().zip(right) {
                    *floats = kernel.load(right);
                }
                for (sums, factor) in sums.iter_mut().zip(left) {
                    let factor = kernel.splat(*factor);
                    for (sum, right) in sums.iter_mut().zip(rights) {
                        *sum = factor.multiply_add(right, *sum);
                    }
                }
            }
            for (at, sums) in sums.into_iter().enumerate() {
                let out = &mut self.out[(row + at) * self.right_columns + panel * WIDTH..];
                for (sum, out) in sums.into_iter().zip(out.as_chunks_mut().0) {
                    sum.store(out);
                }
            }
        }
        P
    }
}

#[cfg(test)]
mod tests {
    use outflank_core::InstructionSet;

    use super::*;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        (0..count as u32).map(|at| ((at * 7 + seed) % 11) as f32 - 5.0).collect()
    }

    /// Small whole numbers have exact products, so the order of additions does not matter.
    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn products_are_those_of_the_definition() {
        for set in InstructionSet::supported() {
            for columns in [16, 32, 48, 64, 80, 96, 112, 128, 144] {
                for (rows, inner) in [(1, 3), (4, 8), (8, 5), (27, 12), (13, 16), (6, 2)] {
                    let stride = inner + 3;
                    let (left, right) = (numbers(rows * stride, 1), numbers(inner * columns, 2));
                    let mut panels = Panels::new(2, inner, columns);
                    panels
                        .fill(|factor, row, column| factor as f32 * right[row * columns + column]);
                    let right_factor = panels.factor(1);
                    let bias = numbers(columns, 3);
                    let mut out = vec![f32::NAN; rows * columns];
                    set.run(Multiply {
                        left: &left,
                        stride,
                        right: right_factor,
                        bias: Some(&bias),
                        out: &mut out,
                        rows,
                    });
                    for row in 0..rows {
                        for column in 0..columns {
                            let term = |at| left[row * stride + at] * right[at * columns + column];
                            let expected = bias[column] + (0..inner).map(term).sum::<f32>();
                            assert_eq!(out[row * columns + column], expected, "{set}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn transposed_products_are_those_of_the_definition() {
        for set in InstructionSet::supported() {
            for right_columns in [16, 32, 48, 64, 80, 96] {
                for (rows, left_columns, stride) in [(5, 8, 8), (4, 24, 24), (3, 8, 16)] {
                    let left = numbers(rows * stride, 1);
                    let right = numbers(rows * right_columns, 2);
                    let mut out = vec![f32::NAN; left_columns * right_columns];
                    set.run(MultiplyTransposed {
                        left: &left,
                        left_columns,
                        stride,
                        right: &right,
                        right_columns,
                        out: &mut out,
                        rows,
                    });
                    for row in 0..left_columns {
                        for column in 0..right_columns {
                            let term =
                                |at| left[at * stride + row] * right[at * right_columns + column];
                            let expected: f32 = (0..rows).map(term).sum();
                            assert_eq!(out[row * right_columns + column], expected, "{set}");
                        }
                    }
                }
            }
        }
    }
}
