//! The trained evaluation: a weight for every way to fill every shape.

mod file;
mod layout;
mod older;
mod packing;
mod regions;
mod shape;
mod tables;
mod trust;
mod weights;

use std::sync::{Arc, LazyLock};

use outflank_core::gather::{Indices, LANES};
use outflank_core::{Bitboard, Board, Kernel, Rule, Square};

use crate::{Evaluation, UNIT};
use layout::{PLACED, PLACES, TURNED};
use tables::Tables;

use file::WeightsFile;

pub use file::WeightsError;
pub use packing::Packing;
pub use regions::{PatternRegion, PatternRegions};
pub use trust::{Trust, WinScale};
pub use weights::{Provenance, Weights};

/// The number of phases of a game. Each has two plies and weights of its own.
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
    tables: Arc<Tables>,
    /// A constant for each number of empty squares.
    bias: [i16; 65],
    trust: Trust,
    win_scale: WinScale,
}

impl Patterns {
    /// An evaluation with these weights.
    pub fn new(weights: &Weights) -> Self {
        Self::of(Tables::new(weights), weights)
    }

    /// The evaluation of a weights file for `rule`.
    pub fn from_bytes(bytes: &[u8], rule: Rule) -> Result<Self, WeightsError> {
        Weights::from_bytes(bytes, rule).map(|weights| Self::new(&weights))
    }

    fn of(tables: Arc<Tables>, weights: &Weights) -> Self {
        let Weights { bias, trust, win_scale, .. } = *weights;
        Self { tables, bias, trust, win_scale }
    }

    /// The built-in evaluation. A phase is unpacked once, when it is first needed.
    ///
    /// ```
    /// use outflank_core::Rule;
    /// use outflank_eval::Patterns;
    ///
    /// let patterns = Patterns::built_in(Rule::Reversed);
    /// assert!(patterns.win_probability(20, 6.0) > 0.5);
    /// ```
    pub fn built_in(rule: Rule) -> Self {
        static BUILT_IN: [LazyLock<Patterns>; 2] =
            [LazyLock::new(|| packed(Rule::Reversi)), LazyLock::new(|| packed(Rule::Reversed))];
        BUILT_IN[rule as usize].clone()
    }

    /// The probability, 0 to 1, that the side to move wins with this score in
    /// discs.
    pub fn win_probability(&self, empties: u32, score: f32) -> f32 {
        self.win_scale.probability(empties, score)
    }
}

fn packed(rule: Rule) -> Patterns {
    let file = WeightsFile::built_in(Weights::built_in_bytes(rule), rule)
        .expect("the weights in the binary are those of the project");
    let weights = file.weights.clone();
    Patterns::of(Tables::of_built_in(file), &weights)
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
        let table = self.tables.phase(phase(empties));
        let sum = kernel.sum(table, &PLACES, &state.0) + i32::from(self.bias[empties as usize]);
        sum.clamp(-64 * UNIT, 64 * UNIT)
    }

    #[inline(always)]
    fn deviation(&self, empties: u32, deep: u32, shallow: u32) -> f32 {
        self.trust.deviation(empties, deep, shallow)
    }

    fn prepare(&self) {
        self.tables.unpack_all();
    }
}

#[cfg(test)]
mod tests;
