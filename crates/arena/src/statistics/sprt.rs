//! The sequential probability ratio test (SPRT).

use super::pentanomial::SHARES;
use super::{Elo, Pentanomial};

/// A sequential probability ratio test: is a player stronger by `elo1`, or
/// only by `elo0`?
///
/// It can be evaluated after every pair of games, until it accepts or rejects.
/// This is the generalised test on pairs with logistic Elo, as in fishtest and
/// fastchess: each hypothesis fixes the mean score, and its likelihood is that of
/// the distribution over the five results that fits the pairs best among all with
/// that mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    scores: [f64; 2],
    bounds: [f64; 2],
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decision {
    /// The difference is `elo0`.
    Weaker,
    /// The difference is `elo1`.
    Stronger,
}

/// Wrong parameters of a test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SprtError {
    /// The hypotheses are out of order or too large.
    #[error("elo0 {} must be less than elo1 {}, both within 1000 of 0", elo0.0, elo1.0)]
    Hypotheses {
        /// The lower difference.
        elo0: Elo,
        /// The higher difference.
        elo1: Elo,
    },
    /// A probability of error is out of range.
    #[error("alpha {alpha} and beta {beta} must be above 0 and below 0.5")]
    Errors {
        /// The probability to accept a player that is stronger by `elo0` only.
        alpha: f64,
        /// The probability to reject a player that is stronger by `elo1`.
        beta: f64,
    },
}

impl Sprt {
    /// A test that accepts a difference of `elo0` with probability `alpha`, and
    /// rejects a difference of `elo1` with probability `beta`.
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

    /// The bounds of the log-likelihood ratio: the test rejects at the first or
    /// below, and accepts at the second or above.
    pub const fn bounds(&self) -> [f64; 2] {
        self.bounds
    }

    /// The log-likelihood ratio of `elo1` to `elo0`.
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        // As in fishtest, a result that never occurred gets a small count. With
        // all five counts positive the fits below exist.
        let counts = pairs.0.map(|count| f64::from(count).max(1e-3));
        let tilts = self.scores.map(|score| tilt(&counts, score));
        let mut ratio = 0.0;
        for (count, share) in counts.into_iter().zip(SHARES) {
            let [weaker, stronger] = [0, 1].map(|at| 1.0 + tilts[at] * (share - self.scores[at]));
            ratio += count * (weaker / stronger).ln();
        }
        ratio
    }

    /// The decision; `None` while more pairs are needed.
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

/// The `tilt` for which `count / (1 + tilt * (share - mean))` is proportional to
/// the most likely distribution with this mean.
///
/// It is the zero of the sum below, which decreases between two poles.
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
