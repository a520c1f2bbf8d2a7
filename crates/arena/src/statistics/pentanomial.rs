//! The results of pairs of games.

use super::{Elo, normal};

/// The number of pairs of games that gave 0, 1/2, 1, 3/2 and 2 points, from the
/// view of one player.
///
/// The two games of a pair share an opening with colours swapped, so the effect of
/// the opening cancels. Statistics over pairs have smaller and correct errors;
/// statistics over games do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Pentanomial(pub [u32; 5]);

/// The share of the points of each result of a pair.
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The normalised Elo of a lead of one standard deviation per game.
const NORMALIZED: f64 = 800.0 / std::f64::consts::LN_10;

impl Pentanomial {
    /// Counts one more pair that gave this many half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The number of pairs.
    pub fn len(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Whether there are none yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The share of the points, 0 to 1; a half if there are no pairs yet.
    pub fn score(&self) -> f64 {
        if self.is_empty() {
            return 0.5;
        }
        let points = self.shares().map(|(count, share)| count * share).sum::<f64>();
        points / f64::from(self.len())
    }

    /// The standard error of the score; infinite with fewer than two pairs.
    pub fn score_error(&self) -> f64 {
        let pairs = f64::from(self.len());
        if pairs < 2.0 {
            return f64::INFINITY;
        }
        let mean = self.score();
        let squares = self.shares().map(|(count, share)| count * (share - mean).powi(2));
        (squares.sum::<f64>() / (pairs - 1.0) / pairs).sqrt()
    }

    /// The difference in strength that explains the score.
    pub fn elo(&self) -> Elo {
        Elo::of_score(self.score())
    }

    /// Half the width of the 95 % confidence interval of the difference; infinite
    /// if the interval has an infinite end.
    pub fn elo_error(&self) -> f64 {
        let reach = normal::TWO_SIDED_95 * self.score_error();
        let [low, high] = [-reach, reach].map(|reach| Elo::of_score(self.score() + reach).0);
        if low.is_finite() && high.is_finite() { (high - low) / 2.0 } else { f64::INFINITY }
    }

    /// The lead in units of its standard deviation, as fishtest and fastchess
    /// report it. Unlike [`Self::elo`] it measures how hard the difference is to
    /// detect. It is infinite if all pairs have the same result and are not even.
    pub fn normalized_elo(&self) -> Elo {
        let lead = self.score() - 0.5;
        if lead == 0.0 { Elo(0.0) } else { Elo(NORMALIZED * lead / (2.0 * self.variance()).sqrt()) }
    }

    /// Half the width of the 95 % confidence interval of the normalised
    /// difference; infinite if there are no pairs yet.
    pub fn normalized_elo_error(&self) -> f64 {
        NORMALIZED * normal::TWO_SIDED_95 / (2.0 * f64::from(self.len())).sqrt()
    }

    /// The share of pairs that gave each player a point; 0 if there are none.
    pub fn draw_ratio(&self) -> f64 {
        f64::from(self.0[2]) / f64::from(self.len().max(1))
    }

    /// The number of won pairs for each lost pair; `None` if there are neither.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost_both, lost, _, won, won_both] = self.0.map(f64::from);
        let ratio = (won + won_both) / (lost_both + lost);
        (!ratio.is_nan()).then_some(ratio)
    }

    /// The variance of the pairs.
    fn variance(&self) -> f64 {
        let mean = self.score();
        let squares = self.shares().map(|(count, share)| count * (share - mean).powi(2));
        squares.sum::<f64>() / f64::from(self.len().max(1))
    }

    /// The likelihood of superiority: the probability that the player is the
    /// stronger one, given these pairs.
    pub fn los(&self) -> f64 {
        let lead = self.score() - 0.5;
        // Without a lead it is a half, whatever the error.
        if lead == 0.0 { 0.5 } else { normal::below(lead / self.score_error()) }
    }

    fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        self.0.into_iter().map(f64::from).zip(SHARES)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, proptest};

    use super::Pentanomial;

    #[track_caller]
    fn is_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    /// The numbers come from a few lines of Python that know nothing of these.
    #[test]
    fn score_elo_and_superiority() {
        for (counts, [score, error, elo, elo_error, los]) in [
            (
                [10, 20, 40, 30, 20],
                [
                    0.5625,
                    0.026_668_745_542_217,
                    43.657_787_770_027,
                    37.043_594_408_071,
                    0.990_449_842_029_5,
                ],
            ),
            (
                [5, 60, 300, 90, 10],
                [
                    0.521_505_376_344_1,
                    0.007_735_292_668_815,
                    14.952_691_048_533,
                    10.557_660_185_608,
                    0.997_283_421_052_3,
                ],
            ),
        ] {
            let pairs = Pentanomial(counts);
            is_near(pairs.score(), score);
            is_near(pairs.score_error(), error);
            is_near(pairs.elo().0, elo);
            is_near(pairs.elo_error(), elo_error);
            is_near(pairs.los(), los);
        }
    }

    /// What fastchess printed for these pairs in matches that were made public:
    /// Elo, its error, nElo, its error, `DrawRatio`, `PairsRatio`, LOS.
    #[test]
    fn published_matches_come_out_as_they_were_printed() {
        for (counts, printed) in [
            ([30, 6, 18, 0, 6], [-168.40, 73.37, -170.08, 62.16, 30.00, 0.17, 0.00]),
            ([0, 1, 4, 0, 0], [-34.86, 62.20, -122.84, 215.34, 80.00, 0.00, 13.18]),
            ([235, 1384, 2521, 1341, 239], [-1.06, 4.05, -1.67, 6.37, 44.07, 0.98, 30.33]),
            ([50, 287, 610, 387, 73], [18.04, 8.23, 28.19, 12.84, 43.35, 1.36, 100.0]),
            ([1, 22, 52, 21, 4], [8.69, 27.04, 15.51, 48.15, 52.00, 1.09, 73.60]),
        ] {
            let pairs = Pentanomial(counts);
            let [elo, elo_error, nelo, nelo_error, draws, ratio, los] = printed;
            let shows = |found: f64, printed: f64| {
                assert!((found - printed).abs() < 0.005_001, "{counts:?}: {found} is {printed}");
            };
            shows(pairs.elo().0, elo);
            shows(pairs.normalized_elo().0, nelo);
            shows(pairs.normalized_elo_error(), nelo_error);
            shows(100.0 * pairs.draw_ratio(), draws);
            shows(pairs.pairs_ratio().unwrap(), ratio);
            // It divides by the number of pairs, and we by one less: the spread
            // around a mean that comes from the same pairs is too small.
            let pairs_less = f64::from(pairs.len());
            let wider = (pairs_less / (pairs_less - 1.0)).sqrt();
            let tolerance = 0.01 + 1.1 * (wider - 1.0) * elo_error;
            assert!((pairs.elo_error() - elo_error).abs() < tolerance, "{}", pairs.elo_error());
            assert!((100.0 * pairs.los() - los).abs() < 0.01 + 40.0 * (wider - 1.0), "{counts:?}");
        }
    }

    #[test]
    fn an_error_by_hand() {
        // One pair lost, one won: the mean is 1/2, both are 1/2 away from it,
        // the variance is 2/4/(2 - 1) and that of the mean half of it.
        let pairs = Pentanomial([1, 0, 0, 0, 1]);
        is_near(pairs.score_error(), 0.5);
        is_near(pairs.los(), 0.5);
    }

    #[test]
    fn few_pairs_and_pairs_that_are_all_alike_say_what_they_can() {
        let none = Pentanomial::default();
        assert_eq!((none.score(), none.los()), (0.5, 0.5));
        assert!(none.score_error().is_infinite());
        assert_eq!(
            (none.normalized_elo().0, none.draw_ratio(), none.pairs_ratio()),
            (0.0, 0.0, None)
        );
        assert!(none.normalized_elo_error().is_infinite());
        let one = Pentanomial([0, 0, 0, 1, 0]);
        assert_eq!((one.score(), one.los(), one.elo_error()), (0.75, 0.5, f64::INFINITY));
        let won = Pentanomial([0, 0, 0, 0, 9]);
        assert_eq!((won.score(), won.los(), won.elo().0), (1.0, 1.0, f64::INFINITY));
        assert!(won.elo_error().is_infinite());
        assert!(won.normalized_elo().0.is_infinite());
        assert_eq!(won.pairs_ratio(), Some(f64::INFINITY));
        let even = Pentanomial([0, 0, 9, 0, 0]);
        assert_eq!((even.score(), even.los(), even.elo_error()), (0.5, 0.5, 0.0));
    }

    proptest! {
        #[test]
        fn the_other_player_sees_the_opposite(counts in any::<[u8; 5]>()) {
            let pairs = Pentanomial(counts.map(u32::from));
            let mut mirrored = pairs;
            mirrored.0.reverse();
            let is_same = |one: f64, other: f64| {
                one.total_cmp(&other).is_eq() || (one - other).abs() < 1e-6
            };
            prop_assert!(is_same(pairs.score(), 1.0 - mirrored.score()));
            prop_assert!(is_same(pairs.elo().0, -mirrored.elo().0));
            prop_assert!(is_same(pairs.elo_error(), mirrored.elo_error()));
            prop_assert!(is_same(pairs.los(), 1.0 - mirrored.los()));
        }
    }
}
