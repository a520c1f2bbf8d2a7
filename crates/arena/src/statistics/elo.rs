//! Differences in strength.

use std::fmt;

/// A difference in strength on the logistic scale: 400 means ten points won for
/// each point lost. It is infinite if one player wins all points.
///
/// ```
/// use outflank_arena::Elo;
///
/// assert!((Elo(400.0).score() - 10.0 / 11.0).abs() < 1e-12);
/// assert_eq!(Elo::of_score(0.5), Elo(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Elo(pub f64);

impl Elo {
    /// The difference between two players of which the first has this share of
    /// the points, from 0 to 1. Other values are clamped.
    pub fn of_score(score: f64) -> Self {
        match score.clamp(0.0, 1.0) {
            0.0 => Self(f64::NEG_INFINITY),
            // Not the negated sum: an even score is +0, not -0.
            score => Self(400.0 * (score / (1.0 - score)).log10()),
        }
    }

    /// The expected share of the points of the first player.
    pub fn score(self) -> f64 {
        1.0 / (1.0 + 10.0_f64.powf(-self.0 / 400.0))
    }
}

impl fmt::Display for Elo {
    /// `+12.3`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+.1}", self.0))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{prop_assert, proptest};

    use super::Elo;

    #[test]
    fn all_and_nothing_are_infinitely_far_away() {
        for (score, elo) in [(0.0, f64::NEG_INFINITY), (1.0, f64::INFINITY), (1.2, f64::INFINITY)] {
            assert_eq!(Elo::of_score(score), Elo(elo));
        }
        assert_eq!(Elo::of_score(-0.1).to_string(), "-inf");
    }

    #[test]
    fn three_points_of_four_are_191() {
        // 400 log10(3), from a table of logarithms.
        assert_eq!(Elo::of_score(0.75).to_string(), "+190.8");
        assert_eq!(Elo::of_score(0.25).to_string(), "-190.8");
    }

    proptest! {
        #[test]
        fn a_difference_survives_being_a_score(elo in -1000.0..1000.0) {
            prop_assert!((Elo::of_score(Elo(elo).score()).0 - elo).abs() < 1e-6);
        }
    }
}
