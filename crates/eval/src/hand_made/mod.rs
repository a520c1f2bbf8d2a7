//! A small hand-made evaluation for each game.

mod features;
mod weights;

use outflank_core::{Bitboard, Board, Kernel, Rule, Square};

use crate::{Evaluation, UNIT};
use features::FEATURES;

/// A small hand-made evaluation: a weighted sum of 21 features, with weights that
/// change as the board fills.
///
/// ```
/// use outflank_core::Rule;
/// use outflank_eval::{Evaluation, HandMade};
///
/// let evaluation = HandMade::new(Rule::Reversi);
/// assert!(evaluation.deviation(30, 10, 4) >= 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct HandMade {
    /// The weights for each number of empty squares.
    weights: Box<[[i32; FEATURES]; 65]>,
    deviation: [f32; 4],
}

impl HandMade {
    /// The evaluation of a game.
    pub fn new(rule: Rule) -> Self {
        let (knots, deviation) = match rule {
            Rule::Reversi => (&weights::REVERSI, weights::REVERSI_DEVIATION),
            Rule::Reversed => (&weights::REVERSED, weights::REVERSED_DEVIATION),
        };
        let mut weights = Box::new([[0; FEATURES]; 65]);
        for (row, empties) in weights.iter_mut().zip(0..) {
            for (at, weight) in row.iter_mut().enumerate() {
                *weight = between_knots(knots, at, empties);
            }
        }
        Self { weights, deviation }
    }
}

/// The weight interpolated between the two nearest knots.
fn between_knots(knots: &[[i32; FEATURES]; weights::KNOTS.len()], at: usize, empties: i32) -> i32 {
    let [first, .., last] = weights::KNOTS;
    let empties = empties.clamp(first, last);
    let low = weights::KNOTS.iter().rposition(|knot| *knot <= empties).unwrap_or(0);
    let high = (low + 1).min(weights::KNOTS.len() - 1);
    let width = (weights::KNOTS[high] - weights::KNOTS[low]).max(1);
    let part = empties - weights::KNOTS[low];
    (knots[low][at] * (width - part) + knots[high][at] * part) / width
}

impl Evaluation for HandMade {
    type State = ();

    fn state(&self, _: Board) {}

    #[inline(always)]
    fn play(&self, (): (), _: Board, _: Square, _: Bitboard) {}

    #[inline(always)]
    fn pass(&self, (): ()) {}

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, (): (), board: Board) -> i32 {
        let weights = &self.weights[board.empties().len() as usize];
        let features = features::of(kernel, board);
        let sum: i32 = features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum();
        sum.clamp(-64 * UNIT, 64 * UNIT)
    }

    fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        let [constant, by_deep, by_shallow, by_empties] = self.deviation;
        let fitted = constant
            + by_deep * deep as f32
            + by_shallow * shallow as f32
            + by_empties * empties as f32;
        fitted.max(1.0)
    }
}
