//! The winning probability of a score.

use outflank_eval::WinScale;

use crate::Dataset;

/// Fits the scale from scores to winning probabilities, for each part of the game, by
/// maximum likelihood.
pub fn win_scale(datasets: &[Dataset]) -> WinScale {
    let mut scale = WinScale::default();
    for part in 0..scale.0.len() {
        let points: Vec<(f64, f64)> = datasets
            .iter()
            .flat_map(|dataset| &dataset.samples)
            .filter(|sample| WinScale::part(sample.board.empties().len()) == part)
            .filter_map(|sample| Some((f64::from(sample.search?), sample.result)))
            .map(|(score, result)| (score, 0.5 + 0.5 * f64::from(result.signum())))
            .collect();
        if points.len() >= 100 {
            scale.0[part] = likeliest_scale(&points) as f32;
        }
    }
    scale
}

/// The scale of a logistic curve through the points, by golden section.
fn likeliest_scale(points: &[(f64, f64)]) -> f64 {
    let surprise = |scale: f64| -> f64 {
        let of_point = |&(score, won): &(f64, f64)| {
            let odds = score / scale;
            // ln(1 + e^odds), safe for large odds.
            let softplus = odds.max(0.0) + (-odds.abs()).exp().ln_1p();
            softplus - won * odds
        };
        points.iter().map(of_point).sum()
    };
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.05, 40.0);
    while high - low > 1e-3 {
        let (left, right) = (high - ratio * (high - low), low + ratio * (high - low));
        if surprise(left) < surprise(right) {
            high = right;
        } else {
            low = left;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_of_a_curve_is_found_again() {
        let points: Vec<_> = (-200..=200)
            .map(|score| {
                let score = f64::from(score) / 10.0;
                (score, 1.0 / (1.0 + (-score / 3.5_f64).exp()))
            })
            .collect();
        assert!((likeliest_scale(&points) - 3.5).abs() < 0.01);
    }
}
