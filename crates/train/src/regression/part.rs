//! The fit of one part of the game.

use std::fs;
use std::path::Path;

use super::equations::{Equations, Goal, Loss, width};
use super::{FitSettings, FitStep, read_weights, write_weights};
use crate::Sample;
use crate::folder::{self, FolderError};

/// A fit ends after this many steps without improvement.
const MAX_STEPS_WITHOUT_GAIN: u32 = 4;

/// A part of the game and the positions that its weights are learnt from.
pub(super) struct Part<'a> {
    pub(super) name: String,
    /// Positions and their weights.
    pub(super) learn: Vec<(&'a Sample, f32)>,
    pub(super) held_out: Vec<&'a Sample>,
    pub(super) doubt: f32,
    /// The default of the weights.
    pub(super) prior: Option<&'a Vec<f32>>,
}

/// The weights of a part.
pub(super) struct Fitted {
    pub(super) weights: Vec<f32>,
    pub(super) steps: Vec<FitStep>,
}

impl Fitted {
    /// The loss of the best weights; 0 without held-out positions.
    pub(super) fn loss(&self) -> Loss {
        let best = self.steps.iter().min_by(|a, b| a.held_out.total_cmp(&b.held_out));
        best.map_or(Loss::default(), |step| Loss {
            root_mean_square: step.result_rms,
            mean_error: step.result_error,
        })
    }
}

impl Part<'_> {
    /// Fits the weights, or reads those that an earlier run finished.
    pub(super) fn fit(
        self,
        folder: &Path,
        settings: FitSettings,
        on_part: &(dyn Fn(&FitStep) + Sync),
    ) -> Result<Fitted, FolderError> {
        let path = folder.join(&self.name).with_extension("fit");
        let log = path.with_extension("jsonl");
        let finished = read_weights(&path).zip(read_log(&log));
        let fitted = if let Some((weights, steps)) = finished {
            Fitted { weights, steps }
        } else {
            let fitted = self.descend(settings);
            let line = |step| serde_json::to_string(step).expect("a step is plain data") + "\n";
            let lines: String = fitted.steps.iter().map(line).collect();
            folder::write(&log, lines.as_bytes())?;
            write_weights(&path, &fitted.weights)?;
            fitted
        };
        if let Some(step) = fitted.steps.last() {
            on_part(step);
        }
        Ok(fitted)
    }

    /// Conjugate gradients until the error on the held-out positions is lowest.
    fn descend(self, settings: FitSettings) -> Fitted {
        let prior = self.prior.cloned().unwrap_or_else(|| vec![0.0; width()]);
        let learn = self.learn.iter().map(|(sample, weight)| (*sample, *weight));
        let goal = Goal::Target(settings.target);
        let mut equations = Equations::new(learn, goal, self.doubt, &prior);
        let held_out = || self.held_out.iter().map(|sample| (*sample, 1.0));
        let targets = Equations::new(held_out(), goal, 0.0, &prior);
        let results = Equations::new(held_out(), Goal::Result, 0.0, &prior);
        let positions = self.learn.len();
        let mut best = (f32::INFINITY, prior.clone());
        let mut steps = Vec::new();
        let mut since_best = 0;
        for step in 0..=settings.steps {
            let learn = equations.loss().root_mean_square;
            // Targets and solutions are differences from the prior.
            let held_out = targets.loss_of(equations.solution()).root_mean_square;
            // Without held-out positions the training error is used.
            let held_out = if self.held_out.is_empty() { learn } else { held_out };
            let of_results = results.loss_of(equations.solution());
            steps.push(FitStep {
                part: self.name.clone(),
                step,
                learn,
                held_out,
                result_error: of_results.mean_error,
                result_rms: of_results.root_mean_square,
                positions,
            });
            if held_out < best.0 - 1e-4 {
                let sum = prior.iter().zip(equations.solution()).map(|(a, b)| a + b);
                best = (held_out, sum.collect());
                since_best = 0;
            } else {
                since_best += 1;
            }
            if since_best >= MAX_STEPS_WITHOUT_GAIN || !equations.step() {
                break;
            }
        }
        Fitted { weights: best.1, steps }
    }
}

fn read_log(path: &Path) -> Option<Vec<FitStep>> {
    let text = fs::read_to_string(path).ok()?;
    text.lines().map(|line| serde_json::from_str(line).ok()).collect()
}
