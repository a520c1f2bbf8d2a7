//! Selectivity: the confidence of selective cuts.

use std::fmt;

/// The confidence that the omitted lines would not have changed the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Selectivity {
    /// Cuts where a shallow search is right in 73 of 100 cases.
    P73,
    /// 87 of 100.
    P87,
    /// 95 of 100.
    P95,
    /// 98 of 100.
    P98,
    /// 99 of 100.
    P99,
    /// Nothing is left out.
    Full,
}

impl Selectivity {
    /// From the boldest to the one that leaves nothing out.
    pub const ALL: [Self; 6] = [Self::P73, Self::P87, Self::P95, Self::P98, Self::P99, Self::Full];

    /// The confidence in percent: 100 when nothing is left out.
    pub const fn percent(self) -> u32 {
        match self {
            Self::P73 => 73,
            Self::P87 => 87,
            Self::P95 => 95,
            Self::P98 => 98,
            Self::P99 => 99,
            Self::Full => 100,
        }
    }

    /// The number of standard deviations by which a shallow search must clear a bound, from
    /// the one-sided normal distribution.
    pub(crate) const fn deviations(self) -> f32 {
        match self {
            Self::P73 => 0.61,
            Self::P87 => 1.13,
            Self::P95 => 1.64,
            Self::P98 => 2.05,
            Self::P99 => 2.33,
            Self::Full => f32::INFINITY,
        }
    }
}

impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}%", self.percent()))
    }
}
