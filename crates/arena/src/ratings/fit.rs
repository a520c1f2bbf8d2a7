//! The strengths under which results are most likely, by Newton's method.

use super::Results;
use super::matrix::Triangle;

/// Strengths with mean 0 and their covariance, row by row.
pub(super) struct Fit {
    pub(super) strengths: Vec<f64>,
    pub(super) covariance: Vec<f64>,
}

/// The maximum number of steps. The likelihood has one peak and Newton's method
/// doubles the digits with each step, so fewer are enough.
const STEPS: usize = 100;
/// The size of a step that changes no digit of the results.
const SMALL: f64 = 1e-10;

/// Finds the strengths. Every two players have to be connected by a chain of
/// players that took points from each other.
pub(super) fn most_likely(results: &Results) -> Fit {
    let players = results.players();
    let mut strengths = vec![0.0; players];
    let mut likelihood = log_likelihood(results, &strengths);
    for _ in 0..STEPS {
        let curvature = curvature(results, &strengths);
        let Some(triangle) = Triangle::of(players, &curvature) else { break };
        let step = triangle.solve(&slope(results, &strengths));
        // A step that is too large is halved until the likelihood rises.
        let mut part = 1.0;
        let (moved, reached) = loop {
            let moved: Vec<_> =
                strengths.iter().zip(&step).map(|(from, step)| from + part * step).collect();
            let reached = log_likelihood(results, &moved);
            if reached >= likelihood || part < SMALL {
                break (moved, reached);
            }
            part /= 2.0;
        };
        let largest = step.iter().fold(0.0_f64, |most, step| most.max(step.abs()));
        if reached < likelihood {
            break;
        }
        (strengths, likelihood) = (moved, reached);
        if largest < SMALL {
            break;
        }
    }
    let curvature = curvature(results, &strengths);
    let triangle = Triangle::of(players, &curvature);
    let mut covariance =
        triangle.map_or_else(|| vec![f64::INFINITY; players * players], |found| found.inverse());
    // The curvature that was added for the mean is removed again.
    for value in &mut covariance {
        *value -= 1.0 / players as f64;
    }
    Fit { strengths, covariance }
}

/// The expected share of the points of a player that is stronger by `difference`.
fn share(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

fn log_likelihood(results: &Results, strengths: &[f64]) -> f64 {
    let of_pair = |first: usize, second: usize| {
        let behind = strengths[second] - strengths[first];
        // ln(1 + e^x) without overflow.
        -results.points(first, second) * (behind.max(0.0) + (-behind.abs()).exp().ln_1p())
    };
    let players = 0..results.players();
    players
        .clone()
        .flat_map(|first| players.clone().map(move |second| (first, second)))
        .filter(|(first, second)| first != second)
        .map(|(first, second)| of_pair(first, second))
        .sum()
}

/// The points of each player minus the expected points.
fn slope(results: &Results, strengths: &[f64]) -> Vec<f64> {
    let players = 0..results.players();
    let of = |player: usize| -> f64 {
        let others = players.clone().filter(|other| *other != player);
        others
            .map(|other| {
                let taken = results.points(player, other);
                let games = taken + results.points(other, player);
                taken - games * share(strengths[player] - strengths[other])
            })
            .sum()
    };
    players.clone().map(of).collect()
}

/// The curvature of the likelihood. It depends on differences between players
/// only, so the direction in which all strengths rise gets a curvature of its
/// own, which fixes the mean.
fn curvature(results: &Results, strengths: &[f64]) -> Vec<f64> {
    let players = results.players();
    let mut matrix = vec![1.0 / players as f64; players * players];
    for first in 0..players {
        for second in 0..first {
            let games = results.points(first, second) + results.points(second, first);
            let expected = share(strengths[first] - strengths[second]);
            let weight = games * expected * (1.0 - expected);
            for (row, column, sign) in [
                (first, first, 1.0),
                (second, second, 1.0),
                (first, second, -1.0),
                (second, first, -1.0),
            ] {
                matrix[row * players + column] += sign * weight;
            }
        }
    }
    matrix
}
