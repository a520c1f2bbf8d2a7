//! The axes of the picture: plies and scores.

use super::svg::{Point, at};

/// The part of the picture where the curve is.
pub(super) const LEFT: f64 = 72.0;
pub(super) const RIGHT: f64 = 1172.0;
pub(super) const TOP: f64 = 104.0;
pub(super) const BOTTOM: f64 = 512.0;
pub(super) const MIDDLE: f64 = f64::midpoint(TOP, BOTTOM);

/// The axes of the picture: plies and scores.
pub(super) struct Axes {
    plies: usize,
    /// The score at the upper edge; its negation is at the lower one.
    reach: i32,
}

impl Axes {
    /// Axes for a curve. The score axis fits the scores, so that a close game does not look
    /// flat.
    pub(super) fn of(curve: &[i32]) -> Self {
        let largest = curve.iter().map(|score| score.abs()).max().unwrap_or(0);
        let reach = [8, 16, 24, 32, 48].into_iter().find(|reach| largest < *reach).unwrap_or(64);
        Self { plies: curve.len().saturating_sub(1).max(1), reach }
    }

    /// The point of the curve after `ply` moves at this score.
    pub(super) fn point(&self, ply: usize, score: i32) -> Point {
        let share = f64::from(score.clamp(-self.reach, self.reach)) / f64::from(self.reach);
        at(self.x(ply), MIDDLE - share * (BOTTOM - TOP) / 2.0)
    }

    #[expect(clippy::cast_precision_loss, reason = "a game has far fewer than 2^52 plies")]
    pub(super) fn x(&self, ply: usize) -> f64 {
        LEFT + (RIGHT - LEFT) * ply as f64 / self.plies as f64
    }

    /// The scores that get a line, from the lowest to the highest.
    pub(super) fn scores(&self) -> impl Iterator<Item = i32> {
        let step = self.reach / 4;
        (-4..=4).map(move |number| number * step)
    }

    /// The plies that get a number.
    pub(super) fn plies(&self) -> impl Iterator<Item = usize> {
        let step = if self.plies > 24 { 5 } else { 1 };
        (0..=self.plies).step_by(step)
    }
}
