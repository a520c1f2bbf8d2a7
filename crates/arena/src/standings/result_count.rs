//! Games won, drawn and lost.

use outflank_core::Score;

/// Games won, drawn and lost, from the view of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCount {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The sum of all scores in discs.
    pub discs: i64,
}

impl ResultCount {
    pub(super) fn count(&mut self, score: Score) {
        let discs = score.discs();
        match discs {
            1.. => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.discs += i64::from(discs);
    }

    /// The number of games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of the points, 0 to 1; `None` without a game.
    pub fn score(&self) -> Option<f64> {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        (self.games() > 0).then(|| points / f64::from(self.games()))
    }

    /// The mean score in discs; `None` without a game.
    pub fn mean_discs(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.discs as f64 / f64::from(self.games()))
    }
}
