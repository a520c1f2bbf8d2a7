//! The regression of game results on board patterns.
//!
//! A board's value is the sum of its weights, so the weights that miss the
//! results of all positions least are the solution of linear equations, one
//! system for each phase of the game. They are solved by conjugate gradients,
//! phases at the same time. A phase alone has seen too few positions: so whole
//! parts of the game are fitted first, and each phase then only learns how it
//! differs from its part, from its own positions and those of its neighbours.

mod equations;
mod log;
mod part;

use std::fs;
use std::path::{Path, PathBuf};

use outflank_core::Rule;
use outflank_durable::FolderClaim;
use outflank_eval::{PHASES, Packing, Provenance, Trust, UNIT, Weights, WinScale, phase};
use rayon::prelude::{IntoParallelIterator, ParallelIterator};
use serde::Serialize;
use zerocopy::{FromBytes, IntoBytes};

use crate::folder::{self, FolderError};
use crate::selfplay::{BESIDE_POSITIONS, HELD_OUT_POSITIONS, POSITIONS};
use crate::{Dataset, Sample};
use part::{Fitted, Part};

pub use equations::{Loss, Target};
pub use log::FitStep;

/// The settings of a fit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct FitSettings {
    /// The regularisation: with this many positions a weight counts half.
    pub doubt: f32,
    /// The regularisation of the difference between a phase and its part of the game.
    pub phase_doubt: f32,
    /// The weight of a position of a neighbouring phase.
    pub neighbour: f32,
    /// The maximum number of steps of each fit.
    pub steps: u32,
    /// The numbers that weights are fitted to.
    #[serde(skip_serializing_if = "is_default")]
    pub target: Target,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_default(target: &Target) -> bool {
    *target == Target::default()
}

impl Default for FitSettings {
    fn default() -> Self {
        Self {
            doubt: 16.0,
            phase_doubt: 64.0,
            neighbour: 0.5,
            steps: 60,
            target: Target::default(),
        }
    }
}

/// Fitted weights and their losses.
pub struct Fit {
    /// The weights.
    pub weights: Weights,
    /// The loss of every phase on the held-out positions.
    pub losses: Vec<Loss>,
    /// The log of all steps.
    pub steps: Vec<FitStep>,
    /// The claim of the folder. It lasts until the caller has written its files there.
    pub claim: FolderClaim,
}

#[derive(Serialize)]
struct Run<'a> {
    settings: &'a FitSettings,
    data: Vec<(PathBuf, u32)>,
    /// The checksum of the weights that the fit starts from.
    start: Option<u32>,
}

/// The parts of the game that are fitted first, in phases.
const PART: usize = 5;

