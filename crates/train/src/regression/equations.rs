//! The linear equations of a part of the game, and steps towards their
//! solution.

use outflank_eval::Packing;
use serde::Serialize;

use crate::Sample;

/// The error of weights against results, in discs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// The root of the mean squared error.
    pub root_mean_square: f32,
    /// The mean error.
    pub mean_error: f32,
}

/// The target value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The scores of this search and the later ones, nearer ones more, and the result.
    #[default]
    Later,
    /// The score of the search; the result if moves were random.
    Search,
}

/// The numbers that weights are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// The target, with more weight while the game was open.
    Target(Target),
    /// The result.
    Result,
}

/// A position in which a side is this far ahead counts half, because searches rarely need
/// its exact value.
const FAR_AHEAD: f32 = 20.0;

/// The weight of a position, by the expected number of discs.
fn interest(expected: f32) -> f32 {
    1.0 / (1.0 + (expected / FAR_AHEAD).powi(2))
}

/// The number of unknowns: the packed weights, and a bias for an odd and an even number
/// of empty squares.
pub(super) fn width() -> usize {
    Packing::get().len() + 2
}

/// The unknown that is the bias of boards with this many empty squares.
pub(super) fn bias_of(empties: u32) -> usize {
    Packing::get().len() + (empties & 1) as usize
}

/// Positions as rows of ones. Each row names the unknowns whose sum should be its target.
/// The equations are solved for least squares with a penalty on large solutions, by
/// conjugate gradients with the diagonal as preconditioner.
pub(super) struct Equations {
    /// The unknowns of each position, one position after the other.
    rows: Vec<u32>,
    row: usize,
    /// The residual of each target.
    missed: Vec<f32>,
    counts: Vec<f32>,
    doubt: f32,
    diagonal: Vec<f32>,
    solution: Vec<f32>,
    gradient: Vec<f32>,
    direction: Vec<f32>,
    /// The length of the gradient, as the preconditioner measures it.
    length: f64,
}

impl Equations {
    pub(super) fn new<'a>(
        samples: impl Iterator<Item = (&'a Sample, f32)>,
        goal: Goal,
        doubt: f32,
        prior: &[f32],
    ) -> Self {
        let packing = Packing::get();
        let (mut rows, mut missed, mut counts) = (Vec::new(), Vec::new(), Vec::new());
        let mut row = 1;
        let mut diagonal = vec![doubt.max(1e-3); width()];
        for (sample, count) in samples {
            let weights = packing.weights_of(sample.board);
            let bias = bias_of(sample.board.empties().len()) as u32;
            let start = rows.len();
            rows.extend(weights);
            rows.push(bias);
            row = rows.len() - start;
            let unknowns = &rows[start..];
            let known: f32 = unknowns.iter().map(|at| prior[*at as usize]).sum();
            let (target, count) = match goal {
                Goal::Target(Target::Later) => (sample.later, count * interest(known)),
                Goal::Target(Target::Search) => {
                    (sample.search.unwrap_or(sample.result), count * interest(known))
                }
                Goal::Result => (sample.result, count),
            };
            missed.push(f32::from(target) - known);
            counts.push(count);
            for at in unknowns {
                diagonal[*at as usize] += count;
            }
        }
        let zero = vec![0.0; width()];
        let mut equations = Self {
            rows,
            row,
            missed,
            counts,
            doubt,
            diagonal,
            solution: zero.clone(),
            gradient: zero.clone(),
            direction: zero,
            length: 0.0,
        };
        equations.begin();
        equations
    }

    /// The solution so far.
    pub(super) fn solution(&self) -> &[f32] {
        &self.solution
    }

    /// The first gradient and direction.
    fn begin(&mut self) {
        for ((unknowns, missed), count) in
            self.rows.chunks_exact(self.row).zip(&self.missed).zip(&self.counts)
        {
            for at in unknowns {
                self.gradient[*at as usize] += missed * count;
            }
        }
        let scaled = self.gradient.iter().zip(&self.diagonal).map(|(g, d)| g / d);
        self.direction = scaled.collect();
        self.length = dot(&self.gradient, &self.direction);
    }

