//! When enough games have been played.

use super::pentanomial::SHARES;
use super::{Elo, Pentanomial};

/// A sequential probability ratio test: is a player stronger by `elo1`, or
/// only by `elo0`?
///
/// It may be asked after every pair of games and ends as soon as the pairs
/// tell. This is the generalised test on pairs, as fishtest and fastchess run
/// it, with logistic Elo: each hypothesis fixes the mean score, and the
/// likelihood is that of the distribution over the five outcomes that fits the
/// pairs best among all with that mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    scores: [f64; 2],
    bounds: [f64; 2],
}

/// What a test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The difference is `elo0`.
    Weaker,
    /// The difference is `elo1`.
    Stronger,
}

/// Why a test cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are out of order or beyond all measure.
    #[error("elo0 {} must be less than elo1 {}, both within 1000 of 0", elo0.0, elo1.0)]
    Hypotheses {
        /// The lower difference.
        elo0: Elo,
        /// The higher difference.
        elo1: Elo,
    },
    /// A probability of error that is none, or worse than a coin.
    #[error("alpha {alpha} and beta {beta} must be above 0 and below 0.5")]
    Errors {
        /// How often the weaker may pass for stronger.
        alpha: f64,
        /// How often the stronger may pass for weaker.
        beta: f64,
    },
}

impl Sprt {
    /// A test that takes a difference of `elo0` for `elo1` with probability
    /// `alpha`, and one of `elo1` for `elo0` with probability `beta`.
    pub fn new(elo0: Elo, elo1: Elo, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        if !(elo0 < elo1 && elo0.0 >= -1000.0 && elo1.0 <= 1000.0) {
            return Err(SprtError::Hypotheses { elo0, elo1 });
        }
        if ![alpha, beta].iter().all(|error| *error > 0.0 && *error < 0.5) {
            return Err(SprtError::Errors { alpha, beta });
        }
        let bounds = [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()];
        Ok(Self { scores: [elo0.score(), elo1.score()], bounds })
    }

    /// The ratios at which the test decides: weaker at the first or below,
    /// stronger at the second or above.
    pub const fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// The logarithm of how many times as likely the pairs are under `elo1` as
    /// under `elo0`.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        // As fishtest does: an outcome that was never seen is not impossible,
        // and with all five the fits below exist.
        let counts = pairs.0.map(|count| f64::from(count).max(1e-3));
        let tilts = self.scores.map(|score| tilt(&counts, score));
        let mut ratio = 0.0;
        for (count, share) in counts.into_iter().zip(SHARES) {
            let [weaker, stronger] = [0, 1].map(|at| 1.0 + tilts[at] * (share - self.scores[at]));
            ratio += count * (weaker / stronger).ln();
        }
        ratio
    }

    /// What the pairs tell; `None` as long as more are needed.
    pub fn decide(&self, pairs: &Pentanomial) -> Option<Decision> {
        let ratio = self.log_likelihood_ratio(pairs);
        let [lower, upper] = self.bounds;
        if ratio >= upper {
            Some(Decision::Stronger)
        } else {
            (ratio <= lower).then_some(Decision::Weaker)
        }
    }
}

/// The `tilt` with which `count / (1 + tilt * (share - mean))` are in
/// proportion to the most likely distribution that has this mean.
///
/// It is the zero of the sum below, which falls all the way between two poles.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let sum = |tilt: f64| {
        let away = |share| share - mean;
        let terms = counts.iter().zip(SHARES).map(|(count, share)| (count, away(share)));
        terms.map(|(count, away)| count * away / (1.0 + tilt * away)).sum::<f64>()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
}

#[cfg(test)]
mod tests;
