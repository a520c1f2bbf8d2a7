//! What is noted of a fit.

use serde::{Deserialize, Serialize};

/// One step of one fit, a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitStep {
    /// What is fitted: `part-3` or `phase-17`.
    pub part: String,
    /// The step, from 0.
    pub step: u32,
    /// How far the targets of the positions learnt from are missed, in discs:
    /// the root of the mean square.
    pub learn: f32,
    /// The same for the positions left out.
    pub held_out: f32,
    /// How far the results of the positions left out are missed: the mean.
    pub result_error: f32,
    /// The same as the root of the mean square.
    pub result_rms: f32,
    /// How many positions are learnt from.
    pub positions: usize,
}
