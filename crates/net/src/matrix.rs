//! Products of matrices, in rows of 16 columns.
//!
//! Every element is one chain of additions in the order of the inner index. So a row of a product
//! is the same to the bit, whatever other rows are computed with it.

use outflank_core::{InstructionSet, Kernel, Task};

/// The columns that are computed together. Matrices have a multiple of them.
pub(crate) const COLUMNS: usize = 16;

/// 16 neighbouring columns of a row.
type Row = [f32; COLUMNS];

/// A right factor, stored in panels of 16 columns.
#[derive(Clone, Debug, Default)]
pub(crate) struct Panels {
    inner: usize,
    columns: usize,
    /// By panel, then by inner index.
    rows: Vec<Row>,
}

impl Panels {
    /// Stores a factor of `inner` rows. `entry` is called with a row and a column.
    pub(crate) fn fill(
        &mut self,
        inner: usize,
        columns: usize,
        entry: impl Fn(usize, usize) -> f32,
    ) {
        assert!(columns.is_multiple_of(COLUMNS), "the columns fill panels");
        (self.inner, self.columns) = (inner, columns);
        self.rows.clear();
        for first in (0..columns).step_by(COLUMNS) {
            self.rows.extend(
                (0..inner).map(|row| std::array::from_fn(|column| entry(row, first + column))),
            );
        }
    }
}

/// `out = left * right`, where `left` has `rows` rows of the inner size.
pub(crate) fn multiply(left: &[f32], right: &Panels, out: &mut [f32], rows: usize) {
    assert!(left.len() >= rows * right.inner && out.len() >= rows * right.columns);
    InstructionSet::best().run(Multiply { left, right, out, rows });
}

struct Multiply<'a> {
    left: &'a [f32],
    right: &'a Panels,
    out: &'a mut [f32],
    rows: usize,
}

impl Task for Multiply<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { left, right, out, rows } = self;
        let Panels { inner, columns, rows: panels } = right;
        for (number, panel) in panels.chunks_exact(*inner).enumerate() {
            let mut row = 0;
            while row < rows {
                let left = &left[row * inner..];
                let out = &mut out[row * columns + number * COLUMNS..];
                row += match rows - row {
                    12.. if K::ROWS >= 12 => block::<K, 12>(kernel, left, panel, out, *columns),
                    6 | 7 | 9.. if K::ROWS >= 6 => {
                        block::<K, 6>(kernel, left, panel, out, *columns)
                    }
                    4.. => block::<K, 4>(kernel, left, panel, out, *columns),
                    _ => block::<K, 1>(kernel, left, panel, out, *columns),
                };
            }
        }
    }
}

/// Computes 16 columns of `R` rows, which stay in registers. Returns `R`.
#[inline(always)]
fn block<K: Kernel, const R: usize>(
    kernel: K,
    left: &[f32],
    panel: &[Row],
    out: &mut [f32],
    columns: usize,
) -> usize {
    let inner = panel.len();
    let mut lines: [&[f32]; R] = [&[]; R];
    for (row, line) in lines.iter_mut().enumerate() {
        *line = &left[row * inner..][..inner];
    }
    let mut sums = [[0.0_f32; COLUMNS]; R];
    for (at, right) in panel.iter().enumerate() {
        for row in 0..R {
            let factor = lines[row][at];
            for column in 0..COLUMNS {
                sums[row][column] = kernel.multiply_add(factor, right[column], sums[row][column]);
            }
        }
    }
    for (row, sums) in sums.iter().enumerate() {
        out[row * columns..][..COLUMNS].copy_from_slice(sums);
    }
    R
}

/// `out = transpose(left) * right`, where both factors have `rows` rows. `left` has a multiple of
/// four columns.
pub(crate) fn multiply_transposed(
    left: &[f32],
    left_columns: usize,
    right: &[f32],
    right_columns: usize,
    out: &mut [f32],
    rows: usize,
) {
    assert!(left_columns.is_multiple_of(4) && right_columns.is_multiple_of(COLUMNS));
    let (left, right) = (&left[..rows * left_columns], &right[..rows * right_columns]);
    InstructionSet::best().run(Transposed { left, left_columns, right, right_columns, out });
}

struct Transposed<'a> {
    left: &'a [f32],
    left_columns: usize,
    right: &'a [f32],
    right_columns: usize,
    out: &'a mut [f32],
}

impl Task for Transposed<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self, kernel: K) {
        let Self { left, left_columns, right, right_columns, out } = self;
        for first in (0..right_columns).step_by(COLUMNS) {
            for row in (0..left_columns).step_by(4) {
                let mut sums = [[0.0_f32; COLUMNS]; 4];
                let lines = left.chunks_exact(left_columns).zip(right.chunks_exact(right_columns));
                for (left, right) in lines {
                    let factors = &left[row..][..4];
                    let right = &right[first..][..COLUMNS];
                    for part in 0..4 {
                        for column in 0..COLUMNS {
                            sums[part][column] = kernel.multiply_add(
                                factors[part],
                                right[column],
                                sums[part][column],
                            );
                        }
                    }
                }
                for (part, sums) in sums.iter().enumerate() {
                    out[(row + part) * right_columns + first..][..COLUMNS].copy_from_slice(sums);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(count: usize, seed: u32) -> Vec<f32> {
        (0..count as u32).map(|at| ((at * 7 + seed) % 11) as f32 - 5.0).collect()
    }

    /// Small whole numbers have exact products, so the order of additions does not matter.
    #[test]
    #[expect(clippy::float_cmp, reason = "whole numbers are exact")]
    fn products_are_those_of_the_definition() {
        for (rows, inner, columns) in [(1, 3, 16), (4, 8, 32), (8, 5, 16), (27, 12, 48)] {
            let (left, right) = (numbers(rows * inner, 1), numbers(inner * columns, 2));
            let mut panels = Panels::default();
            panels.fill(inner, columns, |row, column| right[row * columns + column]);
            let mut out = vec![f32::NAN; rows * columns];
            multiply(&left, &panels, &mut out, rows);
            for row in 0..rows {
                for column in 0..columns {
                    let terms =
                        (0..inner).map(|at| left[row * inner + at] * right[at * columns + column]);
                    assert_eq!(out[row * columns + column], terms.sum::<f32>());
                }
            }
        }
        let (left, right) = (numbers(5 * 8, 1), numbers(5 * 32, 2));
        let mut out = vec![f32::NAN; 8 * 32];
        multiply_transposed(&left, 8, &right, 32, &mut out, 5);
        for row in 0..8 {
            for column in 0..32 {
                let terms = (0..5).map(|at| left[at * 8 + row] * right[at * 32 + column]);
                assert_eq!(out[row * 32 + column], terms.sum::<f32>());
            }
        }
    }
}