/// Fits weights to the positions in the folders `data` from
/// [`selfplay`](crate::selfplay()). With `start`, each phase learns how it differs from
/// these weights. `folder` stores finished phases. `on_part` is called
/// for each, also for those that were finished before.
pub fn fit(
    folder: &Path,
    data: &[PathBuf],
    settings: FitSettings,
    start: Option<&Weights>,
    on_part: &(dyn Fn(&FitStep) + Sync),
) -> Result<Fit, FolderError> {
    let (mut learn, sums) = read_all(data, POSITIONS)?;
    let (mut held_out, _) = read_all(data, HELD_OUT_POSITIONS)?;
    let has_beside = |folder: &&PathBuf| folder.join(BESIDE_POSITIONS).exists();
    let beside: Vec<_> = data.iter().filter(has_beside).cloned().collect();
    if !beside.is_empty() {
        learn.samples.extend(read_all(&beside, BESIDE_POSITIONS)?.0.samples);
    }
    let data = data.iter().cloned().zip(sums).collect();
    let start_checksum = start.map(Weights::checksum);
    let claim = folder::claim(folder, &Run { settings: &settings, data, start: start_checksum })?;
    // Folders may share positions, or hold out positions that another one learns.
    learn.merge();
    held_out.remove(&learn);
    let (rule, positions) = (learn.rule, learn.samples.len() as u64);
    if positions == 0 {
        return Err(FolderError::NoPositions);
    }
    let (learn, held_out) = (by_phase(learn), by_phase(held_out));

    let count = if start.is_some() { 0 } else { PHASES / PART };
    let parts = (0..count).into_par_iter().map(|number| {
        let within = number * PART..(number + 1) * PART;
        let part = Part {
            name: format!("part-{number}"),
            learn: within
                .clone()
                .flat_map(|phase| &learn[phase])
                .map(|sample| (sample, 1.0))
                .collect(),
            held_out: within.flat_map(|phase| &held_out[phase]).collect(),
            doubt: settings.doubt,
            prior: None,
        };
        part.fit(folder, settings, on_part)
    });
    let parts = parts.collect::<Result<Vec<_>, _>>()?;

    let phases = (0..PHASES).into_par_iter().map(|number| {
        let neighbours = [number.checked_sub(1), Some(number + 1).filter(|next| *next < PHASES)];
        let beside = neighbours.into_iter().flatten().flat_map(|phase| &learn[phase]);
        let beside = beside.map(|sample| (sample, settings.neighbour));
        let start = start.map(|weights| unrounded(weights, number));
        let part = Part {
            name: format!("phase-{number:02}"),
            learn: learn[number].iter().map(|sample| (sample, 1.0)).chain(beside).collect(),
            held_out: held_out[number].iter().collect(),
            doubt: settings.phase_doubt,
            prior: start.as_ref().or_else(|| parts.get(number / PART).map(|part| &part.weights)),
        };
        part.fit(folder, settings, on_part)
    });
    let phases = phases.collect::<Result<Vec<_>, _>>()?;

    let losses: Vec<Loss> = phases.iter().map(Fitted::loss).collect();
    let steps = parts.iter().chain(&phases).flat_map(|part| part.steps.clone()).collect();
    let errors = losses.iter().map(|loss| loss.mean_error).collect();
    let provenance = Provenance { generation: 0, parent: 0, positions, errors };
    let vectors: Vec<_> = phases.iter().map(|phase| &phase.weights[..]).collect();
    Ok(Fit { weights: rounded(rule, provenance, &vectors), losses, steps, claim })
}

/// Positions of all folders, and the checksum of each.
fn read_all(data: &[PathBuf], name: &str) -> Result<(Dataset, Vec<u32>), FolderError> {
    let mut all: Option<Dataset> = None;
    let mut sums = Vec::new();
    for folder in data {
        let dataset = Dataset::read(&folder.join(name))?;
        sums.push(dataset.checksum());
        match &mut all {
            None => all = Some(dataset),
            Some(all) if all.rule != dataset.rule => return Err(FolderError::BothRules),
            Some(all) => all.samples.extend(dataset.samples),
        }
    }
    Ok((all.ok_or(FolderError::NoPositions)?, sums))
}

fn by_phase(dataset: Dataset) -> Vec<Vec<Sample>> {
    let mut phases = vec![Vec::new(); PHASES];
    for sample in dataset.samples {
        phases[phase(sample.board.empties().len())].push(sample);
    }
    phases
}

/// The weights of a phase in discs, and its biases.
fn unrounded(weights: &Weights, number: usize) -> Vec<f32> {
    let mut all: Vec<f32> =
        weights.phases[number].iter().map(|weight| f32::from(*weight) / UNIT as f32).collect();
    all.resize(equations::width(), 0.0);
    for (empties, bias) in weights.bias.iter().enumerate() {
        if phase(empties as u32) == number {
            all[equations::bias_of(empties as u32)] = f32::from(*bias) / UNIT as f32;
        }
    }
    all
}

/// The weights in whole units.
fn rounded(rule: Rule, provenance: Provenance, phases: &[&[f32]]) -> Weights {
    let unit =
        |weight: f32| (weight * UNIT as f32).round().clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let width = Packing::get().len();
    let bias = std::array::from_fn(|empties| {
        unit(phases[phase(empties as u32)][equations::bias_of(empties as u32)])
    });
    Weights {
        rule,
        provenance,
        trust: Trust::default(),
        win_scale: WinScale::default(),
        bias,
        phases: phases
            .iter()
            .map(|phase| phase[..width].iter().copied().map(unit).collect())
            .collect(),
    }
}

/// Weights of a finished part as bytes, and back.
fn read_weights(path: &Path) -> Option<Vec<f32>> {
    let bytes = fs::read(path).ok()?;
    let weights = <[f32]>::ref_from_bytes(&bytes).ok()?;
    (weights.len() == equations::width()).then(|| weights.to_vec())
}

fn write_weights(path: &Path, weights: &[f32]) -> Result<(), FolderError> {
    folder::write(path, weights.as_bytes())
}
