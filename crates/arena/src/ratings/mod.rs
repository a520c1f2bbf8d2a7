//! The ratings of many players from their results against each other.

mod fit;
mod matrix;
mod results;

use crate::Elo;
use crate::statistics::normal;

pub use results::Results;

/// Elo for each unit of the logistic scale.
const ELO_PER_UNIT: f64 = 400.0 / std::f64::consts::LN_10;

/// The ratings of all players, with errors.
///
/// The model is that of Bradley and Terry: a player that is `d` Elo stronger
/// expects [`Elo::score`] of the points, and a draw is half a point for each.
/// Errors come from the curvature of the likelihood. Games count as independent
/// and draws as half a win, so many draws or paired openings make the errors too
/// large rather than too small.
///
/// ```
/// use outflank_arena::{Ratings, Results};
///
/// let mut results = Results::new(3);
/// for (first, second, half_points) in [(0, 1, 2), (0, 1, 1), (1, 2, 2), (0, 2, 2), (2, 0, 2)] {
///     results.add(first, second, half_points);
/// }
/// let ratings = Ratings::of(&results);
/// assert!(ratings.elo(0) > ratings.elo(1) && ratings.elo(1) > ratings.elo(2));
/// ```
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The strengths on the logistic scale, with mean 0.
    strengths: Vec<f64>,
    /// The covariance of these strengths, row by row.
    covariance: Vec<f64>,
    /// The player whose rating is 0; the mean if `None`.
    anchor: Option<usize>,
}

impl Ratings {
    /// The number of drawn games that are added for each player, spread evenly
    /// over all others. They keep the ratings of players finite that won or lost
    /// all games, and connect players that never met.
    pub const PRIOR: f64 = 1.0;

    /// The ratings after these results, 0 in the mean.
    pub fn of(results: &Results) -> Self {
        Self::with_prior(results, Self::PRIOR)
    }

    fn with_prior(results: &Results, prior: f64) -> Self {
        let fit = fit::most_likely(&results.with_draws(prior));
        Self { strengths: fit.strengths, covariance: fit.covariance, anchor: None }
    }

    /// The same ratings with that of one player as 0.
    #[must_use]
    pub fn anchored(self, player: usize) -> Self {
        Self { anchor: Some(player), ..self }
    }

    /// The rating of a player.
    pub fn elo(&self, player: usize) -> Elo {
        let zero = self.anchor.map_or(0.0, |anchor| self.strengths[anchor]);
        Elo((self.strengths[player] - zero) * ELO_PER_UNIT)
    }

    /// Half the width of the interval that holds the rating with 95 %
    /// confidence.
    pub fn error(&self, player: usize) -> f64 {
        let variance = match self.anchor {
            None => self.covariance(player, player),
            Some(anchor) => self.difference_variance(player, anchor),
        };
        normal::TWO_SIDED_95 * variance.max(0.0).sqrt() * ELO_PER_UNIT
    }

    /// The probability that `one` is stronger than `other`, given these results.
    pub fn los(&self, one: usize, other: usize) -> f64 {
        let lead = self.strengths[one] - self.strengths[other];
        let variance = self.difference_variance(one, other);
        if variance > 0.0 { normal::below(lead / variance.sqrt()) } else { 0.5 }
    }

    fn difference_variance(&self, one: usize, other: usize) -> f64 {
        self.covariance(one, one) + self.covariance(other, other)
            - 2.0 * self.covariance(one, other)
    }

    fn covariance(&self, row: usize, column: usize) -> f64 {
        self.covariance[row * self.strengths.len() + column]
    }
}

#[cfg(test)]
mod tests;