    /// One step of conjugate gradients; `false` if the solution is exact.
    pub(super) fn step(&mut self) -> bool {
        if self.length < 1e-9 {
            return false;
        }
        // The matrix times the direction, position by position.
        let mut image: Vec<f32> = self.direction.iter().map(|d| d * self.doubt).collect();
        let mut along = Vec::with_capacity(self.missed.len());
        for (unknowns, count) in self.rows.chunks_exact(self.row).zip(&self.counts) {
            let sum: f32 = unknowns.iter().map(|at| self.direction[*at as usize]).sum();
            along.push(sum);
            for at in unknowns {
                image[*at as usize] += sum * count;
            }
        }
        let far = (self.length / dot(&self.direction, &image)) as f32;
        for (missed, along) in self.missed.iter_mut().zip(&along) {
            *missed -= far * along;
        }
        for ((solution, gradient), (direction, image)) in
            self.solution.iter_mut().zip(&mut self.gradient).zip(self.direction.iter().zip(&image))
        {
            *solution += far * direction;
            *gradient -= far * image;
        }
        let scaled: Vec<f32> =
            self.gradient.iter().zip(&self.diagonal).map(|(g, d)| g / d).collect();
        let length = dot(&self.gradient, &scaled);
        let keep = (length / self.length) as f32;
        self.length = length;
        for (direction, scaled) in self.direction.iter_mut().zip(scaled) {
            *direction = scaled + keep * *direction;
        }
        true
    }

    /// The error of the solution so far.
    pub(super) fn loss(&self) -> Loss {
        let weighted = self.missed.iter().zip(&self.counts);
        loss(weighted.map(|(missed, count)| (*missed, *count)))
    }

    /// The error of a solution of other equations on these targets.
    pub(super) fn loss_of(&self, solution: &[f32]) -> Loss {
        let missed =
            self.rows.chunks_exact(self.row).zip(&self.missed).map(|(unknowns, missed)| {
                missed - unknowns.iter().map(|at| solution[*at as usize]).sum::<f32>()
            });
        loss(missed.zip(self.counts.iter().copied()))
    }
}

fn loss(missed: impl Iterator<Item = (f32, f32)>) -> Loss {
    let (mut squares, mut sum, mut all) = (0.0_f64, 0.0_f64, 0.0_f64);
    for (missed, count) in missed {
        let (missed, count) = (f64::from(missed), f64::from(count));
        squares += missed * missed * count;
        sum += missed.abs() * count;
        all += count;
    }
    let all = all.max(f64::MIN_POSITIVE);
    Loss { root_mean_square: (squares / all).sqrt() as f32, mean_error: (sum / all) as f32 }
}

fn dot(a: &[f32], b: &[f32]) -> f64 {
    a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
}

#[cfg(test)]
mod tests {
    use outflank_core::Board;

    use super::*;

    /// Boards of one game, each with a result that is a sum of weights.
    fn samples(truth: &[f32]) -> Vec<Sample> {
        let mut board = Board::START;
        let mut samples = Vec::new();
        while let Some(square) = board.legal_moves().first() {
            board = board.play(square).expect("a legal move");
            let weights = Packing::get().weights_of(board);
            let sum: f32 = weights.iter().map(|at| truth[*at as usize]).sum();
            let result = sum.round() as i8;
            samples.push(Sample { board, search: None, later: result, result });
        }
        samples
    }

    #[test]
    fn steps_lead_to_weights_whose_sums_are_the_results() {
        let truth: Vec<f32> = (0..width()).map(|at| ((at * 7 % 11) as f32 - 5.0) / 6.0).collect();
        let samples = samples(&truth);
        let zero = vec![0.0; width()];
        let rows = || samples.iter().map(|sample| (sample, 1.0));
        let mut equations = Equations::new(rows(), Goal::Target(Target::Later), 1e-3, &zero);
        let before = equations.loss().root_mean_square;
        for _ in 0..200 {
            equations.step();
        }
        let after = equations.loss().root_mean_square;
        assert!(before > 1.0 && after < 0.01, "{before} {after}");
        // The same, asked of equations that were never solved.
        let fresh = Equations::new(rows(), Goal::Result, 0.0, &zero);
        let asked = fresh.loss_of(equations.solution()).root_mean_square;
        assert!((asked - after).abs() < 1e-3);
        // The known part is subtracted first.
        let known = Equations::new(rows(), Goal::Target(Target::Later), 1e-3, equations.solution());
        assert!(known.loss().root_mean_square < 0.01);
    }

    #[test]
    fn doubt_keeps_weights_small() {
        let truth: Vec<f32> = (0..width()).map(|at| (at % 3) as f32 - 1.0).collect();
        let samples = samples(&truth);
        let size = |doubt| {
            let zero = vec![0.0; width()];
            let rows = samples.iter().map(|sample| (sample, 1.0));
            let mut equations = Equations::new(rows, Goal::Target(Target::Later), doubt, &zero);
            for _ in 0..50 {
                equations.step();
            }
            dot(equations.solution(), equations.solution())
        };
        assert!(size(100.0) < size(1.0) && size(1.0) < size(0.01));
    }
}
