//! The difference between two evaluations on the same positions.

use super::JudgedPosition;

/// The mean difference of a figure between two evaluations on the same positions: the second
/// minus the first. Decided positions do not count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub standard_error: f64,
}

impl Difference {
    /// The difference of the absolute errors, in discs.
    pub fn of_errors(first: &[JudgedPosition], second: &[JudgedPosition]) -> Option<Self> {
        Self::of(first, second, |position| Some(position.error().abs()))
    }

    /// The difference of the best-move rates.
    pub fn of_best_moves(first: &[JudgedPosition], second: &[JudgedPosition]) -> Option<Self> {
        Self::of(first, second, JudgedPosition::best_move)
    }

    /// The difference of the losses, in discs.
    pub fn of_losses(first: &[JudgedPosition], second: &[JudgedPosition]) -> Option<Self> {
        Self::of(first, second, JudgedPosition::loss)
    }

    /// `None` with fewer than two positions that have the figure.
    fn of(
        first: &[JudgedPosition],
        second: &[JudgedPosition],
        figure: impl Fn(&JudgedPosition) -> Option<f64>,
    ) -> Option<Self> {
        let pairs = first.iter().zip(second).filter(|(first, _)| !first.is_decided());
        let differences: Vec<f64> =
            pairs.filter_map(|(first, second)| Some(figure(second)? - figure(first)?)).collect();
        if differences.len() < 2 {
            return None;
        }
        let count = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / count;
        let squares: f64 = differences.iter().map(|difference| (difference - mean).powi(2)).sum();
        Some(Self { mean, standard_error: (squares / (count - 1.0) / count).sqrt() })
    }
}
