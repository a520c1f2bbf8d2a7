//! What is noted of a fit.

use serde::{Deserialize, Serialize};

/// One step of one fit, a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitStep {
    /// What is fitted: `part-3` or `phase-17`.
    pub part: String,
    /// The step, from 0.
    pub step: u32,
    /// The root of the mean squared error on the positions learnt from, in
    /// discs.
    pub learn: f32,
    /// The same on the positions left out.
    pub held_out: f32,
    /// The mean error on the positions left out, in discs.
    pub mean_error: f32,
    /// How many positions are learnt from.
    pub positions: usize,
}
