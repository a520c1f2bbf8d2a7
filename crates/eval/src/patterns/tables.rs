//! The unpacked weights of each phase.

use std::sync::{Arc, OnceLock};

use outflank_core::gather::Places;

use super::file::{WeightsFile, base};
use super::layout::PHASE_SIZE;
use super::{PHASES, Packing, Weights};

/// The weights of every phase: one for every way to fill a shape, with a margin at both ends that
/// no index leaves.
///
/// A phase of the built-in weights is unpacked when it is first asked for. A move needs a few of
/// them, and all of them take a tenth of a second.
pub(super) struct Tables {
    phases: [OnceLock<Vec<i16>>; PHASES],
    /// The built-in weights; `None` if all phases are unpacked.
    file: Option<WeightsFile<'static>>,
}

impl Tables {
    /// Tables of weights that are in memory.
    pub(super) fn new(weights: &Weights) -> Arc<Self> {
        let phases = std::array::from_fn(|phase| {
            OnceLock::from(unpacked(|place| weights.phases[phase][place], None))
        });
        Arc::new(Self { phases, file: None })
    }

    /// Tables that unpack a phase of `file` when it is needed.
    pub(super) fn of_built_in(file: WeightsFile<'static>) -> Arc<Self> {
        Arc::new(Self { phases: [const { OnceLock::new() }; PHASES], file: Some(file) })
    }

    /// The weights of a phase.
    #[inline(always)]
    pub(super) fn phase(&self, phase: usize) -> &[i16] {
        match self.phases[phase].get() {
            Some(weights) => weights,
            None => self.unpack(phase),
        }
    }

    #[cold]
    #[inline(never)]
    fn unpack(&self, phase: usize) -> &[i16] {
        self.phases[phase].get_or_init(|| {
            let file = self.file.as_ref().expect("weights without a file are unpacked");
            let differences = file.differences(phase);
            let differences =
                differences.expect("the weights in the binary are those of the project");
            unpacked(|place| differences.get(place), base(phase).map(|base| self.phase(base)))
        })
    }

    /// Unpacks all phases.
    pub(super) fn unpack_all(&self) {
        (0..PHASES).for_each(|phase| _ = self.phase(phase));
    }

    /// The number of phases that are unpacked.
    #[cfg(test)]
    pub(super) fn unpacked(&self) -> usize {
        self.phases.iter().filter(|phase| phase.get().is_some()).count()
    }
}

/// The table of packed weights, or of packed differences from the table `base`.
fn unpacked(packed: impl Fn(usize) -> i16, base: Option<&[i16]>) -> Vec<i16> {
    let mut table = vec![0; Places::MARGIN * 2 + PHASE_SIZE + 1];
    let within = Places::MARGIN..Places::MARGIN + PHASE_SIZE;
    let weights = table[within.clone()].iter_mut().zip(Packing::get().places());
    match base {
        None => weights.for_each(|(weight, place)| *weight = packed(*place as usize)),
        Some(base) => weights.zip(&base[within]).for_each(|((weight, place), base)| {
            *weight = packed(*place as usize).wrapping_add(*base);
        }),
    }
    table
}
