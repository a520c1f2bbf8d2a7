use proptest::collection::vec;
use proptest::prelude::{prop_assert, proptest};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{ELO_PER_UNIT, Ratings, Results};
use crate::Elo;

#[track_caller]
fn is_near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() < within, "{found} is not {expected}");
}

fn two(wins: u32, draws: u32, losses: u32) -> Results {
    let mut results = Results::new(2);
    for (count, half_points) in [(wins, 2), (draws, 1), (losses, 0)] {
        (0..count).for_each(|_| results.add(0, 1, half_points));
    }
    results
}

#[test]
fn two_players_have_a_closed_form() {
    for (wins, draws, losses) in [(30, 0, 10), (7, 6, 3), (1, 0, 0), (0, 0, 0), (500, 1, 0)] {
        let ratings = Ratings::of(&two(wins, draws, losses));
        // The prior is one draw.
        let games = f64::from(wins + draws + losses) + 1.0;
        let score = (f64::from(wins) + f64::from(draws) / 2.0 + 0.5) / games;
        let difference = ratings.elo(0).0 - ratings.elo(1).0;
        is_near(difference, Elo::of_score(score).0, 1e-6);
        is_near(ratings.elo(0).0, difference / 2.0, 1e-6);
        // The delta method: the variance of a logit is 1 / (n p q).
        let error = 1.959_963_984_540_054 * ELO_PER_UNIT / (games * score * (1.0 - score)).sqrt();
        is_near(ratings.error(0), error / 2.0, 1e-6);
        let anchored = ratings.anchored(1);
        assert_eq!((anchored.elo(1), anchored.error(1)), (Elo(0.0), 0.0));
        is_near(anchored.elo(0).0, difference, 1e-6);
        is_near(anchored.error(0), error, 1e-6);
    }
}

/// Baseball of 1987, wins of the row over the column: Agresti, Categorical Data
/// Analysis, 2nd edition, table 10.10. The estimates are those of table 10.11,
/// the last digits and the standard errors those that R's `BradleyTerry2` gives.
#[test]
fn the_baseball_teams_of_agresti() {
    const WINS: [[u32; 7]; 7] = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    const EXPECTED: [[f64; 2]; 6] = [
        [1.5814, 0.3433],
        [1.4364, 0.3396],
        [1.2945, 0.3367],
        [1.2476, 0.3359],
        [1.1077, 0.3339],
        [0.6839, 0.3319],
    ];
    let mut results = Results::new(7);
    for (winner, row) in WINS.iter().enumerate() {
        for (loser, wins) in row.iter().enumerate() {
            (0..*wins).for_each(|_| results.add(winner, loser, 2));
        }
    }
    let baltimore = 6;
    let ratings = Ratings::with_prior(&results, 0.0).anchored(baltimore);
    for (team, [estimate, error]) in EXPECTED.into_iter().enumerate() {
        is_near(ratings.elo(team).0 / ELO_PER_UNIT, estimate, 5e-5);
        is_near(ratings.error(team) / ELO_PER_UNIT / 1.959_964, error, 5e-5);
    }
    // The prior draws all of them together, a little.
    let pulled = Ratings::of(&results).anchored(baltimore);
    for team in 0..baltimore {
        assert!(pulled.elo(team) < ratings.elo(team));
        is_near(pulled.elo(team).0, ratings.elo(team).0, 12.0);
    }
}

