//! The score of a game.

use std::fmt;
use std::ops::Neg;

/// A disc difference from the view of one side, even, -64 to 64; positive is
/// good for that side.
///
/// ```
/// use outflank_core::Score;
///
/// let score = Score::new(-12).unwrap();
/// assert_eq!((-score).to_string(), "+12");
/// assert_eq!(Score::new(3), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i8);

impl Score {
    /// The best score: all 64 discs.
    pub const MAX: Self = Self(64);
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// The worst score.
    pub const MIN: Self = Self(-64);

    /// The score of this many discs; `None` if odd or out of range.
    pub const fn new(discs: i32) -> Option<Self> {
        if discs % 2 == 0 && discs >= -64 && discs <= 64 { Some(Self(discs as i8)) } else { None }
    }

    /// The disc difference.
    pub const fn discs(self) -> i32 {
        self.0 as i32
    }
}

impl Neg for Score {
    type Output = Self;

    /// The score of the other side.
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:+}", self.0))
    }
}
