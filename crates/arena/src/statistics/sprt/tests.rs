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

/// Tests of fishtest with logistic Elo that Stockfish's pull requests quote (2493,
/// 2920, 3017, 3098, 3209 and 3331, of 2020 and 2021), with the ratio it printed.
#[test]
fn published_tests_come_out_as_they_were_printed() {
    for (printed, elo0, elo1, counts) in [
        (2.94, -1.0, 3.0, [424, 2948, 5832, 3045, 460]),
        (2.94, 0.0, 2.0, [1284, 17437, 55536, 18085, 1292]),
        (2.95, -0.5, 1.5, [665, 4806, 9333, 4893, 747]),
        (2.98, 0.25, 1.75, [328, 4564, 15580, 4789, 371]),
        (2.96, -1.5, 0.5, [174, 2658, 10273, 2713, 178]),
        (3.01, -1.5, 0.5, [40, 1272, 12142, 1300, 30]),
        (2.96, -0.25, 1.25, [491, 7345, 29693, 7670, 465]),
        (2.97, 0.25, 1.25, [53, 2220, 21459, 2445, 47]),
        (2.94, -0.25, 1.25, [253, 4282, 17604, 4431, 286]),
        (2.97, 0.25, 1.25, [58, 3302, 33130, 3518, 84]),
        (2.94, -0.25, 1.25, [115, 2196, 11328, 2317, 136]),
        (2.93, 0.25, 1.25, [14, 1030, 14318, 1163, 19]),
    ] {
        let found = test(elo0, elo1).log_likelihood_ratio(&Pentanomial(counts));
        assert!((found - printed).abs() < 0.005_001, "{counts:?}: {found} is not {printed}");
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
    // Where steps are small beside the bounds, the rates are the promised ones.
    for (elo, promised, rate) in error_rates(80.0, 400) {
        assert!((rate - promised).abs() < doubt(promised, 400), "{rate} at {elo}");
    }
}

#[test]
fn ten_thousand_matches_keep_the_promise() {
    for (elo, promised, rate) in error_rates(120.0, 5_000) {
        // A test that ends a little beyond its bounds errs a little less than
        // promised, never more.
        assert!(rate < promised + doubt(promised, 5_000), "{rate} at {elo}");
        assert!(rate > promised / 2.0, "{rate} at {elo}: it could have decided earlier");
    }
}

/// Simulates so many matches under each hypothesis: its Elo, how often a test
/// of them may err, and how often it did.
fn error_rates(elo1: f64, runs: u32) -> [(f64, f64, f64); 2] {
    let test = Sprt::new(Elo(0.0), Elo(elo1), 0.05, 0.1).unwrap();
    [(0.0, Decision::Stronger, 0.05), (elo1, Decision::Weaker, 0.1)].map(
        |(elo, wrong, promised)| {
            let mut random = ChaCha8Rng::seed_from_u64(1);
            let errors = (0..runs).filter(|_| simulate(&test, elo, &mut random) == wrong).count();
            (elo, promised, errors as f64 / f64::from(runs))
        },
    )
}

/// Three standard errors of a count.
fn doubt(promised: f64, runs: u32) -> f64 {
    3.0 * (promised * (1.0 - promised) / f64::from(runs)).sqrt()
}
