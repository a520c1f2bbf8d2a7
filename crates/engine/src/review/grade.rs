//! The grade of a move by its loss.

use std::fmt;

use crate::SearchScore;

/// The grade of a move by its loss, from the best to the worst.
///
/// ```
/// use outflank_engine::Grade;
///
/// assert_eq!(Grade::of_loss(0), Grade::Best);
/// assert_eq!(Grade::of_loss(12), Grade::Blunder);
/// assert!(Grade::Mistake.is_error());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// There was no choice: one legal square, or a pass.
    Forced,
    /// Nothing better is known.
    Best,
    /// Up to 2 discs worse, which a search of the middle game can hardly tell
    /// from the best.
    Good,
    /// 3 to 5 discs worse.
    Inaccuracy,
    /// 6 to 11 discs worse; or less, if it is proven to give away a win or a
    /// draw, because the winner counts more than the margin.
    Mistake,
    /// 12 discs worse or more.
    Blunder,
}

impl Grade {
    /// All grades, from the best to the worst.
    pub const ALL: [Self; 6] =
        [Self::Forced, Self::Best, Self::Good, Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The least loss in discs that makes a move an inaccuracy.
    pub const INACCURACY_LOSS: u32 = 3;
    /// The least loss in discs that makes a move a mistake.
    pub const MISTAKE_LOSS: u32 = 6;
    /// The least loss in discs that makes a move a blunder.
    pub const BLUNDER_LOSS: u32 = 12;

    /// The grade of a free choice by the discs it lost.
    pub const fn of_loss(discs: u32) -> Self {
        match discs {
            0 => Self::Best,
            1..Self::INACCURACY_LOSS => Self::Good,
            Self::INACCURACY_LOSS..Self::MISTAKE_LOSS => Self::Inaccuracy,
            Self::MISTAKE_LOSS..Self::BLUNDER_LOSS => Self::Mistake,
            _ => Self::Blunder,
        }
    }

    /// The grade of a free choice whose two scores are proven: to give a win
    /// or a draw away is a mistake at least.
    pub fn of_proven(score: SearchScore, best_score: SearchScore) -> Self {
        let by_loss = Self::of_loss(best_score.discs().abs_diff(score.discs()));
        if score.outcome() < best_score.outcome() { by_loss.max(Self::Mistake) } else { by_loss }
    }

    /// Whether the move is one to learn from.
    pub fn is_error(self) -> bool {
        self >= Self::Inaccuracy
    }

    /// The name in tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Forced => "forced",
            Self::Best => "best",
            Self::Good => "good",
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grades_change_at_3_6_and_12_discs() {
        use Grade::{Best, Blunder, Good, Inaccuracy, Mistake};
        let grades = [0, 1, 2, 3, 5, 6, 11, 12, 128].map(Grade::of_loss);
        let expected =
            [Best, Good, Good, Inaccuracy, Inaccuracy, Mistake, Mistake, Blunder, Blunder];
        assert_eq!(grades, expected);
    }

    fn of_proven(score: i32, best_score: i32) -> Grade {
        let [score, best_score] = [score, best_score].map(|discs| SearchScore::new(discs).unwrap());
        Grade::of_proven(score, best_score)
    }

    #[test]
    fn a_win_given_away_is_a_mistake_however_small() {
        assert_eq!(of_proven(0, 2), Grade::Mistake);
        assert_eq!(of_proven(-2, 0), Grade::Mistake);
        assert_eq!(of_proven(-2, 2), Grade::Mistake);
        assert_eq!(of_proven(2, 4), Grade::Good);
        assert_eq!(of_proven(-4, -2), Grade::Good);
        assert_eq!(of_proven(-10, 2), Grade::Blunder);
        assert_eq!(of_proven(2, 2), Grade::Best);
    }

    #[test]
    fn errors_begin_with_inaccuracies() {
        let errors: Vec<_> = Grade::ALL.into_iter().filter(|grade| grade.is_error()).collect();
        assert_eq!(errors, [Grade::Inaccuracy, Grade::Mistake, Grade::Blunder]);
    }
}
