use proptest::prelude::{any, prop_assert, proptest};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Decision, Elo, Pentanomial, Sprt};

fn test(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(Elo(elo0), Elo(elo1), 0.05, 0.05).unwrap()
}

/// The ratios come from a few lines of Python that fit both distributions and
/// check their means.
#[test]
fn ratios_are_those_of_the_best_fits() {
    for (counts, elo0, elo1, ratio) in [
        ([10, 20, 40, 30, 20], 0.0, 10.0, 1.081_033_446_736_8),
        ([5, 60, 300, 90, 10], 0.0, 5.0, 2.130_072_020_134_5),
        ([0, 3, 12, 9, 0], -3.0, 1.0, 0.273_948_188_201_2),
        ([0, 0, 50, 0, 0], 0.0, 10.0, -1.452_044_952_441_8),
        ([1, 2, 4, 10, 23], 0.0, 10.0, 1.048_295_789_410_1),
    ] {
        let found = test(elo0, elo1).log_likelihood_ratio(&Pentanomial(counts));
        assert!((found - ratio).abs() < 1e-9, "{counts:?}: {found} is not {ratio}");
    }
}

#[test]
fn with_two_outcomes_it_is_the_test_of_a_coin() {
    let (won, lost) = (600, 500);
    let ratio = test(0.0, 50.0).log_likelihood_ratio(&Pentanomial([lost, 0, 0, 0, won]));
    let [even, ahead] = [Elo(0.0).score(), Elo(50.0).score()];
    let coin = f64::from(won) * (ahead / even).ln()
        + f64::from(lost) * ((1.0 - ahead) / (1.0 - even)).ln();
    assert!((ratio - coin).abs() < 1e-3, "{ratio} is not {coin}");
}

#[test]
fn near_hypotheses_agree_with_the_formula_for_a_normal_mean() {
    let pairs = Pentanomial([50, 240, 500, 260, 70]);
    let [first, second] = [Elo(2.0).score(), Elo(4.0).score()];
    let count = f64::from(pairs.len());
    let variance = pairs.score_error().powi(2) * (count - 1.0);
    let lead = 2.0 * pairs.score() - first - second;
    let normal = count * (second - first) * lead / (2.0 * variance);
    let ratio = test(2.0, 4.0).log_likelihood_ratio(&pairs);
    assert!((ratio - normal).abs() < 0.01 * normal.abs(), "{ratio} is not near {normal}");
}

#[test]
fn bounds_come_from_the_errors() {
    let test = Sprt::new(Elo(0.0), Elo(5.0), 0.05, 0.1).unwrap();
    // ln(0.1 / 0.95) and ln(0.9 / 0.05).
    let [lower, upper] = test.bounds();
    assert!((lower + 2.251_291_799).abs() < 1e-9 && (upper - 2.890_371_758).abs() < 1e-9);
    assert_eq!(test.decide(&Pentanomial([0, 0, 3, 0, 0])), None);
    assert_eq!(test.decide(&Pentanomial([0, 0, 0, 0, 400])), Some(Decision::Stronger));
    assert_eq!(test.decide(&Pentanomial([400, 0, 0, 0, 0])), Some(Decision::Weaker));
}

#[test]
fn a_test_that_makes_no_sense_is_refused() {
    let sentence = |elo0, elo1, alpha, beta| {
        Sprt::new(Elo(elo0), Elo(elo1), alpha, beta).unwrap_err().to_string()
    };
    assert_eq!(
        sentence(5.0, 5.0, 0.05, 0.05),
        "elo0 5 must be less than elo1 5, both within 1000 of 0"
    );
    assert_eq!(
        sentence(f64::NAN, 5.0, 0.05, 0.05),
        "elo0 NaN must be less than elo1 5, both within 1000 of 0"
    );
    assert_eq!(
        sentence(0.0, 1e9, 0.05, 0.05),
        "elo0 0 must be less than elo1 1000000000, both within 1000 of 0"
    );
    assert_eq!(sentence(0.0, 5.0, 0.0, 0.5), "alpha 0 and beta 0.5 must be above 0 and below 0.5");
}

proptest! {
    #[test]
    fn the_other_player_tests_the_opposite(
        counts in any::<[u8; 5]>(),
        elo0 in -200.0..200.0,
        step in 0.5..100.0,
    ) {
        let pairs = Pentanomial(counts.map(u32::from));
        let mut mirrored = pairs;
        mirrored.0.reverse();
        let ratio = test(elo0, elo0 + step).log_likelihood_ratio(&pairs);
        let opposite = test(-elo0 - step, -elo0).log_likelihood_ratio(&mirrored);
        prop_assert!((ratio + opposite).abs() < 1e-6 * (1.0 + ratio.abs()));
    }
}

/// Pairs of two games, each won, drawn or lost by itself, until the test
/// decides.
fn simulate(test: &Sprt, elo: f64, random: &mut ChaCha8Rng) -> Decision {
    let draws = 0.1;
    let wins = Elo(elo).score() - draws / 2.0;
    let mut pairs = Pentanomial::default();
    loop {
        let half_points = [(); 2].map(|()| match random.random::<f64>() {
            luck if luck < wins => 2,
            luck if luck < wins + draws => 1,
            _ => 0,
        });
        pairs.add(half_points.iter().sum());
        if let Some(decision) = test.decide(&pairs) {
            return decision;
        }
    }
}

#[test]
fn errors_are_as_rare_as_promised() {
    let runs = 400;
    let test = Sprt::new(Elo(0.0), Elo(80.0), 0.05, 0.1).unwrap();
    for (elo, wrong, promised) in [(0.0, Decision::Stronger, 0.05), (80.0, Decision::Weaker, 0.1)] {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let errors =
            (0..runs).filter(|_| simulate(&test, elo, &mut random) == wrong).count() as f64;
        let rate = errors / f64::from(runs);
        // Three standard errors of such a count.
        let doubt = 3.0 * (promised * (1.0 - promised) / f64::from(runs)).sqrt();
        assert!((rate - promised).abs() < doubt, "{rate} at {elo}, promised {promised}");
    }
}
