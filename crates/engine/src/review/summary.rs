//! The summary of one side of a game.

use outflank_core::Color;

use super::{Grade, ReviewedMove};

/// The summary of one side of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The number of moves with each grade, in the order of [`Grade::ALL`].
    counts: [usize; Grade::ALL.len()],
    /// The discs lost by all moves together.
    lost: u32,
    /// The sum of the values of all free choices; a best move has the value 1.
    worth: f64,
}

impl Summary {
    /// The summary of the moves of one side.
    pub(super) fn of(moves: &[ReviewedMove], color: Color) -> Self {
        let mut summary = Self::default();
        for reviewed in moves.iter().filter(|reviewed| reviewed.color() == color) {
            summary.counts[reviewed.grade as usize] += 1;
            summary.lost += reviewed.loss();
            if reviewed.grade != Grade::Forced {
                let blunders = f64::from(reviewed.loss()) / f64::from(Grade::BLUNDER_LOSS);
                summary.worth += 0.5_f64.powf(blunders);
            }
        }
        summary
    }

    /// The number of moves with this grade.
    pub const fn count(&self, grade: Grade) -> usize {
        self.counts[grade as usize]
    }

    /// The number of moves at which the side had a choice.
    pub fn choices(&self) -> usize {
        self.counts.iter().sum::<usize>() - self.count(Grade::Forced)
    }

    /// The discs lost by all moves together.
    pub const fn lost(&self) -> u32 {
        self.lost
    }

    /// The discs lost by a free choice on average; `None` without a choice.
    pub fn average_loss(&self) -> Option<f64> {
        self.per_choice(self.lost.into())
    }

    /// 100 if every choice was the best, `None` without a choice. A move that
    /// loses 12 discs, just a blunder, counts one half, and one that loses
    /// twice that a quarter: past the point where a game is lost, further
    /// discs matter less.
    pub fn accuracy(&self) -> Option<f64> {
        self.per_choice(100.0 * self.worth)
    }

    #[expect(clippy::cast_precision_loss, reason = "a game has far fewer than 2^52 moves")]
    fn per_choice(&self, total: f64) -> Option<f64> {
        (self.choices() > 0).then(|| total / self.choices() as f64)
    }
}
