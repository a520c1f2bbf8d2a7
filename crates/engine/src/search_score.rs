//! A score that a search found.

use std::fmt;
use std::ops::Neg;

use outflank_core::Score;

use crate::Outcome;

/// A disc difference that a search found, -64 to 64; positive is good for the
/// side it is about.
///
/// A [`Score`] is the result of a finished game, and always even. A
/// `SearchScore` may be an estimate of it, so it can be odd.
///
/// ```
/// use outflank_core::Score;
/// use outflank_engine::{Outcome, SearchScore};
///
/// let score = SearchScore::new(-7).unwrap();
/// assert_eq!(score.discs(), -7);
/// assert_eq!((-score).to_string(), "+7");
/// assert_eq!(score.outcome(), Outcome::Loss);
/// assert!(score < SearchScore::from(Score::DRAW));
/// assert_eq!(SearchScore::new(65), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchScore(i8);

impl SearchScore {
    /// The best score: all 64 discs.
    pub const MAX: Self = Self(64);
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The worst score.
    pub const MIN: Self = Self(-64);

    /// The score of this many discs; `None` outside -64 to 64.
    pub const fn new(discs: i32) -> Option<Self> {
        if discs >= -64 && discs <= 64 { Some(Self(discs as i8)) } else { None }
    }

    /// The score of this many discs, or the nearest one in range.
    pub(crate) fn clamped(discs: i32) -> Self {
        Self(discs.clamp(-64, 64) as i8)
    }

    /// The disc difference.
    pub const fn discs(self) -> i32 {
        self.0 as i32
    }

    /// A win, a draw or a loss, by the sign.
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

impl From<Score> for SearchScore {
    fn from(score: Score) -> Self {
        Self::clamped(score.discs())
    }
}

impl Neg for SearchScore {
    type Output = Self;

    /// The same score for the other side.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for SearchScore {
    /// With a sign, like [`Score`]: `+4`, `+0`, `-12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.0))
    }
}