#[test]
fn who_wins_all_and_who_never_played_have_finite_ratings() {
    let mut results = Results::new(4);
    for _ in 0..1000 {
        results.add(0, 1, 2);
        results.add(1, 2, 2);
    }
    let ratings = Ratings::of(&results);
    for player in 0..4 {
        let (Elo(elo), error) = (ratings.elo(player), ratings.error(player));
        assert!(elo.is_finite() && error.is_finite() && error > 0.0, "{player}: {elo} {error}");
    }
    assert!(ratings.elo(0).0 > ratings.elo(1).0 + 500.0);
    assert!(ratings.elo(1).0 > ratings.elo(2).0 + 500.0);
    assert!(ratings.los(0, 1) > 0.99 && ratings.los(2, 0) < 0.01);
    let mean = (0..4).map(|player| ratings.elo(player).0).sum::<f64>() / 4.0;
    is_near(mean, 0.0, 1e-6);
    let unknown = Ratings::of(&Results::new(3));
    is_near(unknown.elo(1).0, 0.0, 1e-9);
    is_near(unknown.los(0, 1), 0.5, 1e-9);
    // The only player is the mean, without error.
    let alone = Ratings::of(&Results::new(1));
    is_near(alone.elo(0).0, 0.0, 1e-9);
    is_near(alone.error(0), 0.0, 1e-9);
}

#[test]
fn superiority_is_that_of_the_difference() {
    // The logit of 60.5 of 101 points over its error is 1.976781; the share of
    // a normal distribution below that comes from Python's statistics module.
    let ratings = Ratings::of(&two(60, 0, 40));
    is_near(ratings.los(0, 1), 0.975_966_780_5, 1e-9);
    is_near(ratings.los(0, 1) + ratings.los(1, 0), 1.0, 1e-12);
}

/// Tournaments of players whose strength is known: the interval of 95 % holds
/// it 95 times of 100.
#[test]
fn true_ratings_lie_within_the_errors_as_often_as_promised() {
    const TRUTH: [f64; 6] = [210.0, 95.0, 40.0, -25.0, -110.0, -210.0];
    const TOURNAMENTS: usize = 700;
    let mut random = ChaCha8Rng::seed_from_u64(11);
    let (mut within, mut anchored_within) = (0, 0);
    for _ in 0..TOURNAMENTS {
        let mut results = Results::new(TRUTH.len());
        for (first, strength) in TRUTH.into_iter().enumerate() {
            for (second, other) in TRUTH.into_iter().enumerate().take(first) {
                let share = Elo(strength - other).score();
                (0..30).for_each(|_| {
                    results.add(first, second, 2 * u32::from(random.random_bool(share)));
                });
            }
        }
        let ratings = Ratings::of(&results);
        let holds = |ratings: &Ratings, player: usize, truth: f64| {
            (ratings.elo(player).0 - truth).abs() <= ratings.error(player)
        };
        within += (0..TRUTH.len()).filter(|at| holds(&ratings, *at, TRUTH[*at])).count();
        let anchored = ratings.anchored(0);
        anchored_within +=
            (1..TRUTH.len()).filter(|at| holds(&anchored, *at, TRUTH[*at] - TRUTH[0])).count();
    }
    let rate = within as f64 / (TOURNAMENTS * TRUTH.len()) as f64;
    let anchored_rate = anchored_within as f64 / (TOURNAMENTS * (TRUTH.len() - 1)) as f64;
    // Three standard errors of a rate over so many ratings, some of which
    // depend on each other.
    is_near(rate, 0.95, 0.015);
    is_near(anchored_rate, 0.95, 0.02);
}

proptest! {
    #[test]
    fn the_points_expected_are_the_points_taken(
        games in vec((0..5_usize, 0..5_usize, 0..3_u32), 0..60),
    ) {
        let mut results = Results::new(5);
        for (first, second, half_points) in games {
            if first != second {
                results.add(first, second, half_points);
            }
        }
        let ratings = Ratings::of(&results);
        let counted = results.with_draws(Ratings::PRIOR);
        for player in 0..5 {
            let (mut taken, mut expected) = (0.0, 0.0);
            for other in (0..5).filter(|other| *other != player) {
                let games = counted.points(player, other) + counted.points(other, player);
                taken += counted.points(player, other);
                expected += games * Elo(ratings.elo(player).0 - ratings.elo(other).0).score();
            }
            prop_assert!((taken - expected).abs() < 1e-6, "{}: {} {}", player, taken, expected);
        }
    }
}
