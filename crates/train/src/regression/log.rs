//! The log entry of a fit.

use serde::{Deserialize, Serialize};

/// One step of one fit, a line of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FitStep {
    /// The name of the fit: `part-3` or `phase-17`.
    pub part: String,
    /// The step, from 0.
    pub step: u32,
    /// The root mean square error on the training positions, in discs.
    pub learn: f32,
    /// The same for the held-out positions.
    pub held_out: f32,
    /// The mean error on the held-out positions.
    pub result_error: f32,
    /// The root mean square error of the same.
    pub result_rms: f32,
    /// The number of training positions.
    pub positions: usize,
}
