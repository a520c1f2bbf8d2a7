//! The weights of a genome over the game.

use super::Genome;
use crate::Form;
use crate::agents::Continuous;
use crate::gene::Values;

/// A weight over the game.
#[derive(Clone, Debug, PartialEq)]
pub struct WeightCurve {
    /// The term it belongs to.
    pub name: &'static str,
    /// The number of discs on the board, and the weight then.
    pub points: Vec<(u32, f64)>,
}

impl Genome {
    /// The weights of a continuous genome as curves over the number of discs. A map is the
    /// mean of its 64 squares. Other forms have none.
    pub fn curves(&self) -> Vec<WeightCurve> {
        match self.form {
            Form::Continuous => Continuous::new(&mut Values(&self.values), self.rule).curves(),
            _ => Vec::new(),
        }
    }
}
