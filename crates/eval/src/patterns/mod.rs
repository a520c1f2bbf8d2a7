//! The trained evaluation: a weight for every way to fill every shape.

mod file;
mod layout;
mod packing;
mod shape;
mod trust;
mod weights;

use std::sync::{Arc, LazyLock, mpsc};

use outflank_core::{Bitboard, Board, Indices, Kernel, LANES, Places, Rule, Square};

use crate::{Evaluation, UNIT};
use layout::{PHASE_SIZE, PLACED, PLACES, TURNED};

pub use file::WeightsError;
use file::WeightsFile;
pub use packing::Packing;
pub use trust::{Trust, WinScale};
pub use weights::{Provenance, Weights};

/// How many phases a game has, of two plies each, with weights of their own.
pub const PHASES: usize = 30;

/// The phase of a board with this many empty squares.
#[inline(always)]
pub const fn phase(empties: u32) -> usize {
    let played = 60_u32.saturating_sub(empties) as usize / 2;
    if played < PHASES { played } else { PHASES - 1 }
}

/// The trained evaluation of one of the games. Clones share the weights.
#[derive(Clone)]
pub struct Patterns {
    /// The weights of all phases, with a margin before and behind that no
    /// index leaves.
    table: Arc<Vec<i16>>,
    /// What the number of empty squares is worth by itself.
    bias: [i16; 65],
    trust: Trust,
    win_scale: WinScale,
}

impl Patterns {
    /// An evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        let mut table = Table::new();
        for (phase, packed) in weights.phases.iter().enumerate() {
            table.unpack(phase, packed);
        }
        Self::of(table, weights)
    }

    /// The evaluation of a weights file for `rule`.
    ///
    /// Phases are spread out while the next are read, so that a program starts
    /// at once.
    pub fn from_bytes(bytes: &[u8], rule: Rule) -> Result<Self, WeightsError> {
        let (weights, phases) = WeightsFile::open(bytes, rule)?.into_parts();
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(2);
            scope.spawn(move || {
                for phase in phases {
                    // Nobody waits for what follows an error.
                    if sender.send(phase).is_err() {
                        break;
                    }
                }
            });
            let mut table = Table::new();
            for (phase, packed) in receiver.into_iter().enumerate() {
                table.unpack(phase, &packed?);
            }
            Ok(Self::of(table, &weights))
        })
    }

    fn of(table: Table, weights: &Weights) -> Self {
        let Weights { bias, trust, win_scale, .. } = *weights;
        Self { table: Arc::new(table.0), bias, trust, win_scale }
    }

    /// The evaluation that Outflank comes with.
    pub fn built_in(rule: Rule) -> Self {
        static BUILT_IN: [LazyLock<Patterns>; 2] =
            [LazyLock::new(|| unpacked(Rule::Reversi)), LazyLock::new(|| unpacked(Rule::Reversed))];
        BUILT_IN[rule as usize].clone()
    }

    /// How sure a win is when the side to move has this score in discs: 0 to 1.
    pub fn win_probability(&self, empties: u32, score: f32) -> f32 {
        self.win_scale.probability(empties, score)
    }
}

fn unpacked(rule: Rule) -> Patterns {
    Patterns::from_bytes(Weights::built_in_bytes(rule), rule)
        .expect("the weights in the binary are those of the project")
}

/// The weights of all phases spread out, so that every way to fill a shape has
/// its own, with a margin before and behind that no index leaves.
struct Table(Vec<i16>);

impl Table {
    fn new() -> Self {
        Self(vec![0; Places::MARGIN * 2 + PHASE_SIZE * PHASES + 1])
    }

    /// Spreads the packed weights of a phase out.
    fn unpack(&mut self, phase: usize, packed: &[i16]) {
        let start = Places::MARGIN + PHASE_SIZE * phase;
        let weights = &mut self.0[start..start + PHASE_SIZE];
        for (weight, place) in weights.iter_mut().zip(Packing::get().places()) {
            *weight = packed[*place as usize];
        }
    }
}

/// The number of each instance of a shape on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternState(Indices);

impl PatternState {
    /// The state of a board.
    pub fn of(board: Board) -> Self {
        let mut indices = [0; LANES];
        for (side, sign) in [(board.own(), 1), (board.opp(), -1)] {
            for square in side {
                for (index, power) in indices.iter_mut().zip(PLACED[square.index()].0) {
                    *index += sign * power;
                }
            }
        }
        Self(Indices(indices))
    }
}

impl Evaluation for Patterns {
    type State = PatternState;

    fn state(&self, board: Board) -> PatternState {
        PatternState::of(board)
    }

    #[inline(always)]
    fn play(&self, state: PatternState, _: Board, square: Square, flips: Bitboard) -> PatternState {
        let mut indices = state.0.0;
        for (index, power) in indices.iter_mut().zip(&PLACED[square.index()].0) {
            *index = index.wrapping_add(*power);
        }
        for turned in flips {
            for (index, power) in indices.iter_mut().zip(&TURNED[turned.index()].0) {
                *index = index.wrapping_add(*power);
            }
        }
        PatternState(Indices(indices.map(i16::wrapping_neg)))
    }

    #[inline(always)]
    fn pass(&self, state: PatternState) -> PatternState {
        PatternState(Indices(state.0.0.map(i16::wrapping_neg)))
    }

    #[inline(always)]
    fn evaluate<K: Kernel>(&self, kernel: K, state: PatternState, board: Board) -> i32 {
        let empties = board.empties().len();
        let table = &self.table[phase(empties) * PHASE_SIZE..];
        let sum = kernel.sum(table, &PLACES, &state.0) + i32::from(self.bias[empties as usize]);
        sum.clamp(-64 * UNIT, 64 * UNIT)
    }

    #[inline(always)]
    fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        self.trust.deviation(empties, deep, shallow)
    }
}

#[cfg(test)]
mod tests;
