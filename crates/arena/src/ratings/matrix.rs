//! Inverses of symmetric matrices.

/// The lower triangle of a matrix that, times its own transpose, is a symmetric
/// positive definite one (Cholesky).
pub(super) struct Triangle {
    size: usize,
    rows: Vec<f64>,
}

impl Triangle {
    /// Factors a matrix, given row by row; `None` if it is not positive definite.
    pub(super) fn of(size: usize, matrix: &[f64]) -> Option<Self> {
        let mut rows = matrix.to_vec();
        for row in 0..size {
            for column in 0..=row {
                let known: f64 =
                    (0..column).map(|at| rows[row * size + at] * rows[column * size + at]).sum();
                let rest = rows[row * size + column] - known;
                rows[row * size + column] = if row > column {
                    rest / rows[column * size + column]
                } else if rest > 0.0 {
                    rest.sqrt()
                } else {
                    return None;
                };
            }
        }
        Some(Self { size, rows })
    }

    /// The solution `x` of `matrix * x = right`.
    pub(super) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Self { size, rows } = self;
        let mut found = right.to_vec();
        for row in 0..*size {
            let known: f64 = (0..row).map(|at| rows[row * size + at] * found[at]).sum();
            found[row] = (found[row] - known) / rows[row * size + row];
        }
        for row in (0..*size).rev() {
            let known: f64 = (row + 1..*size).map(|at| rows[at * size + row] * found[at]).sum();
            found[row] = (found[row] - known) / rows[row * size + row];
        }
        found
    }

    /// The inverse of the matrix, row by row.
    pub(super) fn inverse(&self) -> Vec<f64> {
        let columns = (0..self.size).flat_map(|at| {
            let mut unit = vec![0.0; self.size];
            unit[at] = 1.0;
            self.solve(&unit)
        });
        // Columns are rows, because the matrix is symmetric.
        columns.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Triangle;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let matrix = [4.0, 1.0, -2.0, 1.0, 3.0, 0.5, -2.0, 0.5, 5.0];
        let inverse = Triangle::of(3, &matrix).unwrap().inverse();
        for row in 0..3 {
            for column in 0..3 {
                let product: f64 =
                    (0..3).map(|at| matrix[row * 3 + at] * inverse[at * 3 + column]).sum();
                let expected = f64::from(u8::from(row == column));
                assert!((product - expected).abs() < 1e-12, "{row} {column}: {product}");
            }
        }
    }

    #[test]
    fn what_is_not_positive_definite_is_refused() {
        assert!(Triangle::of(2, &[1.0, 2.0, 2.0, 1.0]).is_none());
        assert!(Triangle::of(1, &[f64::NAN]).is_none());
    }
}
