//! A win, a draw or a loss.

use std::fmt;
use std::ops::Neg;

/// The result of a game for one side, without the margin.
///
/// ```
/// use outflank_engine::Outcome;
///
/// assert!(Outcome::Win > Outcome::Draw && Outcome::Draw > Outcome::Loss);
/// assert_eq!(-Outcome::Win, Outcome::Loss);
/// assert_eq!(Outcome::Loss.sign(), -1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The side loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side wins.
    Win,
}

impl Outcome {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub const fn sign(self) -> i32 {
        match self {
            Self::Loss => -1,
            Self::Draw => 0,
            Self::Win => 1,
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        }
    }
}

impl Neg for Outcome {
    type Output = Self;

    /// The same outcome for the other side.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
