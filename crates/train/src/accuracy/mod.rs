//! The accuracy of an evaluation on labelled positions.

mod difference;
mod judged;

use std::ops::RangeInclusive;

pub use difference::Difference;
pub use judged::{JudgedMove, JudgedPosition, judge, searched_value, static_value};

/// The accuracy of an evaluation on some positions. What has no positions has no mean.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The number of positions.
    pub positions: u64,
    /// The number of pairs of moves with different labels.
    pub pairs: u64,
    /// The number of positions with a choice of moves.
    pub choices: u64,
    absolute_errors: f64,
    squared_errors: f64,
    errors: f64,
    right_pairs: f64,
    best_moves: f64,
    losses: f64,
}

impl Accuracy {
    /// The accuracy on these positions.
    ///
    /// ```
    /// use outflank_train::{Accuracy, JudgedMove, JudgedPosition};
    ///
    /// let moves = vec![JudgedMove { label: 4, value: 1.0 }, JudgedMove { label: -2, value: 3.0 }];
    /// let position = JudgedPosition { empties: 20, label: 4, value: 3.0, moves };
    /// let accuracy = Accuracy::of([&position]);
    /// assert_eq!((accuracy.mean_error(), accuracy.bias()), (Some(1.0), Some(-1.0)));
    /// assert_eq!((accuracy.pair_accuracy(), accuracy.mean_loss()), (Some(0.0), Some(6.0)));
    /// ```
    pub fn of<'a>(positions: impl IntoIterator<Item = &'a JudgedPosition>) -> Self {
        let mut accuracy = Self::default();
        positions.into_iter().for_each(|position| accuracy.add(position));
        accuracy
    }

    fn add(&mut self, position: &JudgedPosition) {
        let error = position.error();
        self.positions += 1;
        self.absolute_errors += error.abs();
        self.squared_errors += error * error;
        self.errors += error;
        let (pairs, right) = position.pairs();
        self.pairs += pairs;
        self.right_pairs += right;
        if let (Some(best), Some(loss)) = (position.best_move(), position.loss()) {
            self.choices += 1;
            self.best_moves += best;
            self.losses += loss;
        }
    }

    /// The mean absolute error in discs.
    pub fn mean_error(&self) -> Option<f64> {
        mean(self.absolute_errors, self.positions)
    }

    /// The root mean square error in discs.
    pub fn root_mean_square(&self) -> Option<f64> {
        mean(self.squared_errors, self.positions).map(f64::sqrt)
    }

    /// The mean error in discs; positive if the side to move is valued too highly.
    pub fn bias(&self) -> Option<f64> {
        mean(self.errors, self.positions)
    }

    /// The share of pairs of moves in the right order.
    pub fn pair_accuracy(&self) -> Option<f64> {
        mean(self.right_pairs, self.pairs)
    }

    /// The share of positions with a choice whose move of the highest value is a best one.
    pub fn best_move_rate(&self) -> Option<f64> {
        mean(self.best_moves, self.choices)
    }

    /// The mean loss of the move of the highest value, in discs.
    pub fn mean_loss(&self) -> Option<f64> {
        mean(self.losses, self.choices)
    }
}

fn mean(sum: f64, count: u64) -> Option<f64> {
    (count > 0).then(|| sum / count as f64)
}

/// The parts of the game in a table, by empty squares. Shipped labels are exact in the first two.
const BANDS: [RangeInclusive<u32>; 8] =
    [0..=12, 13..=18, 19..=24, 25..=30, 31..=36, 37..=42, 43..=48, 49..=60];

/// The accuracy in each part of the game, on positions that are not decided.
#[derive(Clone, Debug, PartialEq)]
pub struct AccuracyTable {
    /// The parts with positions: numbers of empty squares.
    pub bands: Vec<(RangeInclusive<u32>, Accuracy)>,
    /// All positions of the bands.
    pub total: Accuracy,
    /// The decided positions of the whole game.
    pub decided: Accuracy,
}

impl AccuracyTable {
    /// The table of judged positions.
    pub fn new(judged: &[JudgedPosition]) -> Self {
        let open = || judged.iter().filter(|position| !position.is_decided());
        let band = |band: RangeInclusive<u32>| {
            let accuracy = Accuracy::of(open().filter(|position| band.contains(&position.empties)));
            (accuracy.positions > 0).then_some((band, accuracy))
        };
        Self {
            bands: BANDS.into_iter().filter_map(band).collect(),
            total: Accuracy::of(open()),
            decided: Accuracy::of(judged.iter().filter(|position| position.is_decided())),
        }
    }
}

#[cfg(test)]
mod tests;
