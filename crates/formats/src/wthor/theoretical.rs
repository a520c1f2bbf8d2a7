//! The theoretical score of a game.

use outflank_core::Score;

use super::writer::THEORETICAL;
use crate::{Record, Tag, tree};

impl Record {
    /// Black's score under perfect play from some point on, as the WTHOR file
    /// states it; `None` if the record does not have it.
    pub fn theoretical_score(&self) -> Option<Score> {
        let discs: i32 = tree::kept(self, THEORETICAL)?.parse().ok()?;
        Score::new(2 * discs - Score::MAX.discs())
    }

    /// Sets or removes the [theoretical score](Record::theoretical_score).
    ///
    /// ```
    /// use outflank_core::Score;
    /// use outflank_formats::Record;
    ///
    /// let mut record = Record::default();
    /// record.set_theoretical_score(Score::new(-6));
    /// assert_eq!(record.theoretical_score(), Score::new(-6));
    /// ```
    pub fn set_theoretical_score(&mut self, score: Option<Score>) {
        let Some(tag) = Tag::new(THEORETICAL) else { return };
        match score {
            Some(score) => {
                let discs = i32::midpoint(score.discs(), Score::MAX.discs());
                self.other.insert(tag, discs.to_string());
            }
            None => {
                self.other.remove(&tag);
            }
        }
    }
}
