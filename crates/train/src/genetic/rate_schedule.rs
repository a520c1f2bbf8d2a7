//! A number that changes over the generations.

use serde::{Deserialize, Serialize};

/// A number that may change from generation to generation.
///
/// A schedule does not depend on the length of the run. So a run can be made longer
/// later, and its start stays the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RateSchedule {
    /// A constant.
    Constant(f64),
    /// Equal steps from one value to another, then constant.
    Linear {
        /// The value of generation 0.
        from: f64,
        /// The value in the end.
        to: f64,
        /// The number of generations until the end value.
        over: u32,
    },
    /// Exponential decay.
    Exponential {
        /// The value of generation 0.
        from: f64,
        /// The number of generations until the value is halved.
        half_life: u32,
    },
}

impl RateSchedule {
    /// The number of a generation.
    ///
    /// ```
    /// use outflank_train::genetic::RateSchedule;
    ///
    /// let schedule = RateSchedule::Linear { from: 0.5, to: 0.1, over: 4 };
    /// assert_eq!([0, 4, 9].map(|generation| schedule.at(generation)), [0.5, 0.1, 0.1]);
    /// ```
    pub fn at(self, generation: u32) -> f64 {
        match self {
            Self::Constant(value) => value,
            Self::Linear { to, over, .. } if generation >= over => to,
            Self::Linear { from, to, over } => {
                from + (to - from) * f64::from(generation) / f64::from(over)
            }
            Self::Exponential { from, half_life } => {
                from * (-f64::from(generation) / f64::from(half_life.max(1))).exp2()
            }
        }
    }

    /// The highest and lowest number it can give.
    pub(super) fn ends(self) -> [f64; 2] {
        match self {
            Self::Constant(value) => [value; 2],
            Self::Linear { from, to, .. } => [from, to],
            Self::Exponential { from, .. } => [from, 0.0],
        }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "small numbers are exact")]
mod tests {
    use super::RateSchedule;

    #[test]
    fn schedules_follow_their_names() {
        let at = |schedule: RateSchedule| [0, 1, 2, 4, 8].map(|generation| schedule.at(generation));
        assert_eq!(at(RateSchedule::Constant(0.5)), [0.5; 5]);
        let linear = RateSchedule::Linear { from: 1.0, to: 0.0, over: 4 };
        assert_eq!(at(linear), [1.0, 0.75, 0.5, 0.0, 0.0]);
        let exponential = RateSchedule::Exponential { from: 1.0, half_life: 2 };
        assert_eq!(at(exponential)[2..], [0.5, 0.25, 0.0625]);
        assert_eq!(RateSchedule::Linear { from: 1.0, to: 3.0, over: 0 }.at(0), 3.0);
    }
}
